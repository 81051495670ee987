// The world of the model test: wallets of the browser and phones in several namespaces, tabs over one storage, and the person in front of them all.
// The parts are the real ones; what is written here is only what stands outside of them.
import { vi } from 'vitest'
import type { GrantedAccount } from '../../src/vocabulary/account.js'
import type { AccountId, Namespace } from '../../src/vocabulary/caip.js'
import { walletError } from '../../src/vocabulary/errors.js'
import { base, cosmoshub, mainnet, osmosis, solana, solanaDevnet } from '../../src/vocabulary/networks.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { createAccounts } from '../../src/state/connections/accounts.js'
import { askedFor } from '../../src/state/connections/asked-for.js'
import { createConnection, type Connection } from '../../src/state/connections/connection.js'
import { connectionId, createConnections } from '../../src/state/connections/connections.js'
import { createStoredConnections, type StoredConnection } from '../../src/state/connections/stored-connections.js'
import { createModal } from '../../src/state/interface/modal.js'
import { createNetworks } from '../../src/state/networks/networks.js'
import { createPairing } from '../../src/state/connections/pairing.js'
import { createProvider } from '../../src/state/connections/provider.js'
import { createReactions } from '../../src/state/interface/reactions.js'
import { createActions } from '../../src/root/actions.js'
import { createConnectingProvider } from '../../src/root/namespace-provider.js'
// What the parts load by themselves: here already, so that no run waits for a file.
import '../../src/state/wallets/recents.js'
import '../../src/state/interface/setup-alerts.js'
import { createTestCore } from '../support/core.js'
import { createTestWindow } from '../support/window.js'
import { Extension, type Installed, Sharer } from './installed.js'
import { PhoneSession } from './phones.js'

export const networks = [mainnet, base, solana, solanaDevnet, cosmoshub, osmosis].map(toNetwork)
export const namespaces: readonly Namespace[] = ['eip155', 'solana', 'cosmos']

const onSolana = (address: string): readonly GrantedAccount[] =>
  [solana, solanaDevnet].map(({ caipNetworkId: chain }) => ({ chain, address, publicKey: address }))
