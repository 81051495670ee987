// Pages and wallets at both ends of a real relay, with a real node behind them: for tests of what speaks over a session.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Connector, ConnectorChange, RelayOptions, RelaySession } from '../../src/connectors/connector.js'
import type { RelayStorage } from '../../src/connectors/relay/shared-storage.js'
import { createRelay, type RelaySettings } from '../../src/connectors/relay/pairing.js'
import { namespaceRows } from '../../src/root/namespaces.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { askNodes } from '../../src/state/networks/reads.js'
import { type StartedRelay, startRelay } from '../../services/test/support/relay.js'
import { createWalletPeer, type WalletPeer, type WalletPeerOptions } from '../../services/test/support/wallet-peer.js'
import { type Anvil, startAnvil } from './anvil.js'
import { callsOn } from './calls.js'
import { createTestCore } from './core.js'

// The client shares its core through globalThis under one prefix; a second page load in one process must not find it.
process.env['DISABLE_GLOBAL_CORE'] = 'true'

/** Asked on the development node's chain. */
export const { sign, send } = callsOn('eip155:31337')

export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let pages = 0

export const network = (id: number, ...nodes: string[]) =>
  toNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: nodes } },
  })

/** Of a session, the connector for EVM chains. */
export function evm(session: RelaySession | undefined): Connector {
  const connector = session?.connectors.find(({ namespace }) => namespace === 'eip155')
  if (!connector) throw new Error('No EVM connector')
  return connector
}

export const nextSession = (wallet: WalletPeer) => expect.poll(() => wallet.sessions().length)

/** A relay and a node for the tests of one file. */
export function useRelay() {
  let anvil: Anvil
  let relay: StartedRelay
  const ends: (() => unknown)[] = []
  beforeAll(async () => {
    ;[anvil, relay] = await Promise.all([startAnvil(), startRelay()])
  })
  afterAll(() => Promise.all([anvil.stop(), relay.stop()]))
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  /** A page: its own client, storage and life. */
  function createPage(settings: RelaySettings = {}, more: Partial<RelayOptions> = {}) {
    const life = new AbortController()
    ends.push(() => life.abort())
    const networks = more.networks ?? [network(31337, anvil.url), network(137)]
    const { core } = createTestCore({
      config: { networks, rpcUrls: { 'eip155:31337': [anvil.url] } },
      fetch: (...args) => globalThis.fetch(...args),
    })
    const options: RelayOptions = {
      relayUrl: relay.url,
      projectId: 'test',
      storagePrefix: `page-${++pages}`,
      metadata: { name: 'Page', description: 'A page', url: 'https://page.example', icons: [] },
      read: (chain, call) => askNodes(core, chain, call),
      signal: life.signal,
      networks,
      ...more,
    }
    return { options, networks, reload: () => life.abort(), relay: createRelay(namespaceRows, life.signal, settings) }
  }

  async function createWallet(more: Partial<WalletPeerOptions> = {}): Promise<WalletPeer> {
    const [account] = anvil.accounts
    if (!account) throw new Error('No account')
    const { relayUrl = relay.url, privateKey = account.privateKey, chains = ['eip155:31337'], ...rest } = more
    const wallet = await createWalletPeer({ relayUrl, privateKey, chains, rpcUrl: anvil.url, ...rest })
    ends.push(() => wallet.close())
    return wallet
  }

  async function paired(more: Partial<WalletPeerOptions> = {}, page = createPage()) {
    const wallet = await createWallet(more)
    const session = await page.relay.pair({ ...page.options, onUri: (uri) => void wallet.pair(uri) })
    const connector = evm(session)
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    const grant = await connector.connect({ networks: page.networks })
    return { wallet, page, session, connector, changes, grant }
  }

  return { createPage, createWallet, paired, ends }
}

/** Gives the wallet's session other accounts (CAIP-10), and methods where they are said. */
export async function updateSession(wallet: WalletPeer, accounts: readonly string[], methods?: readonly string[]): Promise<void> {
  for (const { topic, namespaces } of wallet.sessions()) {
    const eip155 = {
      methods: [],
      events: [],
      ...namespaces['eip155'],
      accounts: [...accounts],
      ...(methods ? { methods: [...methods] } : {}),
    }
    await wallet.client.update({ topic, namespaces: { eip155 } })
  }
}

/** What a page of a site keeps for the next one. */
export function createMemory(): RelayStorage {
  const map = new Map<string, string>()
  const storage = {
    getKeys: async () => [...map.keys()],
    getEntries: async <T>() => [...map].map(([key, value]): [string, T] => [key, JSON.parse(value)]),
    getItem: async (key: string) => (map.has(key) ? JSON.parse(map.get(key) ?? '') : undefined),
    setItem: async (key: string, value: unknown) => void map.set(key, JSON.stringify(value)),
    removeItem: async (key: string) => void map.delete(key),
  }
  return storage
}
