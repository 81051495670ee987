// Wallets on other devices, over the relay: proposes a session, waits until a wallet approves it, and restores sessions of
// earlier page loads.
import type { Namespace } from '../../vocabulary/caip.js'
import { walletError, WalletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import type { ConnectorRow, PairOptions, RelayOptions, RelaySession, SignRequestPayload } from '../connector.js'
import type { Authenticated } from './authenticate.js'
import { closeRelayClient, openRelayClient, type RelayClient } from './client.js'
import type { RelayStorage } from './shared-storage.js'
import { type Methods, namedNamespaces, readSession, toProposal } from './proposal.js'
import { endSession } from './end-session.js'
import type { SessionModule, SessionModules } from './relay-session.js'
import { codesOf, problemOf, toWalletError } from '../wallet-errors.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import { unreachable } from '../../vocabulary/wallet-error.js'

/** Milliseconds within which the relay must accept a message, or it counts as unreachable. */
const RELAY_LIMIT_MS = 15_000
/**
 * Milliseconds until a proposal expires (WalletConnect). The page shows a new code before, but a wallet that has scanned this one
 * may still approve.
 */
const PROPOSAL_TTL_MS = 300_000

/** For tests and for hosts other than a browser. */
export interface RelaySettings {
  /** Where sessions and keys are kept. Default: IndexedDB in a browser, else memory. */
  readonly storage?: RelayStorage | undefined
  /** Milliseconds until a proposal expires. Default 300 000. */
  readonly proposalTtlMs?: number | undefined
  /** Milliseconds within which the relay must accept a message. Default 15 000. */
  readonly reachLimitMs?: number | undefined
}

/** The relay part of a `ConnectorPort`; see there for the errors. */
export interface Relay {
  /** Proposes a session, and resolves when a wallet has approved it. */
  pair(options: PairOptions): Promise<RelaySession>
  /** The stored session with this topic; `undefined` when it is gone, has expired or grants nothing usable. */
  restore(options: RelayOptions & { readonly topic: string }): Promise<RelaySession | undefined>
}

/** What the relay needs to know of each namespace. */
export type RelayRows = Readonly<Partial<Record<Namespace, Pick<ConnectorRow, 'load' | 'loadMethods'>>>>

/**
 * Makes the relay of one modal. It opens a client with the first `pair` or `restore`, and keeps one for each relay url, project
 * and storage prefix.
 * @param life its end closes the connections to the relay; sessions stay stored
 */
export function createRelay(rows: RelayRows, life?: AbortSignal, settings: RelaySettings = {}): Relay {
  const { storage, proposalTtlMs = PROPOSAL_TTL_MS, reachLimitMs = RELAY_LIMIT_MS } = settings
  const clients = new Map<string, Promise<RelayClient>>()
  const relayUnreachable = () => walletError('RELAY_UNREACHABLE')
  /** A wallet could not sign with its approval in a way that can be verified here: the next proposal is a plain one. */
  let isPlain = false

  function clientFor(options: RelayOptions): Promise<RelayClient> {
    const key = JSON.stringify([options.relayUrl, options.projectId, options.storagePrefix])
    const opened =
      clients.get(key) ??
      openRelayClient(options, reachLimitMs, storage).catch((cause: unknown) => {
        clients.delete(key)
        throw walletError('RELAY_UNREACHABLE', { cause })
      })
    clients.set(key, opened)
    return opened
  }
  life?.addEventListener('abort', () => {
    for (const opened of clients.values()) void opened.then(closeRelayClient).catch(() => {}) // a client that failed is closed
  })

  async function propose(
    client: RelayClient,
    methods: Methods,
    toSign: SignRequestPayload | undefined,
    { networks, signal }: PairOptions,
  ) {
    signal.throwIfAborted()
    let pairingTopic: string | undefined
    const note = ({ topic }: { topic: string }) => {
      pairingTopic ??= topic
    }
    client.core.pairing.events.on('pairing_create', note)
    const plain = () =>
      client.connect({ optionalNamespaces: toProposal(networks, methods) }).then(({ uri, approval }) => ({
        uri,
        answer: async (): Promise<Authenticated> => ({ session: await approval(), signed: [] }),
      }))
    const attempt = toSign
      ? import('./authenticate.js')
          .then(({ authenticate }) => authenticate(client, networks, methods.get('eip155') ?? [], toSign))
          .catch(() => {
            // The visitor connects all the same, and signs in afterwards.
            if (pairingTopic) dropPairing(client, pairingTopic)
            pairingTopic = undefined
            signal.throwIfAborted()
            return plain()
          })
      : plain()
    try {
      const { uri, answer } = await withTimeout(attempt, { signal, ms: reachLimitMs, late: relayUnreachable })
      if (!uri || !pairingTopic) throw relayUnreachable()
      return { uri, answer, pairingTopic }
    } catch (error) {
      if (pairingTopic) dropPairing(client, pairingTopic)
      // The proposal may still reach a wallet: end the session that the wallet then opens.
      attempt.then(({ answer }) => endLate(client, answer(), pairingTopic)).catch(() => {})
      throw error instanceof WalletError ? error : walletError('RELAY_UNREACHABLE', { cause: error })
    } finally {
      client.core.pairing.events.off('pairing_create', note)
    }
  }

  async function pair(options: PairOptions): Promise<RelaySession> {
    const { signal, onUri } = options
    const [client, methods, toSign] = await Promise.all([
      withTimeout(clientFor(options), { signal, ms: reachLimitMs, late: relayUnreachable }),
      loadMethods(rows, options.networks),
      isPlain ? undefined : options.authenticate?.(),
    ])
    const { uri, answer, pairingTopic } = await propose(client, methods, toSign, options)
    const answered = answer()
    onUri(uri)
    try {
      const late = () => walletError('PAIRING_EXPIRED')
      const approved = await withTimeout(answered, { signal, ms: proposalTtlMs, late })
      const session = await open(rows, client, approved.session, options)
      if (session) return { ...session, signed: approved.signed }
      await endOpened(client, approved)
      throw walletError('NO_ACCOUNTS')
    } catch (error) {
      // A wallet may still approve after the page has given up: end the session that it then opens.
      endLate(client, answered, pairingTopic).catch(() => {})
      dropPairing(client, pairingTopic)
      const refused = toPairingError(error)
      if (toSign && refused.code === 'UNSUPPORTED_METHOD') isPlain = true
      throw refused
    }
  }

  async function restore(options: RelayOptions & { readonly topic: string }): Promise<RelaySession | undefined> {
    const client = await withTimeout(clientFor(options), { signal: options.signal, ms: reachLimitMs, late: relayUnreachable })
    if (!client.session.keys.includes(options.topic)) return undefined
    const stored = client.session.get(options.topic)
    const session = stored.expiry * 1000 > Date.now() ? await open(rows, client, stored, options) : undefined
    if (!session) await endSession(client, options.topic)
    return session
  }

  return { pair, restore }
}

/** The methods of the namespaces of `networks`. @throws WalletError `NETWORK_ERROR` when a module cannot be loaded */
async function loadMethods(rows: RelayRows, networks: readonly Network[]): Promise<Methods> {
  const namespaces = [...new Set(networks.map((network) => network.chainNamespace))]
  const loaded = await Promise.all(
    namespaces.map(
      async (namespace) => [namespace, (await rows[namespace]?.loadMethods?.().catch(unreachable))?.methods] as const,
    ),
  )
  return new Map(loaded.flatMap(([namespace, methods]) => (methods ? [[namespace, methods]] : [])))
}

/**
 * The modules of those `named` namespaces that are configured and have sessions.
 * @throws WalletError `NETWORK_ERROR` when one cannot be loaded
 */
async function loadModules(rows: RelayRows, networks: readonly Network[], named: readonly Namespace[]): Promise<SessionModules> {
  const isConfigured = (namespace: Namespace) => networks.some((network) => network.chainNamespace === namespace)
  const loaded = await Promise.all(
    named.filter(isConfigured).map(async (namespace) => [namespace, await rows[namespace]?.load?.().catch(unreachable)] as const),
  )
  return new Map(
    loaded.flatMap(([namespace, module]) =>
      module?.createSessionConnector ? [[namespace, module as SessionModule] as const] : [],
    ),
  )
}

/** The connectors of a settled session; `undefined` when it is malformed or grants nothing usable. */
async function open(
  rows: RelayRows,
  client: RelayClient,
  stored: unknown,
  options: RelayOptions,
): Promise<RelaySession | undefined> {
  const settled = readSession(stored)
  if (!settled) return undefined
  const named = namedNamespaces(settled.namespaces)
  const [modules, methods, { openSettled }] = await Promise.all([
    loadModules(rows, options.networks, named),
    loadMethods(rows, options.networks),
    import('./relay-session.js').catch(unreachable), // beside the modules, which a code does not need either
  ])
  return openSettled(client, settled, modules, methods, options)
}

/** Ends the session of an answer, if there is one. */
async function endOpened(client: RelayClient, { session }: Authenticated): Promise<void> {
  const { topic } = (session ?? {}) as { readonly topic?: unknown }
  if (typeof topic === 'string') await endSession(client, topic)
}

/**
 * Ends the session of a pairing that nobody waits for any more, once the wallet has answered. Client 2.21.8 stores one for an answer that it rejects, too
 * (wc_sessionAuthenticate).
 */
async function endLate(client: RelayClient, answered: Promise<Authenticated>, pairingTopic: string | undefined): Promise<void> {
  const answer = await answered.catch(() => undefined)
  if (answer) return endOpened(client, answer)
  if (pairingTopic === undefined) return
  const stored = client.session.getAll().filter((session) => session.pairingTopic === pairingTopic)
  await Promise.all(stored.map(({ topic }) => endSession(client, topic)))
}

/** Ends a pairing, and tells a wallet that has scanned its code. Runs in the background, since the relay may be unreachable. */
function dropPairing(client: RelayClient, topic: string): void {
  if (!client.core.pairing.pairings.keys.includes(topic)) return
  client.core.pairing.disconnect({ topic }).catch(() => {}) // the pairing expires by itself after 5 min
}

function toPairingError(error: unknown): WalletError {
  if (/proposal expired/i.test(problemOf(error)) && codesOf(error)[0] === 0)
    return walletError('PAIRING_EXPIRED', { cause: error })
  return toWalletError(error)
}