/** On Cosmos an account has an address of its own on each chain. */
const onCosmos = (publicKey: string, hub: string, osmo: string): readonly GrantedAccount[] => [
  { chain: cosmoshub.caipNetworkId, address: hub, publicKey },
  { chain: osmosis.caipNetworkId, address: osmo, publicKey },
]
const solanaKeys = ['4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn', 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8'].map(onSolana)
const cosmosKeys = [onCosmos('07', 'cosmos1first', 'osmo1first'), onCosmos('09', 'cosmos1second', 'osmo1second')]

/** The wallets of the browser. Two are one extension. */
function createInstalled() {
  const [acme, bolt, duo] = [new Extension('acme'), new Extension('bolt'), new Extension('duo')]
  const sun = new Sharer('sun', 'solana', solanaKeys)
  const moon = new Sharer('moon', 'solana', solanaKeys, solana.caipNetworkId)
  const atom = new Sharer('atom', 'cosmos', cosmosKeys)
  return { extensions: [acme, bolt, duo], all: [acme, bolt, sun, moon, atom, duo, new Sharer('duo', 'solana', solanaKeys)] }
}

interface Proposal {
  readonly approve: (namespaces: readonly Namespace[]) => void
  readonly reject: () => void
}
/** A call of the page, and whether it has settled. */
export interface Call {
  readonly what: string
  isSettled: boolean
}

export class World {
  readonly stored = new Map<string, string>()
  /** What the storage refuses now; `hasFailed`: it ever did, so that what is stored may be old. */
  failing: 'reads' | 'writes' | undefined
  hasFailed = false
  readonly extensions: readonly Extension[]
  readonly installed: readonly Installed[]
  readonly sessions: PhoneSession[] = []
  readonly proposals: Proposal[] = []
  pairings = 0
  readonly calls: Call[] = []
  /** Ids of the connections that somebody has ended or replaced: only these may go. */
  readonly ended = new Set<string>()
  /** Ids of the connections that the person has disconnected: none is restored. */
  readonly disconnected = new Set<string>()
  /** What must not have happened. */
  readonly faults: string[] = []
  readonly tabs: readonly Tab[]
  readonly #replacing = new Set<readonly Namespace[]>()

  constructor() {
    const { extensions, all } = createInstalled()
    this.extensions = extensions
    this.installed = all
    this.tabs = [new Tab(this), new Tab(this)]
  }
  track(what: string, promise: Promise<unknown>) {
    const call: Call = { what, isSettled: false }
    this.calls.push(call)
    const end = () => void (call.isSettled = true)
    promise.then(end, end)
  }
  get isQuiet(): boolean {
    return this.calls.every(({ isSettled }) => isSettled)
  }
  get storedConnections(): readonly StoredConnection[] {
    return JSON.parse(this.stored.get('wm::default:connections') ?? '[]') as never // written by stored-connections
  }
  get listeners(): number {
    return [...this.installed, ...this.sessions].reduce((sum, { count }) => sum + count, 0)
  }
  find(id: string, namespace: Namespace): Installed | undefined {
    return this.installed.find(({ installed }) => installed.id === id && installed.namespace === namespace)
  }
  sessionOf(topic: string | undefined): PhoneSession | undefined {
    return this.sessions.find((session) => session.topic === topic)
  }
  /**
   * The person has asked for wallets that take the place of others: `namespaces` are those in which they may, now that something goes.
   * @param until the end of the call
   */
  replace(namespaces: readonly Namespace[], until: Promise<unknown>) {
    this.#replacing.add(namespaces)
    const end = () => void this.#replacing.delete(namespaces)
    until.then(end, end)
  }
  /** Whether a wallet that is just being connected may take the place of another one of this namespace. */
  isReplaced(namespace: Namespace): boolean {
    return [...this.#replacing, ...this.tabs.map((tab) => tab.adopting)].some((all) => all.includes(namespace))
  }
  /** Somebody ends the connections for which `isMeant` is true, or puts another in their place. */
  end(isMeant: (namespace: Namespace, id: string, topic: string | undefined) => boolean, isByPerson = false) {
    const shown = this.tabs.flatMap(({ load }) =>
      load.live().map(({ connection: { id, namespace }, session }) => ({ id, namespace, topic: session?.topic })),
    )
    const stored = this.storedConnections.map(({ namespace, connectorId, topic }) => ({
      id: connectionId({ namespace, id: connectorId }),
      namespace,
      topic,
    }))
    const all = [...shown, ...stored]
    const meant = all.filter(({ namespace, id, topic }) => isMeant(namespace, id, topic))
    const topics = new Set(meant.flatMap(({ topic }) => topic ?? []))
    for (const { id } of [...meant, ...all.filter(({ topic }) => topic !== undefined && topics.has(topic))]) {
      this.ended.add(id)
      if (isByPerson) this.disconnected.add(id)
    }
  }
}

/** A page load in one tab. */
export class Tab {
  /** The namespaces in which a phone's session that is just being connected takes the place of other wallets. */
  adopting: readonly Namespace[] = []
  readonly #world: World
  readonly #page = createTestWindow()
  #load: ReturnType<Tab['start']>

  constructor(world: World) {
    this.#world = world
    this.#load = this.start()
  }
  get load() {
    return this.#load
  }
  get page() {
    return this.#page
  }
  reload() {
    this.#load.core.destroy()
    this.#load = this.start()
    this.#world.track('reconnect', this.#load.connection.reconnect())
  }

  /** As in a browser, what is under way in this tab goes on first. */
  #tell(key: string) {
    for (const { page } of this.#world.tabs.filter((tab) => tab !== this))
      queueMicrotask(() => page.window.dispatchEvent(Object.assign(new Event('storage'), { key })))
  }
  #storage() {
    const world = this.#world
    const guard = (kind: World['failing']) => {
      if (world.failing !== kind) return
      world.hasFailed = true
      throw new DOMException('The operation failed.', 'UnknownError')
    }
    return {
      getItem: (key: string) => {
        guard('reads')
        return world.stored.get(key) ?? null
      },
      setItem: (key: string, value: string) => {
        guard('writes')
        world.stored.set(key, value)
        this.#tell(key)
      },
      removeItem: (key: string) => {
        guard('writes')
        if (world.stored.delete(key)) this.#tell(key)
      },
    }
  }
  private start() {
    const world = this.#world
    const { window } = this.#page
    const { core } = createTestCore({
      config: { networks, services: { relay: 'ws://127.0.0.1:1' } },
      window,
      storage: this.#storage(),
      connectors: {
        discover: (listener) => listener(world.installed.filter(({ isGone }) => !isGone).map(({ installed }) => installed)),
        open: ({ id, namespace }) => {
          const found = world.find(id, namespace)
          return found && !found.isGone ? Promise.resolve(found.connector()) : Promise.reject(walletError('WALLET_NOT_FOUND'))
        },
        pair: ({ onUri, signal }) =>
          new Promise((resolve, reject) => {
            const topic = String(++world.pairings).padStart(64, '0')
            onUri(`wc:${topic}@2?relay-protocol=irn&symKey=${topic}`)
            const end = (then: () => void) => {
              const index = world.proposals.indexOf(proposal)
              if (index < 0) return
              world.proposals.splice(index, 1)
              then()
            }
            const proposal: Proposal = {
              approve: (granted) =>
                end(() => {
                  const session = new PhoneSession(topic, granted)
                  world.sessions.push(session)
                  const opened = session.open(networks)
                  if (opened) resolve(opened)
                  else reject(walletError('NO_ACCOUNTS'))
                }),
              reject: () => end(() => reject(walletError('USER_REJECTED'))),
            }
            world.proposals.push(proposal)
            signal.addEventListener('abort', () => end(() => reject(walletError('ABORTED'))))
          }),
        restore: ({ topic }) => {
          const session = world.sessionOf(topic)
          return Promise.resolve(session?.isAlive ? session.open(networks) : undefined)
        },
      },
    })
    core.use(createReactions)
    const connection = core.use(createConnection)
    const accounts = core.use(createAccounts)
    const actions = createActions(core)
    const { $live } = core.use(createConnections)
    const provider = core.use(createProvider)
    const connecting = (namespace: 'solana' | 'cosmos') =>
      createConnectingProvider(core, () => actions.connect(namespace), namespace)
    const others = { solana: connecting('solana'), cosmos: connecting('cosmos') }
    /** The accounts that the page was told last, by namespace. */
    const told = new Map<Namespace, readonly string[]>(namespaces.map((namespace) => [namespace, []]))
    provider.on('accountsChanged', (all) => void told.set('eip155', all))
    others.solana.on('accountsChanged', (all) => void told.set('solana', all))
    others.cosmos.on('accountsChanged', (all) => void told.set('cosmos', all))
    this.#watch(connection)
    const pairing = core.use(createPairing)
    pairing.$pairing.listen(({ status }) => {
      const { namespace, beside } = askedFor(core)
      const places = beside ? [] : namespace ? [namespace] : namespaces
      this.adopting = status === 'approving' ? places : []
    })
    return {
      core,
      modal: core.use(createModal),
      networks: core.use(createNetworks),
      stored: core.use(createStoredConnections),
      accounts,
      connection,
      live: () => $live.get(),
      pairing,
      provider,
      others,
      told,
      actions,
    }
  }

  /** Notes connections that go though nobody has ended them, and those that come back though the person has. */
  #watch({ $connections, onChange }: ReturnType<typeof createConnection>) {
    const world = this.#world
    $connections.listen((now, before) => {
      for (const { id, namespace } of before ?? [])
        if (!now.some((other) => other.id === id) && !world.ended.has(id) && !world.isReplaced(namespace))
          world.faults.push(`${id} has gone, and nobody has ended it`)
    })
    onChange((change) => {
      if (change.type !== 'connected') return
      const { id } = change.connection
      if (change.how === 'restored' && world.disconnected.has(id)) world.faults.push(`${id} was restored after a disconnect`)
      if (change.how === 'restored') return
      world.disconnected.delete(id)
      if (world.isQuiet) world.ended.delete(id)
    })
  }

  /** Whether the wallet of a connection grants all that the tab shows of it at this moment. */
  isGranted({ namespace, connector, accounts }: Connection): boolean {
    const { session } = this.load.live().find(({ connection }) => connection.connector === connector) ?? {}
    const wallet = session ? this.#world.sessionOf(session.topic) : this.#world.find(connector.id, namespace)
    return accounts.every(({ chain, address }) => wallet?.grants(chain, address))
  }
}

/** Accounts of a connection by id. */
export const idsOf = ({ accounts }: Connection): AccountId[] =>
  accounts.map(({ chain, address }): AccountId => `${chain}:${address}`)

/** Lets all promises settle that time does not hold. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export async function pass(ms: number): Promise<void> {
  await settle()
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}
