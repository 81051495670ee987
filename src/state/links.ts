// The connections themselves: at most one per namespace, listening to their connectors, remembered in the ledger. `connection.ts` makes and ends them.
import { atom, batch, computed, type ReadableAtom } from 'nanostores'
import type { GrantedAccount } from '../account.js'
import type { ChainId, Namespace } from '../caip.js'
import type { Connector, ConnectorChange, Grant, RelaySession, Transport } from '../connectors/connector.js'
import { createEmitter } from '../emitter.js'
import { WalletError } from '../errors.js'
import type { ConnectedWallet } from '../wallet.js'
import type { Core } from './core.js'
import { createLedger, type EntryKey, type LedgerEntry } from './ledger.js'
import { removeLinkChoice } from './link-choice.js'
import { createNetworks } from './networks.js'

export interface Connection {
  /** Unique among those of this modal, and stable over reloads. */
  readonly id: string
  readonly connector: Connector
  readonly namespace: Namespace
  readonly wallet: ConnectedWallet
  readonly transport: Transport
  readonly grant: Grant
  /** Those of `grant` on the chain that the wallet is on; the one selected in the wallet first. Never empty. */
  readonly accounts: readonly GrantedAccount[]
}

/** What happened to a connection. `by`: who wanted it. */
export type ConnectionChange =
  | { readonly type: 'connected'; readonly connection: Connection; readonly how: Origin }
  | { readonly type: 'ended'; readonly connection: Connection; readonly by: Ending }
  | { readonly type: 'chain'; readonly connection: Connection; readonly by: 'user' | 'wallet' }

/** `elsewhere`: in another page of this site. */
export type Ending = 'user' | 'wallet' | 'elsewhere'

export type Origin = 'chosen' | 'paired' | 'restored'

/** A connection and what it takes to end it. */
export interface Link {
  readonly connection: Connection
  /** Links of one relay session end together. */
  readonly session?: RelaySession | undefined
  readonly stop: () => void
}

/** A wallet's yes, before it is a connection. */
export interface Granted {
  readonly connector: Connector
  readonly grant: Grant
  readonly session?: RelaySession | undefined
}

export interface Links {
  /** Per namespace the active one first. */
  readonly $links: ReadableAtom<readonly Link[]>
  readonly $connections: ReadableAtom<readonly Connection[]>
  /** The active one of a namespace; else of the chosen network's, else the most recent. */
  find(namespace?: Namespace): Connection | undefined
  /**
   * Makes them the active ones of their namespaces, in place of what was connected there, or `beside` it. Nobody is told yet.
   * @throws WalletError NO_ACCOUNTS
   */
  add(granted: readonly Granted[], how: Origin, beside?: boolean): readonly [Connection, ...Connection[]]
  /** Makes a connection the active one of its namespace. */
  activate(id: string): void
  tellConnected(connections: readonly Connection[], how: Origin): void
  /** The person has asked `connector` to go to `chain`: whatever tells of it first, the person did it. Returns what ends the wait. */
  expect(connector: Connector, chain: ChainId): () => void
  /** The wallet has arrived, with what it grants there. @throws WalletError NOT_CONNECTED it was disconnected meanwhile */
  arrive(connector: Connector, grant: Grant): void
  drop(connectors: readonly Connector[], by: Ending): void
  /** Ends here what another page of this site has ended, or replaced: it is not in the ledger any more. Its wallet is told only if nobody else does. What is leaving anyway is passed over. */
  dropForgotten(isLeaving: (connection: Connection) => boolean): void
  /** Whether this page has the relay session of a topic. */
  holds(topic: string): boolean
  /** The links that live and die with this one: those of its relay session. */
  sharing(link: Link): readonly Link[]
  /** The chosen network goes where the wallet is, if that is a configured one. */
  follow(connection: Connection): void
  onChange(listener: (change: ConnectionChange) => void): () => void
}

