// Wallets on other devices: proposes a session over the relay, waits for the wallet, and brings back sessions of earlier page loads.
import type { Namespace } from '../../caip.js'
import { WalletError } from '../../errors.js'
import type { Connector, PairOptions, RelayOptions, RelaySession } from '../connector.js'
import { createEip155 } from '../eip155/connector.js'
import { createRelayChannel, endSession } from '../eip155/relay-channel.js'
import { closeRelayClient, openRelayClient, type RelayClient, type RelayStorage } from './client.js'
import { type GrantedNamespace, type GrantedSession, readSession, toProposal } from './proposal.js'
import { codesOf, problemOf, toWalletError } from '../wallet-errors.js'
import { within } from '../waiting.js'

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

type Opener = (client: RelayClient, session: GrantedSession, granted: GrantedNamespace, options: RelayOptions) => Connector

/** Namespaces that can be spoken over a session. What a wallet grants beyond these is not used. */
const openers: Partial<Record<Namespace, Opener>> = {
  eip155: (client, { topic, wallet }, granted, options) => {
    const channel = createRelayChannel(client, topic, granted, options)
    return createEip155(channel, wallet, `relay:${topic}`, channel)
  },
}

/** One relay per modal; it keeps its clients. `life` ends their connections, not the sessions. */
export function createRelay(life?: AbortSignal, settings: RelaySettings = {}): Relay {
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
    let pairingTopic: string | undefined
    const note = ({ topic }: { topic: string }) => {
      pairingTopic ??= topic
    }
    client.core.pairing.events.once('pairing_create', note)
    const attempt = client.connect({ optionalNamespaces: toProposal(networks) })
    try {
      const { uri, approval } = await within(attempt, { signal, ms: reachLimitMs, late: unreachable })
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
    const client = await within(clientFor(options), { signal, ms: reachLimitMs, late: unreachable })
    const { uri, approval, pairingTopic } = await propose(client, options)
    const answer = approval()
    onUri(uri)
    try {
      const settled = await within(answer, { signal, ms: proposalTtlMs, late: () => new WalletError('PAIRING_EXPIRED') })
      const session = open(client, settled, options)
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
    const client = await within(clientFor(options), { signal: options.signal, ms: reachLimitMs, late: unreachable })
    if (!client.session.keys.includes(options.topic)) return undefined
    const stored = client.session.get(options.topic)
    const session = stored.expiry * 1000 > Date.now() ? open(client, stored, options) : undefined
    if (!session) await endSession(client, options.topic)
    return session
  }

  return { pair, restore }
}

/** `undefined`: nothing in it can be used. */
function open(client: RelayClient, settled: unknown, options: RelayOptions): RelaySession | undefined {
  const asked = new Set<string>(
    options.networks.flatMap((network) => [network.caipNetworkId, ...(network.deprecatedCaipNetworkIds ?? [])]),
  )
  const session = readSession(settled, asked)
  if (!session) return undefined
  const connectors = [...session.namespaces].flatMap(
    ([namespace, granted]) => openers[namespace]?.(client, session, granted, options) ?? [],
  )
  if (connectors.length === 0) return undefined
  const { topic, wallet, expiresAt } = session
  return {
    topic,
    wallet,
    expiresAt,
    connectors,
    async disconnect() {
      await Promise.all(connectors.map((connector) => connector.disconnect()))
    },
    forget() {
      for (const connector of connectors) connector.release()
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
