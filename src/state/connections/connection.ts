// Connecting, restoring, switching network and disconnecting: with an installed wallet or a relay session, one active connection per namespace.
// A connection is shown only after its wallet has answered.
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import type { Connector, ConnectorWorld, RelaySession } from '../../connectors/connector.js'
import { type ErrorCode, walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import type { InstalledWallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { createStoredConnections, type StoredConnection } from './stored-connections.js'
import { shareInFlight } from '../lib/share-in-flight.js'
import { abortable, asWalletError, each, latest, once, type Operation } from '../lib/operation.js'
import {
  connectionId,
  createConnections,
  keyOf,
  type Connection,
  type ConnectionChange,
  type Granted,
  type LiveConnection,
} from './connections.js'
import { askedFor, type AskedFor } from './asked-for.js'
import { createNetworks } from '../networks/networks.js'
import { askNodes } from '../networks/reads.js'
import { onOtherTab } from './cross-tab.js'
import { openStored } from './stored-session.js'
import type { ConnectionStatus } from '../interface/public-state.js'
import { statusOf } from './connection-status.js'
import { reportSetupError } from '../lib/report-setup-error.js'

export type { Connection, ConnectionChange } from './connections.js'

/** Longest wait, in ms, for an installed wallet to answer a `connect` without prompt when a stored connection is restored. */
const SILENT_ANSWER_LIMIT_MS = 5_000
/** Longest wait, in ms, for a relay session to be restored or ended after a reload; longer, because the socket has to be opened first. */
const RELAY_RESTORE_LIMIT_MS = 15_000
/** Longest wait, in ms, for a wallet to confirm a disconnect. The connection is removed here in any case. */
export const DISCONNECT_LIMIT_MS = 3_000

/** Errors after which a stored connection is removed, because no later attempt can restore it. */
const notRestorable: ReadonlySet<ErrorCode> = new Set(['NOT_CONNECTED', 'SESSION_EXPIRED'])

/** Whether several ecosystems may share the connection. */
const isSession = ({ transport }: StoredConnection): boolean => transport === 'relay' || transport === 'embedded'

/** Options of `ConnectionPart.connect`. */
export interface ConnectChoice {
  /** The chain to start on, if the wallet has it. Default: what was asked for (`askedFor`), else the chosen network, if it is of the wallet's namespace. */
  readonly chain?: ChainId | undefined
  /** Keeps the namespace's present connection, which is no longer the active one. Default: what was asked for, else the new connection replaces it. */
  readonly beside?: boolean | undefined
}

/** What to disconnect: all connections of a namespace, or the one connection with an id. */
export type DisconnectTarget = Namespace | { readonly id: string }

/** What `createConnection` makes: the connections, and the operations on them. */
export interface ConnectionPart {
  /** `connected` as soon as there is one connection, whatever else is pending. */
  readonly $status: ReadableAtom<ConnectionStatus>
  /** Within a namespace the active connection stands first. */
  readonly $connections: ReadableAtom<readonly Connection[]>
  /**
   * Connects an installed wallet, in place of the connection of its namespace, unless `beside`. A second call for the same wallet, chain and `beside`
   * joins the pending one, so that the wallet prompts once. A call for another wallet aborts the pending one.
   * @throws WalletError WALLET_NOT_FOUND, ABORTED, and as `Connector.connect`
   */
  readonly connect: Operation<[InstalledWallet, ConnectChoice?], Connection>
  /**
   * Makes the connections of an approved relay session and returns the one that the page goes to. They replace what is connected in the ecosystem that was
   * asked for (`askedFor`), unless `beside`; in the others what is connected stays active. When nothing was asked for, they replace all. `before` runs when the accounts are known, before any listener is called.
   * A session that fails is disconnected.
   * @throws WalletError NO_ACCOUNTS, ABORTED when `disconnect` is called meanwhile, and as `Connector.connect`
   */
  adopt(session: RelaySession, before?: () => void): Promise<Connection>
  /**
   * Disconnects a namespace, one connection, or (without target) everything; with a connection all that share its relay session. Also aborts pending
   * calls of `connect` and `adopt`. The connections are removed here and from the storage, whatever the wallet answers.
   * @throws WalletError DISCONNECT_FAILED the wallet refused or did not answer in `DISCONNECT_LIMIT_MS`, and may still show the connection
   */
  readonly disconnect: Operation<[DisconnectTarget?], void>
  /** Makes a connection the active one of its namespace, and the network of its wallet the chosen one. */
  activate(id: string): void
  /** The connections that end with this one: all of its relay session, itself included; for other transports itself alone. */
  sharing(connection: Connection): readonly Connection[]
  /** Restores the stored connections of an earlier page load: in each namespace most recent first and one at a time. Failures are only logged. */
  readonly reconnect: Operation<[], void>
  /**
   * Chooses a network, after the connected wallet of its namespace, if there is one, has switched to it. A second call for the same network joins the
   * pending one; a call for another network aborts it.
   * @throws WalletError NETWORK_NOT_FOUND the network is not configured, SWITCH_FAILED, ABORTED, and as `Connector.switchTo`
   */
  readonly switchTo: Operation<[Network], void>
  /**
   * The active connection of `namespace`; without one that of the chosen network's namespace, else the most recent.
   * @throws WalletError NOT_CONNECTED also while that connection is being disconnected
   */
  active(namespace?: Namespace): Connection
  /** As `active`, but undefined instead of an error, and a connection that is being disconnected is still found. */
  find(namespace?: Namespace): Connection | undefined
  /** Calls `listener` once for every change, after the stores are updated. Returns the stop function. */
  onChange(listener: (change: ConnectionChange) => void): () => void
}

/** A part: makes and ends connections. `connections.ts` holds them, `stored-connections.ts` remembers them. */
export function createConnection(core: Core): ConnectionPart {
  const networks = core.use(createNetworks)
  const connections = core.use(createConnections)
  const stored = core.use(createStoredConnections)
  const adoptions = new Set<AbortController>()
  const $adopting = atom(0)
  /** The connection that `connect` has made and not announced yet. */
  let made: Connection | undefined
  const networksOf = (namespace: Namespace) => networks.networks.filter((network) => network.chainNamespace === namespace)
  const isThere = ({ namespace, connectorId }: StoredConnection) =>
    connections.$connections.get().some(({ id }) => id === connectionId({ namespace, id: connectorId }))
  const world: ConnectorWorld = { read: (chain, call) => askNodes(core, chain, call) }
  /** The chain to start on in a namespace: the one that was asked for, else the chosen network, if it is of this namespace. */
  const startOf = (namespace: Namespace, asked?: AskedFor) => {
    const current = networks.$network.get()
    if (asked?.chain?.startsWith(`${namespace}:`)) return asked.chain
    return current.chainNamespace === namespace ? current.caipNetworkId : undefined
  }

  async function askInstalled(
    signal: AbortSignal,
    { id, namespace }: InstalledWallet,
    choice: ConnectChoice = {},
  ): Promise<Connection> {
    const asked = askedFor(core)
    const chain = choice.chain ?? startOf(namespace, asked)
    const beside = choice.beside ?? (asked.beside && (asked.namespace ?? namespace) === namespace)
    // Wait for a pending disconnect of this wallet, which would revoke the accounts that the wallet grants now.
    await Promise.allSettled([...leaving].flatMap(([connector, disconnected]) => (connector.id === id ? [disconnected] : [])))
    const port = await core.deps.connectors()
    signal.throwIfAborted()
    const connector = await port.open({ id, namespace }, world)
    signal.throwIfAborted()
    const grant = await connector.connect({ networks: networksOf(namespace), chain, signal })
    if (signal.aborted) connector.release()
    signal.throwIfAborted() // the visitor has left meanwhile: a late answer makes no connection
    ;[made] = connections.add([{ connector, grant }], 'chosen', { beside })
    return made
  }

  /** The accounts of each configured namespace of a session. @throws WalletError NO_ACCOUNTS, or the error of the last namespace, when there are none */
  async function grantsOf(session: RelaySession, signal: AbortSignal, asked?: AskedFor): Promise<readonly Granted[]> {
    const granted: Granted[] = []
    let failure: unknown = walletError('NO_ACCOUNTS')
    for (const connector of session.connectors) {
      const { namespace } = connector
      if (networksOf(namespace).length === 0) continue
      try {
        const options = { networks: networksOf(namespace), chain: startOf(namespace, asked), silent: true, signal }
        granted.push({ connector, grant: await connector.connect(options), session })
      } catch (error) {
        failure = error // the other namespaces may have accounts
      }
      if (signal.aborted) for (const each of session.connectors) each.release()
      signal.throwIfAborted()
    }
    if (granted.length === 0) throw asWalletError(failure)
    for (const connector of session.connectors) if (!granted.some((each) => each.connector === connector)) connector.release()
    return granted
  }

  const attempt = latest(core, askInstalled)
  /**
   * Emits `connected` after the operation has settled: closing the modal on `connected` cancels a pending operation. A connection that was made stays,
   * even if the operation was aborted since.
   */
  const announceMade = (error?: WalletError): Connection => {
    const connection = made
    made = undefined
    if (!connection) throw error ?? walletError('UNKNOWN')
    connections.tellConnected([connection], 'chosen')
    return connection
  }
  const connect = shareInFlight(
    attempt,
    (wallet, options) => `${wallet.namespace} ${wallet.id} ${options?.chain ?? ''} ${options?.beside ?? ''}`,
    (promise) => promise.then(() => announceMade(), announceMade),
  )

  async function adopt(session: RelaySession, before: () => void = () => {}): Promise<Connection> {
    const adoption = new AbortController()
    adoptions.add(adoption)
    $adopting.set(adoptions.size)
    try {
      const asked = askedFor(core)
      const granted = await abortable(core.signal, adoption, (signal) => grantsOf(session, signal, asked))
      adoption.signal.throwIfAborted()
      before()
      const added = connections.add(granted, 'paired', { lead: asked.namespace, beside: asked.beside })
      connections.tellConnected(added, 'paired')
      return added[0]
    } catch (error) {
      session.disconnect().catch((failure: unknown) => core.deps.log.warn('a useless session did not end', failure))
      throw error
    } finally {
      adoptions.delete(adoption)
      $adopting.set(adoptions.size)
    }
  }

  /** Connectors that are being disconnected, each with the promise of its wallet's answer. */
  const leaving = new Map<Connector, Promise<void>>()
  const isLeaving = ({ connector }: Connection) => leaving.has(connector)

  function disconnectWallets(ended: readonly LiveConnection[]): void {
    const answers = new Map<unknown, Promise<void>>() // one for all connections of a session
    for (const { session, connection, stop } of ended) {
      stop() // do not take the wallet's own "disconnected" for an end by the wallet
      const end = session ?? connection.connector
      const answer = answers.get(end) ?? withTimeout(() => end.disconnect(), { ms: DISCONNECT_LIMIT_MS, signal: core.signal })
      answers.set(end, answer)
      leaving.set(connection.connector, answer)
    }
  }

  /** Drops `ended`, then waits for all pending disconnects: a call that has nothing to end resolves when an older one has ended everything. */
  const leave = each(core, async (_signal, ended: readonly LiveConnection[]): Promise<void> => {
    const connectors = ended.map((live) => live.connection.connector)
    const answers = (isOurs: boolean) =>
      [...leaving].flatMap(([connector, answer]) => (connectors.includes(connector) === isOurs ? [answer] : []))
    const others = answers(false)
    const outcomes = await Promise.allSettled(answers(true))
    for (const connector of connectors) leaving.delete(connector)
    connections.drop(connectors, 'user')
    outcomes.push(...(await Promise.allSettled(others)))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw walletError('DISCONNECT_FAILED', { cause: failed.reason })
  })

  /** Ends the connections and pending calls of the moment. Connections that are asked for later stay. */
  function disconnectNow(target?: DisconnectTarget): Promise<void> {
    if (core.signal.aborted) return leave([])
    connect.cancel()
    for (const adoption of adoptions) adoption.abort(walletError('ABORTED'))
    if (!target) reconnect.cancel()
    const isMeant = (id: string, namespace: Namespace) =>
      !target || (typeof target === 'string' ? target === namespace : target.id === id)
    const named = connections.$live.get().filter(({ connection }) => isMeant(connection.id, connection.namespace))
    const ended = [...new Set(named.flatMap(connections.sharing))].filter((live) => !isLeaving(live.connection))
    // Remove from the storage first: the next load of a page that is closed meanwhile must not restore the connection.
    stored.remove((entry) => isMeant(connectionId({ ...entry, id: entry.connectorId }), entry.namespace), connections.holds)
    for (const live of ended) stored.removeEntry(keyOf(live))
    disconnectWallets(ended)
    return leave(ended)
  }
  const disconnect: Operation<[DisconnectTarget?], void> = Object.assign(disconnectNow, {
    $state: leave.$state,
    cancel: () => leave.cancel(),
    reset: () => leave.reset(),
  })

  async function restore(entry: StoredConnection, life: AbortSignal): Promise<void> {
    const limit = isSession(entry) ? RELAY_RESTORE_LIMIT_MS : SILENT_ANSWER_LIMIT_MS
    const opened: Connector[] = []
    const detach = () => {
      for (const connector of opened) connector.release()
    }
    const ask = async (signal: AbortSignal): Promise<readonly Granted[]> => {
      if (isSession(entry)) {
        const session = await openStored(core, entry, signal)
        if (!session) throw walletError('SESSION_EXPIRED')
        opened.push(...session.connectors)
        signal.throwIfAborted()
        const has = (namespace: Namespace) => session.connectors.some((connector) => connector.namespace === namespace)
        stored.removeDropped(session.topic, (namespace) => networksOf(namespace).length > 0 && !has(namespace))
        return grantsOf(session, signal)
      }
      const { namespace, connectorId, chain } = entry
      const port = await core.deps.connectors()
      const connector = await port.open({ id: connectorId, namespace }, world)
      opened.push(connector)
      signal.throwIfAborted()
      return [{ connector, grant: await connector.connect({ networks: networksOf(namespace), chain, silent: true, signal }) }]
    }
    const askOnce = (signal: AbortSignal) => {
      const answer = ask(signal)
      // An answer after the time limit or an abort is dropped: release its connectors.
      answer.then(() => signal.aborted && detach(), detach)
      return answer
    }
    const granted = await withTimeout(askOnce, { ms: limit, signal: life }).catch((error: unknown) => {
      detach()
      throw error
    })
    // A namespace that was disconnected, or connected to another wallet, before or while this wallet was asked, is not restored.
    const isWanted = ({ connector, session }: Granted) =>
      stored.has({ namespace: connector.namespace, connectorId: connector.id, topic: session?.topic })
    const wanted = granted.filter(isWanted)
    for (const other of granted) if (!wanted.includes(other)) other.connector.release()
    if (wanted.length > 0) connections.tellConnected(connections.add(wanted, 'restored'), 'restored')
  }

  async function tryRestore(entry: StoredConnection, signal: AbortSignal): Promise<void> {
    // Skip an entry that was restored with its session, connected anew or disconnected meanwhile, or whose namespace is not configured any more.
    if (signal.aborted || isThere(entry) || !stored.has(entry) || networksOf(entry.namespace).length === 0) return
    try {
      await restore(entry, signal)
    } catch (thrown) {
      const error = asWalletError(thrown)
      core.deps.log.debug(`${entry.wallet.name} was not reconnected`, error)
      reportSetupError(core, error)
      if (error.code === 'WALLET_NOT_FOUND') stored.miss(entry)
      else if (notRestorable.has(error.code)) stored.removeEntry(entry)
    }
  }

  const reconnect = once(core, async (signal): Promise<void> => {
    const entries = stored.read()
    /** The last restore in each namespace. One begins when those before it in its namespaces have ended: of a session in all that it was stored for. */
    const last = new Map<Namespace, Promise<void>>()
    for (const entry of entries) {
      const { topic } = entry
      const shared = topic === undefined ? [entry] : entries.filter((other) => other.topic === topic)
      const before = shared.flatMap(({ namespace }) => last.get(namespace) ?? [])
      const turn = Promise.all(before).then(() => tryRestore(entry, signal))
      for (const { namespace } of shared) last.set(namespace, turn)
    }
    await Promise.all(last.values())
    for (const entry of stored.endings()) if (!signal.aborted) await endLeftOver(entry, signal)
    // The stored network may be of a namespace that was not restored: then the first connection decides.
    const first = connections.find()
    if (first && !startOf(first.namespace)) connections.follow(first)
  })

  /** Disconnects a session that was ended in a tab which did not hold it, and that no open tab holds: its wallet still shows it as connected. */
  async function endLeftOver(entry: StoredConnection, life: AbortSignal): Promise<void> {
    const { topic = '' } = entry
    try {
      const end = async (signal: AbortSignal) => (await openStored(core, entry, signal))?.disconnect()
      await withTimeout(end, { ms: RELAY_RESTORE_LIMIT_MS, signal: life })
      stored.removeTopic(topic)
    } catch (error) {
      core.deps.log.debug('a session that was left over did not end', error) // the next page load tries again
    }
  }

  const switchTo = shareInFlight(
    latest(core, async (signal, wanted: Network): Promise<void> => {
      const network = networks.find(wanted.caipNetworkId)
      if (!network) throw walletError('NETWORK_NOT_FOUND', { details: { chain: wanted.caipNetworkId } })
      const { connector, grant } = connections.find(network.chainNamespace) ?? {}
      if (connector && grant?.chain !== network.caipNetworkId) {
        const done = connections.beginSwitch(connector, network.caipNetworkId)
        try {
          const reached = await connector.switchTo(network)
          signal.throwIfAborted()
          if (networks.find(reached.chain) !== network) throw walletError('SWITCH_FAILED', { details: { chain: reached.chain } })
          connections.completeSwitch(connector, reached)
        } finally {
          done()
        }
      }
      // The wallet may have switched to another network since.
      const chain = connections.find(network.chainNamespace)?.grant.chain
      if (chain === undefined || chain === network.caipNetworkId) networks.choose(network)
    }),
    (network) => network.caipNetworkId,
  )

  /** Drops connections that another tab has removed from the storage, except those that this tab is disconnecting. */
  const dropForgotten = () => connections.dropForgotten(isLeaving)
  onOtherTab(core, dropForgotten)

  return {
    $status: computed([connections.$live, connect.$state, reconnect.$state, $adopting], statusOf),
    $connections: connections.$connections,
    connect,
    adopt,
    disconnect,
    activate: connections.activate,
    sharing({ id }) {
      const live = connections.$live.get().find(({ connection }) => connection.id === id)
      return live ? connections.sharing(live).map(({ connection }) => connection) : []
    },
    reconnect,
    switchTo,
    active(namespace) {
      dropForgotten() // a suspended tab gets no storage events
      const connection = connections.find(namespace)
      if (!connection || isLeaving(connection)) throw walletError('NOT_CONNECTED')
      return connection
    },
    find: connections.find,
    onChange: connections.onChange,
  }
}

/** Connects `core` to an installed wallet. @throws WalletError as `Connector.connect` */
export const connectInstalled = (core: Core, wallet: InstalledWallet): Promise<Connection> =>
  core.use(createConnection).connect(wallet)
