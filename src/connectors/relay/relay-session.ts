// A settled session as the state layer has it: one connector for each namespace that it grants, all over the one session.
import type { Namespace } from '../../vocabulary/caip.js'
import type { ConnectorModule, RelayOptions, RelaySession } from '../connector.js'
import type { RelayClient } from './client.js'
import { askedChains, type Methods, type SettledSession } from './proposal.js'
import { sharesOf } from '../shared-session.js'
import { createWalletSession } from './session.js'

/** A module that makes connectors of sessions. */
export type SessionModule = ConnectorModule & Required<Pick<ConnectorModule, 'createSessionConnector'>>

/** The modules that make the connectors of a session, by namespace. */
export type SessionModules = ReadonlyMap<Namespace, SessionModule>

/**
 * The connectors of a settled session; `undefined` when it grants nothing usable.
 * @param methods the methods that were proposed, by namespace
 */
export function openSettled(
  client: RelayClient,
  settled: SettledSession,
  modules: SessionModules,
  methods: Methods,
  { networks, read }: Pick<RelayOptions, 'networks' | 'read'>,
): RelaySession | undefined {
  const readers = new Map(
    [...modules].map(([namespace, { readAddress }]) => [namespace, { readAddress, methods: methods.get(namespace) ?? [] }]),
  )
  const session = createWalletSession(client, { settled, asked: askedChains(networks), readers, read })
  const share = sharesOf(session)
  const connectors = [...modules].flatMap(([namespace, module]) =>
    session.granted(namespace) ? [module.createSessionConnector(share())] : [],
  )
  if (connectors.length === 0) {
    session.release()
    return undefined
  }
  const { topic, wallet, expiresAt } = settled
  return {
    topic,
    wallet,
    expiresAt,
    connectors,
    async disconnect() {
      await Promise.all(connectors.map((connector) => connector.disconnect()))
      await session.close()
    },
    forget() {
      for (const connector of connectors) connector.release()
      session.release()
      // Only in memory: a delete would write all sessions of this page's client over what the other tab has stored since.
      client.session.map.delete(topic)
    },
  }
}
