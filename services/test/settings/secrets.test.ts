import { expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.js'
import { secretsOf } from '../../src/settings/secrets.js'

const [node, socket, sink] = ['key-of-the-node-0123456789', 'key-of-the-socket-0123456789', 'key-of-the-sink-0123456789']

test('keys in the urls of nodes, of their sockets, and of the exporter are secrets', () => {
  const config = readConfig({
    WM_RPC_EIP155_1: `https://node.example/v2/${node},wss://node.example/v2/${socket}`,
    WM_ANALYTICS: '1',
    WM_ANALYTICS_EXPORT: 'webhook',
    WM_ANALYTICS_EXPORT_URL: `https://sink.example/hook?key=${sink}`,
  })
  const found = secretsOf(config, { chains: {}, solana: {}, ledgers: {} })
  expect(found).toEqual(expect.arrayContaining([node, socket, sink]))
})
