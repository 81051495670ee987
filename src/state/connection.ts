// Who is connected: one connection per namespace, made by a wallet in this browser or by a relay session, restored after a reload,
// and never shown unless the wallet behind it answers. The only listener to what connectors report.
import { atom, batch, computed, readonlyType, type ReadableAtom } from 'nanostores'
import { WalletError } from '../errors.js'
import type { AccountId, ChainId, Namespace } from '../caip.js'
import type { Connector, Grant, RelaySession, Transport, ConnectorChange } from '../connectors/connector.js'
import type { Network } from '../network.js'
import type { ConnectedWallet, InstalledWallet } from '../wallet.js'
import type { Core } from './core.js'
import { asWalletError, latest, once, type Operation, type OperationState } from './lib/operation.js'
import { createLedger, type LedgerEntry } from './ledger.js'
import { removeLinkChoice } from './link-choice.js'
import { createNetworks } from './networks.js'
import { relayOptions } from './relay-options.js'

/** A wallet that does not answer a question without prompt within this is not there. */
export const SILENT_ANSWER_LIMIT_MS = 5_000
/** A restored relay session needs a socket first. */
export const RELAY_RESTORE_LIMIT_MS = 15_000
/** How long a wallet may take to say goodbye; it is forgotten here in any case. */
export const DISCONNECT_LIMIT_MS = 3_000

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting'

export interface Connection {
  readonly connector: Connector
  readonly namespace: Namespace
  readonly wallet: ConnectedWallet
  readonly transport: Transport
  readonly grant: Grant
}

/** What happened to a connection, for `reactions.ts`. `by`: who ended it. */
export type ConnectionChange =
  | { readonly type: 'connected'; readonly connection: Connection; readonly how: 'chosen' | 'paired' | 'restored' }
  | { readonly type: 'ended'; readonly connection: Connection; readonly by: 'user' | 'wallet' }
  | { readonly type: 'chain'; readonly connection: Connection; readonly by: 'user' | 'wallet' }

export interface ConnectionPart {
  readonly $status: ReadableAtom<ConnectionStatus>
  /** Most recent first, at most one per namespace. */
  readonly $connections: ReadableAtom<readonly Connection[]>
  /**
   * Asks an installed wallet. A second call for the same wallet and chain joins the first, so that nobody is asked twice; another wallet ends it.
   * @throws WalletError as `Connector.connect`, and WALLET_NOT_FOUND
   */
  readonly connect: Operation<[InstalledWallet, { readonly chain?: ChainId | undefined }?], Connection>
  /** Takes over an approved session; `before` runs when its accounts are known and nobody has heard of them. @throws WalletError NO_ACCOUNTS */
  adopt(session: RelaySession, before?: () => void): Promise<Connection>
  /**
   * Ends one namespace (for a relay session: all that share it) or everything. Forgotten here whatever the wallet says.
   * @throws WalletError DISCONNECT_FAILED the wallet may still think that it is connected
   */
  readonly disconnect: Operation<[Namespace?], void>
  /** Restores what the last page load left, most recent first, one at a time. Never rejects. */
  readonly reconnect: Operation<[], void>
  /**
   * Chooses a network, and takes the wallet of its namespace there if one is connected.
   * @throws WalletError NETWORK_NOT_FOUND, USER_REJECTED, SWITCH_FAILED …
   */
  readonly switchTo: Operation<[Network], void>
  /** @throws WalletError NOT_CONNECTED */
  active(namespace?: Namespace): Connection
  find(namespace?: Namespace): Connection | undefined
  /** Every change once, after the stores have it. Returns the stop function. */
  onChange(listener: (change: ConnectionChange) => void): () => void
}

/** A connection and what it takes to end it. */
interface Link {
  readonly connection: Connection
  /** Links of one relay session end together. */
  readonly session?: RelaySession | undefined
  readonly stop: () => void
}

