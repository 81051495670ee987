// The list of connections: one active connection per namespace, each listening to its connector and stored for the next page load.
// `connection.ts` makes and ends them.
import { atom, batch, computed, type ReadableAtom } from 'nanostores'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import type { Connector, ConnectorChange, Grant, RelaySession, Transport } from '../../connectors/connector.js'
import { createEmitter } from '../../vocabulary/emitter.js'
import { walletError } from '../../vocabulary/errors.js'
import type { ConnectedWallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { createStoredConnections, type StoredConnectionKey, type StoredConnection } from './stored-connections.js'
import { removeDeeplinkChoice } from './deeplink-choice.js'
import { createNetworks } from '../networks/networks.js'

/** A wallet that is connected on one namespace. */
export interface Connection {
  /** Unique among those of this modal, and stable over reloads. */
  readonly id: string
  readonly connector: Connector
  readonly namespace: Namespace
  readonly wallet: ConnectedWallet
  /** How requests reach the wallet: an installed wallet, the relay … */
  readonly transport: Transport
  /** What the wallet has agreed to: accounts on all chains, and the chain it is on. */
  readonly grant: Grant
  /** The accounts of `grant` on the chain that the wallet is on; the one selected in the wallet first. Never empty. */
  readonly accounts: readonly GrantedAccount[]
}

/** What happened to a connection. `by`: who caused it. */
export type ConnectionChange =
  | { readonly type: 'connected'; readonly connection: Connection; readonly how: ConnectedBy }
  | { readonly type: 'ended'; readonly connection: Connection; readonly by: Ending }
  | { readonly type: 'chain'; readonly connection: Connection; readonly by: 'user' | 'wallet' }

/** Who ended a connection. `elsewhere`: another tab of this site. */
export type Ending = 'user' | 'wallet' | 'elsewhere'

/** How a connection came about. `chosen`: with an installed wallet; `paired`: over the relay; `restored`: from the storage, without a prompt. */
export type ConnectedBy = 'chosen' | 'paired' | 'restored'

/** A connection and what it takes to end it. */
export interface LiveConnection {
  readonly connection: Connection
  /** The relay session it came with. The connections of one session end together. */
  readonly session?: RelaySession | undefined
  /** When it was made or last activated, Unix ms: the connections of a namespace stand in this order, newest first. */
  readonly at: number
  /** Stops listening to the connector. */
  readonly stop: () => void
}

/** Where new connections are put. */
export interface Placement {
  /** The ecosystem that the visitor has asked for: in the others what is connected stays active. Undefined: the new ones are active in all. */
  readonly lead?: Namespace | undefined
  /** Keeps what is connected in the ecosystems where the new connections are active. Default: it is replaced. */
  readonly beside?: boolean | undefined
}

/** What a wallet has agreed to, before `Connections.add` makes it a connection. */
export interface Granted {
  readonly connector: Connector
  readonly grant: Grant
  readonly session?: RelaySession | undefined
}

/** What `createConnections` makes. For `connection.ts` alone. */
export interface Connections {
  /** Within a namespace the active connection stands first. */
  readonly $live: ReadableAtom<readonly LiveConnection[]>
  readonly $connections: ReadableAtom<readonly Connection[]>
  /** The active connection of `namespace`; without one that of the chosen network's namespace, else the most recent. */
  find(namespace?: Namespace): Connection | undefined
  /**
   * Adds connections and stores them. New ones become the active ones of their namespaces, see `Placement`; restored ones get the place that they had.
   * Does not emit `connected`: see `tellConnected`. Returns the one that the page goes to first.
   * @throws WalletError NO_ACCOUNTS when one of `granted` has no account on its chain; then nothing is added
   */
  add(granted: readonly Granted[], how: ConnectedBy, placement?: Placement): readonly [Connection, ...Connection[]]
  /** Makes a connection the active one of its namespace, and the network of its wallet the chosen one. */
  activate(id: string): void
  /** Stores which account of a connection is selected. */
  remember(connection: Connection, address: string): void
  /** The address stored by `remember`, also by an earlier page load. */
  remembered(connection: Connection): string | undefined
  /** Emits a `connected` change for each. */
  tellConnected(connections: readonly Connection[], how: ConnectedBy): void
  /**
   * The visitor has asked for `chain`: until the returned function is called, a grant of `connector` on `chain` counts as caused by the user, also
   * when the connector reports it before it answers the request.
   */
  beginSwitch(connector: Connector, chain: ChainId): () => void
  /** Takes over the grant that the wallet answered a switch with. @throws WalletError NOT_CONNECTED when it was disconnected meanwhile */
  completeSwitch(connector: Connector, grant: Grant): void
  /** Removes the connections of `connectors`, releases these, and emits `ended` for each. Neither the wallets nor the stored connections are touched. */
  drop(connectors: readonly Connector[], by: Ending): void
  /**
   * Drops the connections that another tab of this site has ended or replaced, which are not stored any more. Disconnects the relay session of such a
   * connection only when the other tab did not hold it. Connections for which `isLeaving` is true are skipped.
   */
  dropForgotten(isLeaving: (connection: Connection) => boolean): void
  /** Whether this tab has the relay session of a topic. */
  holds(topic: string): boolean
  /** All connections of the same relay session, this one included; for other transports this one alone. */
  sharing(live: LiveConnection): readonly LiveConnection[]
  /** Makes the network that the connection's wallet is on the chosen one; where it is not configured, one of its ecosystem, if another is chosen. */
  follow(connection: Connection): void
  /** Calls `listener` once for every change, after the stores are updated. Returns the stop function. */
  onChange(listener: (change: ConnectionChange) => void): () => void
}

/** A part: the connections of one modal. Releases all connectors when the instance ends. */
export function createConnections(core: Core): Connections {
  const networks = core.use(createNetworks)
  const stored = core.use(createStoredConnections)
  const $live = atom<readonly LiveConnection[]>([])
  const expected = new Map<Connector, { readonly chain: ChainId; isTold: boolean }>()
  const changes = createEmitter<{ change: ConnectionChange }>(core.deps.log.error)
  const tell = (change: ConnectionChange) => changes.emit('change', change)
  const find = (namespace?: Namespace): Connection | undefined => {
    const all = $live.get().map((live) => live.connection)
    if (namespace) return all.find((connection) => connection.namespace === namespace)
    const current = networks.$network.get().chainNamespace
    return all.find((connection) => connection.namespace === current) ?? all[0]
  }
  const activeOf = (namespace: Namespace) => $live.get().find(({ connection }) => connection.namespace === namespace)?.connection
  const liveOf = (connector: Connector) => $live.get().find((live) => live.connection.connector === connector)
  /** Replaces an older id of a chain, with which wallets may answer (Solana), by the configured id. */
  const known = (chain: ChainId) => networks.find(chain)?.caipNetworkId ?? chain
  const canonical = ({ accounts, chain, chains }: Grant): Grant => ({
    accounts: accounts.map((account) => ({ ...account, chain: known(account.chain) })),
    chain: known(chain),
    ...(chains ? { chains } : {}),
  })
  const sharing = (live: LiveConnection) =>
    live.session ? $live.get().filter((other) => other.session === live.session) : [live]

  const holds = (topic: string) => $live.get().some((live) => live.session?.topic === topic)

  function follow({ grant, namespace }: Connection): void {
    const isHere = networks.$network.get().chainNamespace === namespace
    const network = networks.find(grant.chain) ?? (isHere ? undefined : networks.networks.find(isOf(namespace)))
    if (network) networks.choose(network)
  }

  function holdOpen({ connector, grant, session }: Granted, at: number): LiveConnection {
    const { namespace, wallet, transport } = connector
    const granted = canonical(grant)
    const id = connectionId(connector)
    const connection = { id, connector, namespace, wallet, transport, grant: granted, accounts: accountsOf(granted) }
    return { connection, session, at, stop: connector.onChange((change) => onConnectorChange(connector, change)) }
  }

  /** When a connection was made or last activated: for a restored one as stored, for one that was not asked for before all others of its namespace. */
  function timeOf({ connector, session }: Granted, how: ConnectedBy, isExtra: boolean): number {
    if (how === 'restored') return stored.find({ ...keyFor(connector), topic: session?.topic })?.at ?? 0
    const live = $live.get().filter(({ connection }) => connection.namespace === connector.namespace)
    const others = [...live, ...stored.read().filter(({ namespace }) => namespace === connector.namespace)]
    return isExtra && others.length > 0 ? Math.min(...others.map(({ at }) => at)) - 1 : newest()
  }

  /** A time after those of all connections, other tabs' included, also when the clock was set back since. */
  const newest = () => Math.max(core.deps.now(), ...[...$live.get(), ...stored.read()].map(({ at }) => at + 1))

  /** Tells the networks which chains the active wallet of a namespace accepts requests for. */
  function restrict(namespace: Namespace): void {
    networks.restrict(namespace, activeOf(namespace)?.grant.chains)
  }

  function add(granted: readonly Granted[], how: ConnectedBy, placement: Placement = {}): readonly [Connection, ...Connection[]] {
    if (granted.some(({ grant }) => accountsOf(canonical(grant)).length === 0)) throw walletError('NO_ACCOUNTS')
    const { lead, beside = false } = placement
    const before = $live.get()
    /** A wallet that was not asked for this ecosystem does not take the place of one that was, in this tab or in another. */
    const isExtra = ({ namespace }: Connector) => how !== 'restored' && lead !== undefined && namespace !== lead
    const added = granted.map((each) => holdOpen(each, timeOf(each, how, isExtra(each.connector))))
    const isBeside = ({ connection }: LiveConnection) => beside || how === 'restored' || isExtra(connection.connector)
    const replaced = before.filter((old) =>
      added.some((live) => {
        const { id, namespace } = live.connection
        return isBeside(live) ? old.connection.id === id : old.connection.namespace === namespace
      }),
    )
    // Before the stores change: their listeners may read the stored connections.
    if (how !== 'restored') for (const live of [...added].reverse()) stored.put(entryOf(live), holds, () => !isBeside(live))
    for (const old of replaced) {
      old.stop()
      if (!old.session) old.connection.connector.release()
    }
    const current = networks.$network.get().chainNamespace
    const [first, ...others] = [...added].sort(
      (a, b) => rank(a.connection.namespace, lead, current) - rank(b.connection.namespace, lead, current),
    )
    if (!first) throw walletError('NO_ACCOUNTS')
    batch(() => {
      $live.set(inOrder([...added, ...before.filter((live) => !replaced.includes(live))]))
      for (const { connection } of added) restrict(connection.namespace)
      // A restored connection moves the page only within the network's own ecosystem.
      const leads = how !== 'restored' || first.connection.namespace === current
      if (leads && activeOf(first.connection.namespace) === first.connection) follow(first.connection)
    })
    endUnused(replaced)
    return [first.connection, ...others.map((live) => live.connection)]
  }

  function activate(id: string): void {
    const live = $live.get().find(({ connection }) => connection.id === id)
    if (!live || find() === live.connection) return
    const activated = { ...live, at: newest() }
    batch(() => {
      $live.set(inOrder([activated, ...$live.get().filter((other) => other !== live)]))
      restrict(live.connection.namespace)
      follow(live.connection)
    })
    stored.patch(keyOf(live), { at: activated.at })
  }

  /**
   * Disconnects the relay sessions that have no connection left: their wallets would go on showing them as connected. Of a session that goes on, the
   * replaced connectors are released.
   */
  function endUnused(replaced: readonly LiveConnection[]): void {
    const isUsed = (session: RelaySession) => $live.get().some((live) => live.session?.topic === session.topic)
    for (const { connection, session } of replaced) if (session && isUsed(session)) connection.connector.release()
    for (const session of new Set(replaced.flatMap((live) => live.session ?? []))) if (!isUsed(session)) endSession(session)
  }

  function endSession(session: RelaySession): void {
    stored.removeTopic(session.topic)
    session.disconnect().catch((error: unknown) => core.deps.log.warn('a replaced session did not end', error))
  }

  function onConnectorChange(connector: Connector, change: ConnectorChange): void {
    const live = liveOf(connector)
    if (!live || core.signal.aborted || change.type === 'message') return
    if (change.type === 'grant') {
      const grant = canonical(change.grant)
      if (accountsOf(grant).length > 0) return onGrant(live, grant)
      if (live.session) return loseNamespace(live, live.session)
    }
    // An installed wallet reports the same when it locks as when it is disconnected: it stays stored, and is asked without prompt on the next load.
    // A relay session has ended for good.
    if (live.session) stored.removeTopic(live.session.topic)
    drop(
      sharing(live).map((other) => other.connection.connector),
      'wallet',
    )
  }

  /**
   * Drops the connection of a namespace in which its session grants no account any more. The session's other connections stay. Without any the session is
   * ended: it may still grant a namespace in which another wallet has taken its place.
   */
  function loseNamespace(live: LiveConnection, session: RelaySession): void {
    stored.removeEntry(keyOf(live))
    if (!stored.hasTopic(session.topic)) endSession(session)
    drop([live.connection.connector], 'wallet')
  }

  function onGrant(live: LiveConnection, grant: Grant): void {
    const wait = expected.get(live.connection.connector)
    const isExpected = wait?.chain === grant.chain
    if (wait && isExpected) wait.isTold = true
    update(live, grant, isExpected ? 'user' : 'wallet')
  }

  function update(live: LiveConnection, grant: Grant, by: 'user' | 'wallet'): void {
    const before = live.connection.grant
    if (JSON.stringify(before) === JSON.stringify(grant)) return
    const isMoved = before.chain !== grant.chain
    const { namespace } = live.connection
    const isCurrent = find()?.id === live.connection.id
    const connection = { ...live.connection, grant, accounts: accountsOf(grant) }
    batch(() => {
      $live.set($live.get().map((other) => (other.connection.id === connection.id ? { ...other, connection } : other)))
      restrict(namespace)
      if (isMoved && (isCurrent || by === 'user')) follow(connection)
    })
    if (!isMoved) return
    stored.patch(keyOf(live), { chain: grant.chain })
    tell({ type: 'chain', connection, by })
  }

  function dropForgotten(isLeaving: (connection: Connection) => boolean): void {
    const gone = $live.get().filter((live) => !isLeaving(live.connection) && !stored.has(keyOf(live)))
    for (const session of new Set(gone.flatMap((live) => live.session ?? []))) {
      if (stored.hasTopic(session.topic)) continue // the other tab has replaced it in one namespace
      if (!stored.endings().some(({ topic }) => topic === session.topic)) session.forget()
      else endSession(session)
    }
    drop(
      gone.map((live) => live.connection.connector),
      'elsewhere',
    )
  }

  function drop(connectors: readonly Connector[], by: Ending): void {
    const ended = $live.get().filter((live) => connectors.includes(live.connection.connector))
    for (const live of ended) detach(live)
    const before = find()
    batch(() => {
      $live.set($live.get().filter((live) => !ended.includes(live)))
      for (const { connection } of ended) restrict(connection.namespace)
      // The page goes where a wallet is left, of this ecosystem or of another one.
      const left = find()
      if (left && (left !== before || left.namespace !== networks.$network.get().chainNamespace)) follow(left)
    })
    // After an end in another tab, the stored deep-link choice may be that tab's.
    if (by !== 'elsewhere' && ended.some((live) => live.connection.transport === 'relay')) removeDeeplinkChoice(core)
    for (const { connection } of ended) tell({ type: 'ended', connection, by })
  }

  core.onEnd(() => $live.get().forEach(detach))

  return {
    $live,
    $connections: computed($live, (all): readonly Connection[] => all.map((live) => live.connection)),
    find,
    add,
    activate,
    remember(connection, address) {
      const live = liveOf(connection.connector)
      if (live) stored.patch(keyOf(live), { address })
    },
    remembered({ connector }) {
      const live = liveOf(connector)
      return live && stored.find(keyOf(live))?.address
    },
    tellConnected(connections, how) {
      for (const connection of connections) tell({ type: 'connected', connection, how })
    },
    beginSwitch(connector, chain) {
      const wait = { chain, isTold: false }
      expected.set(connector, wait)
      return () => void (expected.get(connector) === wait && expected.delete(connector))
    },
    completeSwitch(connector, grant) {
      const live = liveOf(connector)
      if (!live) throw walletError('NOT_CONNECTED')
      if (!expected.get(connector)?.isTold) update(live, canonical(grant), 'user') // a grant that the connector has reported since is newer
    },
    drop,
    dropForgotten,
    holds,
    sharing,
    follow,
    onChange: (listener) => changes.on('change', listener),
  }
}

/** Id of a connection: its namespace and the id of its connector. The same after a reload. */
export const connectionId = ({ namespace, id }: Pick<Connector, 'namespace' | 'id'>) => `${namespace} ${id}`

const accountsOf = ({ accounts, chain }: Grant) => accounts.filter((account) => account.chain === chain)

/** Stops listening and releases the connector: an installed wallet's object outlives the connection. */
function detach({ connection, stop }: LiveConnection): void {
  stop()
  connection.connector.release()
}

const keyFor = ({ namespace, id }: Pick<Connector, 'namespace' | 'id'>) => ({ namespace, connectorId: id })

/** The key under which a connection is stored. */
export function keyOf({ connection: { connector }, session }: LiveConnection): StoredConnectionKey {
  return { ...keyFor(connector), ...(session ? { topic: session.topic } : {}) }
}

function entryOf(live: LiveConnection): StoredConnection {
  const { wallet, transport, grant } = live.connection
  return { ...keyOf(live), wallet, transport, chain: grant.chain, at: live.at }
}

const isOf =
  (namespace: Namespace) =>
  ({ chainNamespace }: { readonly chainNamespace: Namespace }) =>
    chainNamespace === namespace

/** Newest first; those of one moment as they stand. */
const inOrder = (all: readonly LiveConnection[]) => [...all].sort((a, b) => b.at - a.at)

/** Which of the new connections the page goes to: the ecosystem that was asked for, that of the chosen network, any. */
const rank = (namespace: Namespace, lead: Namespace | undefined, current: Namespace) =>
  namespace === lead ? 0 : namespace === current ? 1 : 2
