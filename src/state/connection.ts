// Connecting, restoring, switching and ending: by a wallet in this browser or by a relay session, one connection per namespace,
// and never shown unless the wallet behind it answers.
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from '../caip.js'
import type { Connector, RelaySession } from '../connectors/connector.js'
import { type ErrorCode, WalletError } from '../errors.js'
import type { Network } from '../network.js'
import { withTimeout } from '../timeout.js'
import type { InstalledWallet } from '../wallet.js'
import type { Core } from './core.js'
import { createLedger, type LedgerEntry } from './ledger.js'
import { joining } from './lib/joining.js'
import { abortable, asWalletError, each, latest, once, type Operation, type OperationState } from './lib/operation.js'
import { connectionId, createLinks, keyOf, type Connection, type ConnectionChange, type Granted, type Link } from './links.js'
import { createNetworks } from './networks.js'
import { whenAnotherPageActs } from './other-pages.js'
import { relayOptions } from './relay-options.js'
import { tellDeveloper } from './tell-developer.js'

export type { Connection, ConnectionChange } from './links.js'

/** A wallet that does not answer a question without prompt within this is not there. */
export const SILENT_ANSWER_LIMIT_MS = 5_000
/** A restored relay session needs a socket first. */
export const RELAY_RESTORE_LIMIT_MS = 15_000
/** How long a wallet may take to say goodbye; it is forgotten here in any case. */
export const DISCONNECT_LIMIT_MS = 3_000

/** What was remembered is over: asking again next time would change nothing. */
const over: ReadonlySet<ErrorCode> = new Set(['NOT_CONNECTED', 'SESSION_EXPIRED'])

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting'

export interface ConnectChoice {
  /** To start on, if the wallet has it. */
  readonly chain?: ChainId | undefined
  /** Keeps what is connected in the namespace, as a connection that is not active. */
  readonly beside?: boolean | undefined
}

export type DisconnectTarget = Namespace | { readonly id: string }

export interface ConnectionPart {
  readonly $status: ReadableAtom<ConnectionStatus>
  /** Most recent first; the first of a namespace is its active one. */
  readonly $connections: ReadableAtom<readonly Connection[]>
  /**
   * Asks an installed wallet. A second call for the same wallet and chain joins the first, so that nobody is asked twice; another wallet ends it.
   * It replaces what is connected in its namespace, unless `beside`.
   * @throws WalletError as `Connector.connect`, and WALLET_NOT_FOUND
   */
  readonly connect: Operation<[InstalledWallet, ConnectChoice?], Connection>
  /** Takes over an approved session; `before` runs when its accounts are known and nobody has heard of them. @throws WalletError NO_ACCOUNTS */
  adopt(session: RelaySession, before?: () => void): Promise<Connection>
  /**
   * Ends a namespace, one connection, or everything; of a relay session all that share it. Forgotten here whatever the wallet says.
   * @throws WalletError DISCONNECT_FAILED the wallet may still think that it is connected
   */
  readonly disconnect: Operation<[DisconnectTarget?], void>
  /** Makes a connection the active one of its namespace. */
  activate(id: string): void
  /** Restores what the last page load left, most recent first, one at a time. Failures are only logged. */
  readonly reconnect: Operation<[], void>
  /**
   * Chooses a network, and takes the wallet of its namespace there if one is connected.
   * @throws WalletError NETWORK_NOT_FOUND, USER_REJECTED, SWITCH_FAILED …
   */
  readonly switchTo: Operation<[Network], void>
  /** Of one namespace; else of the chosen network's, else the most recent. @throws WalletError NOT_CONNECTED */
  active(namespace?: Namespace): Connection
  find(namespace?: Namespace): Connection | undefined
  /** Every change once, after the stores have it. Returns the stop function. */
  onChange(listener: (change: ConnectionChange) => void): () => void
}

