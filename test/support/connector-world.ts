// What a connector is opened with in tests whose wallets need no node.
import type { ConnectorWorld } from '../../src/connectors/connector.js'

export const world: ConnectorWorld = { read: (_chain, { method }) => Promise.reject(new Error(`${method} was sent to a node`)) }
