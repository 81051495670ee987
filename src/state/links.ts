// The connections themselves: at most one per namespace, listening to their connectors, remembered in the ledger. `connection.ts` makes and ends them.
import { atom, batch, computed, type ReadableAtom } from 'nanostores'
import type { AccountId, ChainId, Namespace } from '../caip.js'
import type { Connector, ConnectorChange, Grant, RelaySession, Transport } from '../connectors/connector.js'
import { WalletError } from '../errors.js'
import type { ConnectedWallet } from '../wallet.js'
import type { Core } from './core.js'
import { createLedger, type LedgerEntry } from './ledger.js'
import { removeLinkChoice } from './link-choice.js'
import { createNetworks } from './networks.js'

export interface Connection {
  readonly connector: Connector
  readonly namespace: Namespace
  readonly wallet: ConnectedWallet
  readonly transport: Transport
  readonly grant: Grant
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
  readonly $links: ReadableAtom<readonly Link[]>
  readonly $connections: ReadableAtom<readonly Connection[]>
  find(namespace?: Namespace): Connection | undefined
  /** Replaces what was connected in the same namespaces; nobody is told yet. @throws WalletError NO_ACCOUNTS */
  add(granted: readonly Granted[], how: Origin): readonly [Connection, ...Connection[]]
  tellConnected(connections: readonly Connection[], how: Origin): void
  /** The person has asked `connector` to go to `chain`: whatever tells of it first, the person did it. Returns what ends the wait. */
  expect(connector: Connector, chain: ChainId): () => void
  /** The wallet has arrived there. @throws WalletError NOT_CONNECTED it was disconnected meanwhile */
  arrive(connector: Connector, chain: ChainId): void
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
  const listeners = new Set<(change: ConnectionChange) => void>()
  const tell = (change: ConnectionChange) => {
    for (const listener of [...listeners]) listener(change)
  }
  const find = (namespace?: Namespace): Connection | undefined => {
    const all = $links.get().map((link) => link.connection)
    if (namespace) return all.find((connection) => connection.namespace === namespace)
    const current = networks.$network.get().chainNamespace
    return all.find((connection) => connection.namespace === current) ?? all[0]
  }
  const linkOf = (connector: Connector) => $links.get().find((link) => link.connection.connector === connector)
  /** Wallets may answer with an older id of a chain; inside only the configured id exists. */
  const known = (chain: ChainId) => networks.find(chain)?.caipNetworkId ?? chain
  const sharing = (link: Link) => (link.session ? $links.get().filter((other) => other.session === link.session) : [link])

  const holds = (topic: string) => $links.get().some((link) => link.session?.topic === topic)

  function follow({ grant }: Connection): void {
    const network = networks.find(grant.chain)
    if (network) networks.choose(network)
  }

  function linkTo({ connector, grant, session }: Granted): Link {
    const { namespace, wallet, transport } = connector
    const connection = { connector, namespace, wallet, transport, grant: onChain(grant, known(grant.chain)) }
    return { connection, session, stop: connector.onChange((change) => hear(connector, change)) }
  }