/** A part. */
export function createLinks(core: Core): Links {
  const networks = core.use(createNetworks)
  const ledger = core.use(createLedger)
  const $links = atom<readonly Link[]>([])
  const expected = new Map<Connector, { readonly chain: ChainId; isTold: boolean }>()
  const changes = createEmitter<{ change: ConnectionChange }>(core.deps.log.error)
  const tell = (change: ConnectionChange) => changes.emit('change', change)
  const find = (namespace?: Namespace): Connection | undefined => {
    const all = $links.get().map((link) => link.connection)
    if (namespace) return all.find((connection) => connection.namespace === namespace)
    const current = networks.$network.get().chainNamespace
    return all.find((connection) => connection.namespace === current) ?? all[0]
  }
  const activeOf = (namespace: Namespace) => $links.get().find(({ connection }) => connection.namespace === namespace)?.connection
  const linkOf = (connector: Connector) => $links.get().find((link) => link.connection.connector === connector)
  /** Wallets may answer with an older id of a chain; inside only the configured id exists. */
  const known = (chain: ChainId) => networks.find(chain)?.caipNetworkId ?? chain
  const canonical = ({ accounts, chain, chains }: Grant): Grant => ({
    accounts: accounts.map((account) => ({ ...account, chain: known(account.chain) })),
    chain: known(chain),
    ...(chains ? { chains } : {}),
  })
  const sharing = (link: Link) => (link.session ? $links.get().filter((other) => other.session === link.session) : [link])

  const holds = (topic: string) => $links.get().some((link) => link.session?.topic === topic)

  function follow({ grant }: Connection): void {
    const network = networks.find(grant.chain)
    if (network) networks.choose(network)
  }

  function linkTo({ connector, grant, session }: Granted): Link {
    const { namespace, wallet, transport } = connector
    const granted = canonical(grant)
    const id = connectionId(connector)
    const connection = { id, connector, namespace, wallet, transport, grant: granted, accounts: accountsOf(granted) }
    return { connection, session, stop: connector.onChange((change) => onConnectorChange(connector, change)) }
  }

  /** What the networks know of where requests may go: as the active wallet of a namespace has it. */
  function restrict(namespace: Namespace): void {
    networks.restrict(namespace, activeOf(namespace)?.grant.chains)
  }

  function add(granted: readonly Granted[], how: Origin, beside = false): readonly [Connection, ...Connection[]] {
    if (granted.some(({ grant }) => accountsOf(canonical(grant)).length === 0)) throw new WalletError('NO_ACCOUNTS')
    const links = granted.map(linkTo)
    const [first, ...others] = links
    if (!first) throw new WalletError('NO_ACCOUNTS')
    const isReplaced = (old: Link) =>
      links.some(({ connection: { id, namespace } }) =>
        beside || how === 'restored' ? old.connection.id === id : old.connection.namespace === namespace,
      )
    const replaced = $links.get().filter(isReplaced)
    // Before anybody hears of them: who then looks into the ledger finds them there.
    if (how !== 'restored')
      for (const link of [...links].reverse()) ledger.put(entryOf(link, core.deps.now()), holds, () => !beside)
    for (const old of replaced) {
      old.stop()
      if (!old.session) old.connection.connector.release() // a session hears on, until it has said goodbye
    }
    batch(() => {
      const rest = $links.get().filter((link) => !replaced.includes(link))
      // What is restored stands behind what was made since; what is made now goes first.
      $links.set(how === 'restored' ? [...rest, ...links] : [...links, ...rest])
      for (const { connection } of links) restrict(connection.namespace)
      const current = networks.$network.get().chainNamespace
      const lead = links.find((link) => link.connection.namespace === current) ?? (how === 'restored' ? undefined : first)
      if (lead && activeOf(lead.connection.namespace) === lead.connection) follow(lead.connection)
    })
    endUnused(replaced)
    return [first.connection, ...others.map((link) => link.connection)]
  }

  function activate(id: string): void {
    const link = $links.get().find(({ connection }) => connection.id === id)
    if (!link || activeOf(link.connection.namespace) === link.connection) return
    batch(() => {
      $links.set([link, ...$links.get().filter((other) => other !== link)])
      restrict(link.connection.namespace)
      follow(link.connection)
    })
    ledger.patch(keyOf(link), { at: core.deps.now() })
  }

  /** A relay session that lost its last namespace to another wallet would live on unseen in that wallet. */
  function endUnused(replaced: readonly Link[]): void {
    for (const session of new Set(replaced.flatMap((link) => link.session ?? []))) {
      if ($links.get().some((link) => link.session?.topic === session.topic)) continue
      endSession(session)
    }
  }

  function endSession(session: RelaySession): void {
    ledger.removeTopic(session.topic)
    session.disconnect().catch((error: unknown) => core.deps.log.warn('a replaced session did not end', error))
  }

  function onConnectorChange(connector: Connector, change: ConnectorChange): void {
    const link = linkOf(connector)
    if (!link || core.signal.aborted || change.type === 'message') return
    if (change.type === 'grant') {
      const grant = canonical(change.grant)
      if (accountsOf(grant).length > 0) return onGrant(link, grant)
      if (sharing(link).length > 1) return loseNamespace(link)
    }
    // An installed wallet that locks says the same as one that was disconnected: it stays in the ledger, and is asked
    // silently on the next load. A relay session is gone for good.
    if (link.session) ledger.removeTopic(link.session.topic)
    drop(
      sharing(link).map((other) => other.connection.connector),
      'wallet',
    )
  }

  /** A session grants nothing in one of its namespaces any more; the others live on. */
  function loseNamespace(link: Link): void {
    ledger.removeEntry(keyOf(link))
    drop([link.connection.connector], 'wallet')
  }

  function onGrant(link: Link, grant: Grant): void {
    const wait = expected.get(link.connection.connector)
    const isExpected = wait?.chain === grant.chain
    if (wait && isExpected) wait.isTold = true
    update(link, grant, isExpected ? 'user' : 'wallet')
  }

  function update(link: Link, grant: Grant, by: 'user' | 'wallet'): void {
    const before = link.connection.grant
    if (JSON.stringify(before) === JSON.stringify(grant)) return
    const isMoved = before.chain !== grant.chain
    const { namespace } = link.connection
    const isCurrent = find()?.id === link.connection.id
    const connection = { ...link.connection, grant, accounts: accountsOf(grant) }
    batch(() => {
      $links.set($links.get().map((other) => (other.connection.id === connection.id ? { ...other, connection } : other)))
      restrict(namespace)
      if (isMoved && (isCurrent || by === 'user')) follow(connection)
    })
    if (!isMoved) return
    ledger.patch(keyOf(link), { chain: grant.chain })
    tell({ type: 'chain', connection, by })
  }

  const isRemembered = (link: Link) => (link.session ? ledger.hasTopic(link.session.topic) : ledger.has(keyOf(link)))

  function dropForgotten(isLeaving: (connection: Connection) => boolean): void {
    const gone = $links.get().filter((link) => !isLeaving(link.connection) && !isRemembered(link))
    for (const session of new Set(gone.flatMap((link) => link.session ?? []))) {
      if (!ledger.endings().some(({ topic }) => topic === session.topic)) session.forget()
      else endSession(session)
    }
    drop(
      gone.map((link) => link.connection.connector),
      'elsewhere',
    )
  }

  function drop(connectors: readonly Connector[], by: Ending): void {
    const ended = $links.get().filter((link) => connectors.includes(link.connection.connector))
    for (const link of ended) letGo(link)
    batch(() => {
      $links.set($links.get().filter((link) => !ended.includes(link)))
      for (const { connection } of ended) restrict(connection.namespace)
    })
    // What is stored now may be another page's choice.
    if (by !== 'elsewhere' && ended.some((link) => link.connection.transport === 'relay')) removeLinkChoice(core)
    for (const { connection } of ended) tell({ type: 'ended', connection, by })
  }

  core.onEnd(() => $links.get().forEach(letGo))

  return {
    $links,
    $connections: computed($links, (links): readonly Connection[] => links.map((link) => link.connection)),
    find,
    add,
    activate,
    tellConnected(connections, how) {
      for (const connection of connections) tell({ type: 'connected', connection, how })
    },
    expect(connector, chain) {
      const wait = { chain, isTold: false }
      expected.set(connector, wait)
      return () => void (expected.get(connector) === wait && expected.delete(connector))
    },
    arrive(connector, grant) {
      const link = linkOf(connector)
      if (!link) throw new WalletError('NOT_CONNECTED')
      if (!expected.get(connector)?.isTold) update(link, canonical(grant), 'user') // what it told since then is newer
    },
    drop,
    dropForgotten,
    holds,
    sharing,
    follow,
    onChange: (listener) => changes.on('change', listener),
  }
}

export const connectionId = ({ namespace, id }: Pick<Connector, 'namespace' | 'id'>) => `${namespace} ${id}`

const accountsOf = ({ accounts, chain }: Grant) => accounts.filter((account) => account.chain === chain)

/** Nothing is heard of it any more: the wallet's object outlives every connection of the page. */
function letGo({ connection, stop }: Link): void {
  stop()
  connection.connector.release()
}

/** What a connection is stored by. */
export function keyOf({ connection: { connector, namespace }, session }: Link): EntryKey {
  return { namespace, connectorId: connector.id, ...(session ? { topic: session.topic } : {}) }
}

function entryOf(link: Link, at: number): LedgerEntry {
  const { wallet, transport, grant } = link.connection
  return { ...keyOf(link), wallet, transport, chain: grant.chain, at }
}
