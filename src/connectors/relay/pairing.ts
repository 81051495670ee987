// Wallets on other devices: proposes a session over the relay, waits for the wallet, and brings back sessions of earlier page loads.
import type { Namespace } from '../../caip.js'
import { WalletError } from '../../errors.js'
import type { Network } from '../../network.js'
import type { ConnectorModule, ConnectorRow, PairOptions, RelayOptions, RelaySession } from '../connector.js'
import { closeRelayClient, openRelayClient, type RelayClient } from './client.js'
import type { RelayStorage } from './shared-storage.js'
import { askedChains, type Methods, namedNamespaces, readSession, toProposal } from './proposal.js'
import { createWalletSession, endSession } from './session.js'
import { codesOf, problemOf, toWalletError } from '../wallet-errors.js'
import { withTimeout } from '../../timeout.js'

/** A relay that has not taken a message by then counts as unreachable. */
const REACH_LIMIT_MS = 15_000
/** The relay protocol's own end of a proposal. A page shows another code before, but a wallet that has taken this one may take its time. */
const PROPOSAL_TTL_MS = 300_000

/** For tests and other hosts than a browser. */
export interface RelaySettings {
  readonly storage?: RelayStorage | undefined
  readonly proposalTtlMs?: number | undefined
  readonly reachLimitMs?: number | undefined
}

export interface Relay {
  pair(options: PairOptions): Promise<RelaySession>
  restore(options: RelayOptions & { readonly topic: string }): Promise<RelaySession | undefined>
}

/** What the relay needs to know of each namespace. */
export type RelayRows = Readonly<Partial<Record<Namespace, Pick<ConnectorRow, 'load' | 'loadMethods'>>>>

/** One relay per modal; it keeps its clients. `life` ends their connections, not the sessions. */
export function createRelay(rows: RelayRows, life?: AbortSignal, settings: RelaySettings = {}): Relay {
  const { storage, proposalTtlMs = PROPOSAL_TTL_MS, reachLimitMs = REACH_LIMIT_MS } = settings
  const clients = new Map<string, Promise<RelayClient>>()
  const unreachable = () => new WalletError('RELAY_UNREACHABLE')

  function clientFor(options: RelayOptions): Promise<RelayClient> {
    const key = JSON.stringify([options.relayUrl, options.projectId, options.storagePrefix])
    const opened =
      clients.get(key) ??
      openRelayClient(options, reachLimitMs, storage).catch((cause: unknown) => {
        clients.delete(key)
        throw new WalletError('RELAY_UNREACHABLE', { cause })
      })
    clients.set(key, opened)
    return opened
  }
  life?.addEventListener('abort', () => {
    for (const opened of clients.values()) void opened.then(closeRelayClient).catch(() => {}) // gone already
  })

  async function propose(client: RelayClient, { networks, signal }: PairOptions) {
    const methods = await loadMethods(rows, networks)
    signal.throwIfAborted()
    let pairingTopic: string | undefined
    const note = ({ topic }: { topic: string }) => {
      pairingTopic ??= topic
    }
    client.core.pairing.events.once('pairing_create', note)
    const attempt = client.connect({ optionalNamespaces: toProposal(networks, methods) })
    try {
      const { uri, approval } = await withTimeout(attempt, { signal, ms: reachLimitMs, late: unreachable })
      if (!uri || !pairingTopic) throw unreachable()
      return { uri, approval, pairingTopic }
    } catch (error) {
      if (pairingTopic) dropPairing(client, pairingTopic)
      // A proposal that still gets through is nobody's any more.
      attempt.then(({ approval }) => approval().then(({ topic }) => endSession(client, topic))).catch(() => {})
      throw error instanceof WalletError ? error : new WalletError('RELAY_UNREACHABLE', { cause: error })
    } finally {
      client.core.pairing.events.off('pairing_create', note)
    }
  }

  async function pair(options: PairOptions): Promise<RelaySession> {
    const { signal, onUri } = options
    const client = await withTimeout(clientFor(options), { signal, ms: reachLimitMs, late: unreachable })
    const { uri, approval, pairingTopic } = await propose(client, options)
    const answer = approval()
    onUri(uri)
    try {
      const settled = await withTimeout(answer, { signal, ms: proposalTtlMs, late: () => new WalletError('PAIRING_EXPIRED') })
      const session = await open(rows, client, settled, options)
      if (session) return session
      await endSession(client, settled.topic)
      throw new WalletError('NO_ACCOUNTS')
    } catch (error) {
      // Whoever approves after the page has given up finds an ended session, not one that nobody listens to.
      answer.then(({ topic }) => endSession(client, topic)).catch(() => {})
      dropPairing(client, pairingTopic)
      throw toPairingError(error)
    }
  }

  async function restore(options: RelayOptions & { readonly topic: string }): Promise<RelaySession | undefined> {
    const client = await withTimeout(clientFor(options), { signal: options.signal, ms: reachLimitMs, late: unreachable })
    if (!client.session.keys.includes(options.topic)) return undefined
    const stored = client.session.get(options.topic)
    const session = stored.expiry * 1000 > Date.now() ? await open(rows, client, stored, options) : undefined
    if (!session) await endSession(client, options.topic)
    return session
  }

  return { pair, restore }
}