export function createConnection(core: Core): ConnectionPart {
  const networks = core.use(createNetworks)
  const links = core.use(createLinks)
  const ledger = core.use(createLedger)
  const adoptions = new Set<AbortController>()
  const $adopting = atom(0)
  /** By `connect`, and nobody was told yet. */
  let made: Connection | undefined
  const networksOf = (namespace: Namespace) => networks.networks.filter((network) => network.chainNamespace === namespace)
  const isThere = ({ namespace, connectorId }: LedgerEntry) =>
    links.$connections.get().some(({ id }) => id === connectionId({ namespace, id: connectorId }))
  /** Where to begin in a namespace: at the chosen network, if it is one of its own. */
  const startOf = (namespace: Namespace) => {
    const current = networks.$network.get()
    return current.chainNamespace === namespace ? current.caipNetworkId : undefined
  }

  async function connectInstalled(
    signal: AbortSignal,
    { id, namespace }: InstalledWallet,
    { chain = startOf(namespace), beside = false }: ConnectChoice = {},
  ): Promise<Connection> {
    // A wallet that is still taking its accounts back would take back what it grants now.
    await Promise.allSettled([...leaving].flatMap(([connector, goodbye]) => (connector.id === id ? [goodbye] : [])))
    const port = await core.deps.connectors()
    signal.throwIfAborted()
    const connector = await port.open({ id, namespace })
    signal.throwIfAborted()
    const grant = await connector.connect({ networks: networksOf(namespace), chain, signal })
    if (signal.aborted) connector.release()
    signal.throwIfAborted() // an answer that comes after the person turned away is no connection
    ;[made] = links.add([{ connector, grant }], 'chosen', beside)
    return made
  }

  /** The accounts of every namespace that a session brings. @throws WalletError NO_ACCOUNTS, or why the last one had none */
  async function grantsOf(session: RelaySession, signal: AbortSignal): Promise<readonly Granted[]> {
    const granted: Granted[] = []
    let failure: unknown = new WalletError('NO_ACCOUNTS')
    for (const connector of session.connectors) {
      const { namespace } = connector
      if (networksOf(namespace).length === 0) continue
      try {
        const options = { networks: networksOf(namespace), chain: startOf(namespace), silent: true, signal }
        granted.push({ connector, grant: await connector.connect(options), session })
      } catch (error) {
        failure = error // one namespace without usable account does not spoil the others
      }
      if (signal.aborted) for (const each of session.connectors) each.release() // nobody waits for them any more
      signal.throwIfAborted()
    }
    if (granted.length === 0) throw asWalletError(failure)
    return granted
  }

  const attempt = latest(core, connectInstalled)
  /** Told when the attempt is over: what closes on success would cancel it otherwise. Once made, a connection is not taken back. */
  const tellMade = (error?: WalletError): Connection => {
    const connection = made
    made = undefined
    if (!connection) throw error ?? new WalletError('UNKNOWN')
    links.tellConnected([connection], 'chosen')
    return connection
  }
  const connect = joining(
    attempt,
    (wallet, options) => `${wallet.namespace} ${wallet.id} ${options?.chain ?? ''} ${options?.beside ?? ''}`,
    (promise) => promise.then(() => tellMade(), tellMade),
  )

  async function adopt(session: RelaySession, before: () => void = () => {}): Promise<Connection> {
    const adoption = new AbortController()
    adoptions.add(adoption)
    $adopting.set(adoptions.size)
    try {
      const granted = await abortable(core.signal, adoption, (signal) => grantsOf(session, signal))
      adoption.signal.throwIfAborted()
      before()
      const connections = links.add(granted, 'paired')
      links.tellConnected(connections, 'paired')
      return connections[0]
    } catch (error) {
      session.disconnect().catch((failure: unknown) => core.deps.log.warn('a useless session did not end', failure))
      throw error
    } finally {
      adoptions.delete(adoption)
      $adopting.set(adoptions.size)
    }
  }

  /** Connectors that are saying goodbye, each with the promise of its end. */
  const leaving = new Map<Connector, Promise<void>>()
  const isLeaving = ({ connector }: Connection) => leaving.has(connector)

  function sayGoodbye(ended: readonly Link[]): void {
    const goodbyes = new Map<unknown, Promise<void>>() // one for all links of a session
    for (const { session, connection, stop } of ended) {
      stop() // the wallet's own "disconnected" is no news now
      const end = session ?? connection.connector
      const goodbye = goodbyes.get(end) ?? withTimeout(() => end.disconnect(), { ms: DISCONNECT_LIMIT_MS, signal: core.signal })
      goodbyes.set(end, goodbye)
      leaving.set(connection.connector, goodbye)
    }
  }

  /** Drops `ended`, then waits for all that are leaving: a caller who joins an older disconnect is told that everything is gone. */
  const leave = each(core, async (_signal, ended: readonly Link[]): Promise<void> => {
    const connectors = ended.map((link) => link.connection.connector)
    const goodbyes = (isOurs: boolean) =>
      [...leaving].flatMap(([connector, goodbye]) => (connectors.includes(connector) === isOurs ? [goodbye] : []))
    const others = goodbyes(false)
    const outcomes = await Promise.allSettled(goodbyes(true))
    for (const connector of connectors) leaving.delete(connector)
    links.drop(connectors, 'user')
    outcomes.push(...(await Promise.allSettled(others)))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw new WalletError('DISCONNECT_FAILED', { cause: failed.reason })
  })

  /** Ends what is connected, and asked for, at the moment of the call. What is asked for later stays. */
  function disconnectNow(target?: DisconnectTarget): Promise<void> {
    if (core.signal.aborted) return leave([])
    connect.cancel()
    for (const adoption of adoptions) adoption.abort(new WalletError('ABORTED'))
    if (!target) reconnect.cancel()
    const isMeant = (id: string, namespace: Namespace) =>
      !target || (typeof target === 'string' ? target === namespace : target.id === id)
    const named = links.$links.get().filter(({ connection }) => isMeant(connection.id, connection.namespace))
    const ended = [...new Set(named.flatMap(links.sharing))].filter((link) => !isLeaving(link.connection))
    // First of all nothing remembers it: a page that is closed meanwhile must not find it again.
    ledger.remove((entry) => isMeant(connectionId({ ...entry, id: entry.connectorId }), entry.namespace), links.holds)
    for (const link of ended) ledger.removeEntry(keyOf(link))
    sayGoodbye(ended)
    return leave(ended)
  }
  const disconnect: Operation<[DisconnectTarget?], void> = Object.assign(disconnectNow, {
    $state: leave.$state,
    cancel: () => leave.cancel(),
    reset: () => leave.reset(),
  })

  async function restore(entry: LedgerEntry, life: AbortSignal): Promise<void> {
    const port = await core.deps.connectors()
    const limit = entry.transport === 'relay' ? RELAY_RESTORE_LIMIT_MS : SILENT_ANSWER_LIMIT_MS
    const opened: Connector[] = []
    const letGo = () => {
      for (const connector of opened) connector.release()
    }
    const ask = async (signal: AbortSignal): Promise<readonly Granted[]> => {
      if (entry.transport === 'relay') {
        const session = await port.restore({ ...relayOptions(core, signal), topic: entry.topic ?? '' })
        if (!session) throw new WalletError('SESSION_EXPIRED')
        opened.push(...session.connectors)
        signal.throwIfAborted()
        return grantsOf(session, signal)
      }
      const { namespace, connectorId, chain } = entry
      const connector = await port.open({ id: connectorId, namespace })
      opened.push(connector)
      signal.throwIfAborted()
      return [{ connector, grant: await connector.connect({ networks: networksOf(namespace), chain, silent: true, signal }) }]
    }
    const askOnce = (signal: AbortSignal) => {
      const answer = ask(signal)
      // Nobody waits for an answer that comes when the question was given up.
      answer.then(() => signal.aborted && letGo(), letGo)
      return answer
    }
    const granted = await withTimeout(askOnce, { ms: limit, signal: life }).catch((error: unknown) => {
      letGo()
      throw error
    })
    // Disconnected, or connected anew, while the wallet was asked: then nobody waits for it any more.
    const isWanted = ({ connector, session }: Granted) =>
      ledger.has({ namespace: connector.namespace, connectorId: connector.id, topic: session?.topic }) ||
      !links.find(connector.namespace)
    const wanted = ledger.has(entry) ? granted.filter(isWanted) : []
    for (const other of granted) if (!wanted.includes(other)) other.connector.release()
    if (wanted.length > 0) links.tellConnected(links.add(wanted, 'restored'), 'restored')
  }

  const reconnect = once(core, async (signal): Promise<void> => {
    for (const entry of ledger.read()) {
      if (signal.aborted) return
      // Restored along with its session, chosen anew, disconnected meanwhile, or no longer configured.
      if (isThere(entry) || !ledger.has(entry) || networksOf(entry.namespace).length === 0) continue
      try {
        await restore(entry, signal)
      } catch (thrown) {
        const error = asWalletError(thrown)
        core.deps.log.debug(`${entry.wallet.name} was not reconnected`, error)
        tellDeveloper(core, error)
        if (error.code === 'WALLET_NOT_FOUND') ledger.miss(entry)
        else if (over.has(error.code)) ledger.removeEntry(entry)
      }
    }
    for (const entry of ledger.endings()) if (!signal.aborted) await endLeftOver(entry, signal)
    // The network that was chosen last may belong to a wallet that is gone: then the first that is there leads.
    const first = links.find()
    if (first && !startOf(first.namespace)) links.follow(first)
  })

  /** A session that was disconnected or replaced in a page that did not hold it, and that no open page holds: its wallet still shows it. */
  async function endLeftOver({ topic = '' }: LedgerEntry, life: AbortSignal): Promise<void> {
    try {
      const port = await core.deps.connectors()
      const end = async (signal: AbortSignal) => (await port.restore({ ...relayOptions(core, signal), topic }))?.disconnect()
      await withTimeout(end, { ms: RELAY_RESTORE_LIMIT_MS, signal: life })
      ledger.removeTopic(topic)
    } catch (error) {
      core.deps.log.debug('a session that was left over did not end', error) // the next page load tries again
    }
  }

  const switchTo = joining(
    latest(core, async (signal, wanted: Network): Promise<void> => {
      const network = networks.find(wanted.caipNetworkId)
      if (!network) throw new WalletError('NETWORK_NOT_FOUND', { details: { chain: wanted.caipNetworkId } })
      const { connector, grant } = links.find(network.chainNamespace) ?? {}
      if (connector && grant?.chain !== network.caipNetworkId) {
        const done = links.expect(connector, network.caipNetworkId)
        try {
          const reached = await connector.switchTo(network)
          signal.throwIfAborted()
          if (networks.find(reached.chain) !== network)
            throw new WalletError('SWITCH_FAILED', { details: { chain: reached.chain } })
          links.arrive(connector, reached)
        } finally {
          done()
        }
      }
      // A wallet may have gone on to another one since.
      const chain = links.find(network.chainNamespace)?.grant.chain
      if (chain === undefined || chain === network.caipNetworkId) networks.choose(network)
    }),
    (network) => network.caipNetworkId,
  )

  /** What is being ended here is gone from the ledger first, and no news. */
  const heedOthers = () => links.dropForgotten(isLeaving)
  whenAnotherPageActs(core, heedOthers)

  return {
    $status: computed([links.$links, connect.$state, reconnect.$state, $adopting], statusOf),
    $connections: links.$connections,
    connect,
    adopt,
    disconnect,
    activate: links.activate,
    reconnect,
    switchTo,
    active(namespace) {
      heedOthers() // a page that slept has not heard of it yet
      const connection = links.find(namespace)
      if (!connection || isLeaving(connection)) throw new WalletError('NOT_CONNECTED')
      return connection
    },
    find: links.find,
    onChange: links.onChange,
  }
}

function statusOf(
  links: readonly Link[],
  connect: OperationState<Connection>,
  reconnect: OperationState<void>,
  adopting: number,
): ConnectionStatus {
  if (links.length > 0) return 'connected'
  if (connect.status === 'pending' || adopting > 0) return 'connecting'
  return reconnect.status === 'pending' ? 'reconnecting' : 'disconnected'
}