export function createConnection(core: Core): ConnectionPart {
  const networks = core.use(createNetworks)
  const ledger = createLedger(core)
  const $links = atom<readonly Link[]>([])
  const $adopting = atom(0)
  const $connections = computed($links, (links): readonly Connection[] => links.map((link) => link.connection))
  const listeners = new Set<(change: ConnectionChange) => void>()
  const tell = (change: ConnectionChange) => {
    for (const listener of [...listeners]) listener(change)
  }
  const find = (namespace?: Namespace) => {
    const all = $connections.get()
    if (namespace) return all.find((connection) => connection.namespace === namespace)
    const current = networks.$network.get().chainNamespace
    return all.find((connection) => connection.namespace === current) ?? all[0]
  }
  const isTaken = (namespace: Namespace) => $links.get().some((link) => link.connection.namespace === namespace)
  const networksOf = (namespace: Namespace) => networks.networks.filter((network) => network.chainNamespace === namespace)

  function add(
    made: readonly { connector: Connector; grant: Grant; session?: RelaySession | undefined }[],
    how: 'chosen' | 'paired' | 'restored',
  ): Connection[] {
    const links = made.map(({ connector, grant, session }): Link => {
      const { namespace, wallet, transport } = connector
      const stop = connector.onChange((change) => hear(connector, change))
      return { connection: { connector, namespace, wallet, transport, grant: known(grant) }, session, stop }
    })
    const replaced = $links.get().filter((old) => links.some((link) => link.connection.namespace === old.connection.namespace))
    for (const old of replaced) old.stop()
    batch(() => {
      // What is restored stands behind what was made since; what is made now goes first.
      const rest = $links.get().filter((link) => !replaced.includes(link))
      $links.set(how === 'restored' ? [...rest, ...links] : [...links, ...rest])
      for (const { connection } of links) networks.restrict(connection.namespace, connection.grant.chains)
      const current = networks.$network.get().chainNamespace
      const lead = links.find((link) => link.connection.namespace === current) ?? (how === 'restored' ? undefined : links[0])
      if (lead) follow(lead.connection)
    })
    endUnused(replaced)
    if (how !== 'restored') for (const link of [...links].reverse()) ledger.put(entryOf(link, core.deps.now()))
    const connections = links.map((link) => link.connection)
    for (const connection of connections) tell({ type: 'connected', connection, how })
    return connections
  }

  /** A relay session that lost its last namespace to another wallet would live on unseen in that wallet. */
  function endUnused(replaced: readonly Link[]): void {
    const sessions = new Set(replaced.flatMap(({ session }) => session ?? []))
    for (const session of sessions) {
      if ($links.get().some((link) => link.session?.topic === session.topic)) continue
      ledger.removeTopic(session.topic)
      session.disconnect().catch((error: unknown) => core.deps.log.warn('a replaced session did not end', error))
    }
  }

  /** The chosen network goes where the wallet is, if that is a configured one. */
  function follow(connection: Connection): void {
    const network = networks.find(connection.grant.chain)
    if (network) networks.choose(network)
  }

  /** Wallets may answer with an older id of a chain; inside only the configured id exists. */
  function known(grant: Grant): Grant {
    const chain = networks.find(grant.chain)?.caipNetworkId ?? grant.chain
    return chain === grant.chain ? grant : onChain(grant, chain)
  }

  /** The links that live and die with this one: those of its relay session. */
  function sharing(link: Link): readonly Link[] {
    return link.session ? $links.get().filter((other) => other.session === link.session) : [link]
  }

  function update(link: Link, grant: Grant): Connection {
    const connection = { ...link.connection, grant }
    $links.set($links.get().map((other) => (other === link ? { ...link, connection } : other)))
    return connection
  }

  function drop(connectors: readonly Connector[], by: 'user' | 'wallet'): void {
    const ended = $links.get().filter((link) => connectors.includes(link.connection.connector))
    for (const link of ended) link.stop()
    batch(() => {
      $links.set($links.get().filter((link) => !ended.includes(link)))
      for (const { connection } of ended) networks.restrict(connection.namespace, undefined)
    })
    if (ended.some((link) => link.connection.transport === 'relay')) removeLinkChoice(core)
    for (const { connection } of ended) tell({ type: 'ended', connection, by })
  }

  function hear(connector: Connector, change: ConnectorChange): void {
    const link = $links.get().find((candidate) => candidate.connection.connector === connector)
    if (!link || core.signal.aborted) return
    const { grant } = link.connection
    if (change.type === 'disconnect' || (change.type === 'accounts' && change.accounts.length === 0)) {
      // An installed wallet that locks says the same as one that was disconnected: it stays in the ledger, and is asked
      // silently on the next load. A relay session is gone for good.
      if (link.session) ledger.removeTopic(link.session.topic)
      return drop(
        sharing(link).map((other) => other.connection.connector),
        'wallet',
      )
    }
    if (change.type === 'accounts') {
      if (change.accounts.join() !== grant.accounts.join()) update(link, { ...grant, accounts: change.accounts })
    } else if (change.type === 'chain') {
      const chain = networks.find(change.chain)?.caipNetworkId ?? change.chain
      if (chain === grant.chain) return
      const wasCurrent = find()?.namespace === link.connection.namespace
      let connection = link.connection
      batch(() => {
        connection = update(link, onChain(grant, chain))
        if (wasCurrent) follow(connection)
      })
      ledger.patch(connection.namespace, { chain })
      tell({ type: 'chain', connection, by: 'wallet' })
    }
  }

  async function connectInstalled(signal: AbortSignal, wallet: InstalledWallet, chain: ChainId | undefined): Promise<Connection> {
    const port = await core.deps.connectors()
    signal.throwIfAborted()
    const connector = await port.open({ id: wallet.id, namespace: wallet.namespace })
    signal.throwIfAborted()
    const current = networks.$network.get()
    const start = chain ?? (current.chainNamespace === wallet.namespace ? current.caipNetworkId : undefined)
    const grant = await connector.connect({ networks: networksOf(wallet.namespace), chain: start, signal })
    signal.throwIfAborted() // an answer that comes after the person turned away is no connection
    const [connection] = add([{ connector, grant: checked(grant) }], 'chosen')
    if (!connection) throw new WalletError('NO_ACCOUNTS')
    return connection
  }

  async function takeOver(
    session: RelaySession,
    how: 'paired' | 'restored',
    signal: AbortSignal,
    admit: () => boolean,
  ): Promise<Connection> {
    const made: { connector: Connector; grant: Grant; session: RelaySession }[] = []
    let failure: unknown
    for (const connector of session.connectors) {
      if (networksOf(connector.namespace).length === 0) continue
      const current = networks.$network.get()
      const chain = current.chainNamespace === connector.namespace ? current.caipNetworkId : undefined
      try {
        const grant = await connector.connect({ networks: networksOf(connector.namespace), chain, silent: true, signal })
        made.push({ connector, grant: checked(grant), session })
      } catch (error) {
        failure = error // one namespace without usable account does not spoil the others
      }
      signal.throwIfAborted()
    }
    if (made.length === 0) throw failure === undefined ? new WalletError('NO_ACCOUNTS') : asWalletError(failure)
    if (!admit()) throw new WalletError('ABORTED')
    // The namespace of the chosen network leads, so that pairing does not move the page to another ecosystem.
    const lead = networks.$network.get().chainNamespace
    made.sort((a, b) => Number(b.connector.namespace === lead) - Number(a.connector.namespace === lead))
    return add(made, how)[0] as Connection // `made` is not empty
  }

  const connect = joining(
    latest(core, (signal, wallet: InstalledWallet, options?: { readonly chain?: ChainId | undefined }) =>
      connectInstalled(signal, wallet, options?.chain),
    ),
    (wallet, options) => `${wallet.namespace} ${wallet.id} ${options?.chain ?? ''}`,
  )

  const disconnect = once(core, async (_signal, namespace?: Namespace): Promise<void> => {
    connect.cancel()
    if (!namespace) reconnect.cancel()
    const named = $links.get().filter((link) => !namespace || link.connection.namespace === namespace)
    const ended = [...new Set(named.flatMap(sharing))]
    // First of all nothing remembers it: a page that is closed meanwhile must not find it again.
    if (!namespace) ledger.clear()
    for (const { connection } of ended) ledger.remove(connection.namespace)
    for (const link of ended) link.stop() // the wallet's own "disconnected" is no news now
    const ends = new Set(ended.map((link) => link.session ?? link.connection.connector))
    const goodbyes = [...ends].map((end) => within(DISCONNECT_LIMIT_MS, core.signal, () => end.disconnect()))
    const failed = (await Promise.allSettled(goodbyes)).find((result) => result.status === 'rejected')
    drop(
      ended.map((link) => link.connection.connector),
      'user',
    )
    if (failed) throw new WalletError('DISCONNECT_FAILED', { cause: failed.reason })
  })

  const restore = async (entry: LedgerEntry, life: AbortSignal): Promise<void> => {
    // Disconnected, or connected anew, while the wallet was asked.
    const isWanted = () => ledger.has(entry) && !isTaken(entry.namespace)
    const port = await core.deps.connectors()
    if (entry.transport === 'relay') {
      const { topic } = entry
      await within(RELAY_RESTORE_LIMIT_MS, life, async (signal) => {
        const session = topic === undefined ? undefined : await port.restore({ ...relayOptions(core, signal), topic })
        if (!session) throw new WalletError('NOT_CONNECTED')
        signal.throwIfAborted()
        await takeOver(session, 'restored', signal, isWanted)
      })
      return
    }
    const { namespace } = entry
    await within(SILENT_ANSWER_LIMIT_MS, life, async (signal) => {
      const connector = await port.open({ id: entry.connectorId, namespace })
      const grant = await connector.connect({ networks: networksOf(namespace), chain: entry.chain, silent: true, signal })
      signal.throwIfAborted()
      if (!isWanted()) throw new WalletError('ABORTED')
      add([{ connector, grant: checked(grant) }], 'restored')
    })
  }

  const reconnect = once(core, async (signal): Promise<void> => {
    for (const entry of ledger.read()) {
      if (signal.aborted) return
      // Restored along with its session, chosen anew, disconnected meanwhile, or no longer configured.
      if (isTaken(entry.namespace) || !ledger.has(entry) || networksOf(entry.namespace).length === 0) continue
      try {
        await restore(entry, signal)
      } catch (thrown) {
        const error = asWalletError(thrown)
        core.deps.log.debug(`${entry.wallet.name} was not reconnected`, error)
        if (error.code === 'NOT_CONNECTED' || error.code === 'WALLET_NOT_FOUND') ledger.removeEntry(entry)
      }
    }
    // The network that was chosen last may belong to a wallet that is gone: then the first that is there leads.
    const first = find()
    if (first && first.namespace !== networks.$network.get().chainNamespace) follow(first)
  })

  const switchTo = joining(
    latest(core, async (signal, wanted: Network): Promise<void> => {
      const network = networks.find(wanted.caipNetworkId)
      if (!network) throw new WalletError('NETWORK_NOT_FOUND', { details: { chain: wanted.caipNetworkId } })
      const { connector, grant } = find(network.chainNamespace) ?? {}
      if (connector && grant && grant.chain !== network.caipNetworkId) {
        const reached = await connector.switchTo(network)
        signal.throwIfAborted()
        if (networks.find(reached) !== network) throw new WalletError('SWITCH_FAILED', { details: { chain: reached } })
        const link = $links.get().find((candidate) => candidate.connection.connector === connector)
        if (!link) throw new WalletError('NOT_CONNECTED')
        let { connection } = link
        batch(() => {
          if (connection.grant.chain !== network.caipNetworkId)
            connection = update(link, onChain(connection.grant, network.caipNetworkId))
          networks.choose(network)
        })
        ledger.patch(connection.namespace, { chain: network.caipNetworkId })
        tell({ type: 'chain', connection, by: 'user' })
      }
      networks.choose(network)
    }),
    (network) => network.caipNetworkId,
  )

  core.signal.addEventListener('abort', () => $links.get().forEach((link) => link.stop()), { once: true })

  return {
    $status: computed([$links, connect.$state, reconnect.$state, $adopting], statusOf),
    $connections,
    connect,
    async adopt(session, before) {
      $adopting.set($adopting.get() + 1)
      try {
        return await takeOver(session, 'paired', core.signal, () => {
          before?.()
          return true
        })
      } catch (error) {
        session.disconnect().catch((failure: unknown) => core.deps.log.warn('a useless session did not end', failure))
        throw error
      } finally {
        $adopting.set($adopting.get() - 1)
      }
    },
    disconnect,
    reconnect,
    switchTo,
    active(namespace) {
      const connection = find(namespace)
      if (!connection) throw new WalletError('NOT_CONNECTED')
      return connection
    },
    find,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
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

/** A call with the arguments of the one that is pending joins it. */
function joining<A extends unknown[], T>(operation: Operation<A, T>, keyOf: (...args: A) => string): Operation<A, T> {
  let pending: { readonly key: string; readonly promise: Promise<T> } | undefined
  const run = (...args: A): Promise<T> => {
    const key = keyOf(...args)
    if (pending?.key === key && operation.$state.get().status === 'pending') return pending.promise
    const promise = operation(...args)
    pending = { key, promise }
    return promise
  }
  return Object.assign(run, {
    $state: readonlyType(operation.$state),
    cancel: () => operation.cancel(),
    reset: () => operation.reset(),
  })
}

/** Same accounts, told for another chain of the namespace. */
function onChain(grant: Grant, chain: ChainId): Grant {
  const accounts = grant.accounts.map((account) => `${chain}${account.slice(account.lastIndexOf(':'))}` as AccountId) // an address has no colon (CAIP-10)
  return { ...grant, chain, accounts }
}

/** The contract says "never empty"; a connector that breaks it must not become a connection without account. */
function checked(grant: Grant): Grant {
  if (grant.accounts.length === 0) throw new WalletError('NO_ACCOUNTS')
  return grant
}

function entryOf({ connection, session }: Link, at: number): LedgerEntry {
  const { connector, namespace, wallet, transport, grant } = connection
  return {
    namespace,
    connectorId: connector.id,
    wallet,
    transport,
    ...(session ? { topic: session.topic } : {}),
    chain: grant.chain,
    at,
  }
}

/** Runs with a time limit; the signal ends with the limit or with `life`. @throws WalletError WALLET_TIMEOUT */
async function within<T>(ms: number, life: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort(life.reason)
  const timer = setTimeout(() => controller.abort(new WalletError('WALLET_TIMEOUT')), ms)
  life.addEventListener('abort', end, { once: true })
  if (life.aborted) end()
  try {
    return await new Promise<T>((resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(asWalletError(controller.signal.reason)), { once: true })
      if (controller.signal.aborted) reject(asWalletError(controller.signal.reason))
      else run(controller.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    life.removeEventListener('abort', end)
  }
}