/** The methods of the configured namespaces. @throws WalletError NETWORK_ERROR */
async function loadMethods(rows: RelayRows, networks: readonly Network[]): Promise<Methods> {
  const namespaces = [...new Set(networks.map((network) => network.chainNamespace))]
  const loaded = await Promise.all(
    namespaces.map(async (namespace) => [namespace, (await rows[namespace]?.loadMethods?.().catch(missing))?.methods] as const),
  )
  return new Map(loaded.flatMap(([namespace, methods]) => (methods ? [[namespace, methods]] : [])))
}

/** Of the namespaces that are configured, and named by a session: how they are spoken over it. @throws WalletError NETWORK_ERROR */
async function loadModules(rows: RelayRows, networks: readonly Network[], named: readonly Namespace[]) {
  const isConfigured = (namespace: Namespace) => networks.some((network) => network.chainNamespace === namespace)
  const loaded = await Promise.all(
    named.filter(isConfigured).map(async (namespace) => [namespace, await rows[namespace]?.load?.().catch(missing)] as const),
  )
  return new Map(
    loaded.flatMap(([namespace, module]) =>
      module?.createSessionConnector ? [[namespace, module as SessionModule] as const] : [],
    ),
  )
}

/** A module that has the function, as was looked at. */
type SessionModule = ConnectorModule & Required<Pick<ConnectorModule, 'createSessionConnector'>>

const missing = (cause: unknown): never => {
  throw new WalletError('NETWORK_ERROR', { cause })
}

/** `undefined`: nothing in it can be used. */
async function open(
  rows: RelayRows,
  client: RelayClient,
  stored: unknown,
  { networks, read }: RelayOptions,
): Promise<RelaySession | undefined> {
  const settled = readSession(stored)
  if (!settled) return undefined
  const named = namedNamespaces(settled.namespaces)
  const [modules, methods] = await Promise.all([loadModules(rows, networks, named), loadMethods(rows, networks)])
  const readers = new Map(
    [...modules].map(([namespace, { readAddress }]) => [namespace, { readAddress, methods: methods.get(namespace) ?? [] }]),
  )
  const session = createWalletSession(client, { settled, asked: askedChains(networks), readers, read })
  const connectors = [...modules].flatMap(([namespace, module]) =>
    session.granted(namespace) ? [module.createSessionConnector(session)] : [],
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
      // In memory alone: the client stores all sessions at once, and would put this page's idea of them over what the other has stored since.
      client.session.map.delete(topic)
    },
  }
}

/** Also tells a wallet that has scanned the code already. In the background: the relay may be away. */
function dropPairing(client: RelayClient, topic: string): void {
  if (client.core.pairing.pairings.keys.includes(topic)) client.core.pairing.disconnect({ topic }).catch(() => {}) // expires by itself in five minutes
}

function toPairingError(error: unknown): WalletError {
  if (/proposal expired/i.test(problemOf(error)) && codesOf(error)[0] === 0)
    return new WalletError('PAIRING_EXPIRED', { cause: error })
  return toWalletError(error)
}