  function add(granted: readonly Granted[], how: Origin): readonly [Connection, ...Connection[]] {
    if (granted.some(({ grant }) => grant.accounts.length === 0)) throw new WalletError('NO_ACCOUNTS')
    const links = granted.map(linkTo)
    const [first, ...others] = links
    if (!first) throw new WalletError('NO_ACCOUNTS')
    const replaced = $links.get().filter((old) => links.some((link) => link.connection.namespace === old.connection.namespace))
    // Before anybody hears of them: who then looks into the ledger finds them there.
    if (how !== 'restored') for (const link of [...links].reverse()) ledger.put(entryOf(link, core.deps.now()), holds)
    for (const old of replaced) {
      old.stop()
      if (!old.session) old.connection.connector.release() // a session hears on, until it has said goodbye
    }
    batch(() => {
      const rest = $links.get().filter((link) => !replaced.includes(link))
      // What is restored stands behind what was made since; what is made now goes first.
      $links.set(how === 'restored' ? [...rest, ...links] : [...links, ...rest])
      for (const { connection } of links) networks.restrict(connection.namespace, connection.grant.chains)
      const current = networks.$network.get().chainNamespace
      const lead = links.find((link) => link.connection.namespace === current) ?? (how === 'restored' ? undefined : first)
      if (lead) follow(lead.connection)
    })
    endUnused(replaced)
    return [first.connection, ...others.map((link) => link.connection)]
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

  function update(link: Link, grant: Grant): Connection {
    const connection = { ...link.connection, grant }
    $links.set(
      $links.get().map((other) => (other.connection.connector === connection.connector ? { ...other, connection } : other)),
    )
    return connection
  }

  function hear(connector: Connector, change: ConnectorChange): void {
    const link = linkOf(connector)
    if (!link || core.signal.aborted) return
    if (change.type === 'disconnect' || (change.type === 'accounts' && change.accounts.length === 0)) {
      // An installed wallet that locks says the same as one that was disconnected: it stays in the ledger, and is asked
      // silently on the next load. A relay session is gone for good.
      if (link.session) ledger.removeTopic(link.session.topic)
      drop(
        sharing(link).map((other) => other.connection.connector),
        'wallet',
      )
    } else if (change.type === 'accounts') {
      const { grant } = link.connection
      if (change.accounts.join() !== grant.accounts.join()) update(link, { ...grant, accounts: change.accounts })
    } else if (change.type === 'chains') {
      const { grant, namespace } = link.connection
      batch(() => {
        update(link, { ...grant, chains: change.chains })
        networks.restrict(namespace, change.chains)
      })
    } else if (change.type === 'chain') {
      const chain = known(change.chain)
      const wait = expected.get(connector)
      const isExpected = wait?.chain === chain
      if (wait && isExpected) wait.isTold = true
      moveTo(link, chain, isExpected ? 'user' : 'wallet')
    }
  }

  function moveTo(link: Link, chain: ChainId, by: 'user' | 'wallet'): void {
    const { grant, namespace } = link.connection
    if (grant.chain === chain) return
    const isCurrent = find()?.namespace === namespace
    let { connection } = link
    batch(() => {
      connection = update(link, onChain(grant, chain))
      if (isCurrent || by === 'user') follow(connection)
    })
    ledger.patch(namespace, { chain })
    tell({ type: 'chain', connection, by })
  }

  const isRemembered = ({ connection: { connector, namespace }, session }: Link) =>
    session ? ledger.hasTopic(session.topic) : ledger.has({ namespace, connectorId: connector.id })

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
      for (const { connection } of ended) networks.restrict(connection.namespace, undefined)
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
    tellConnected(connections, how) {
      for (const connection of connections) tell({ type: 'connected', connection, how })
    },
    expect(connector, chain) {
      const wait = { chain, isTold: false }
      expected.set(connector, wait)
      return () => void (expected.get(connector) === wait && expected.delete(connector))
    },
    arrive(connector, chain) {
      const link = linkOf(connector)
      if (!link) throw new WalletError('NOT_CONNECTED')
      if (!expected.get(connector)?.isTold) moveTo(link, chain, 'user') // what it told since then is newer
    },
    drop,
    dropForgotten,
    holds,
    sharing,
    follow,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Same accounts, told for another chain of the namespace. */
function onChain(grant: Grant, chain: ChainId): Grant {
  if (grant.chain === chain) return grant
  const accounts = grant.accounts.map((account) => `${chain}${account.slice(account.lastIndexOf(':'))}` as AccountId) // CAIP-10: an address has no colon
  return { ...grant, chain, accounts }
}

/** Nothing is heard of it any more: the wallet's object outlives every connection of the page. */
function letGo({ connection, stop }: Link): void {
  stop()
  connection.connector.release()
}

function entryOf({ connection, session }: Link, at: number): LedgerEntry {
  const { connector, namespace, wallet, transport, grant } = connection
  const topic = session ? { topic: session.topic } : {}
  return { namespace, connectorId: connector.id, wallet, transport, ...topic, chain: grant.chain, at }
}
