// The world of the model test: an extension and phones as wallets, tabs over one storage, and the person in front of them all.
// The parts are the real ones; what is written here is only what stands outside of them.
import { vi } from 'vitest'
import type { AccountId } from '../../src/vocabulary/caip.js'
import type { Channel, RelaySession, RequestArguments } from '../../src/connectors/connector.js'
import { createEip155 } from '../../src/connectors/eip155/connector.js'
import { createInjectedChannel } from '../../src/connectors/eip155/injected-channel.js'
import { walletError } from '../../src/vocabulary/errors.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import { createAccounts } from '../../src/state/connections/accounts.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createModal } from '../../src/state/interface/modal.js'
import { createPairing } from '../../src/state/connections/pairing.js'
import { createProvider } from '../../src/state/connections/provider.js'
import { createReactions } from '../../src/state/interface/reactions.js'
import { createActions } from '../../src/root/actions.js'
// What the parts load by themselves: here already, so that no run waits for a file.
import '../../src/state/wallets/recents.js'
import '../../src/state/interface/setup-alerts.js'
import type { InstalledWallet } from '../../src/vocabulary/wallet.js'
import { createTestCore } from '../support/core.js'
import { createTestWindow } from '../support/window.js'

type Listener = (payload: unknown) => void
const addresses = ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const
const refusal = (code: number) => Object.assign(new Error('refused'), { code })

class Emitter {
  readonly #listeners = new Map<string, Set<Listener>>()
  on(event: string, listener: Listener) {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
  }
  removeListener(event: string, listener: Listener) {
    this.#listeners.get(event)?.delete(listener)
  }
  emit(event: string, payload: unknown) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload)
  }
  get count() {
    return [...this.#listeners.values()].reduce((sum, set) => sum + set.size, 0)
  }
}

/** A wallet of this browser: what it grants it grants to all tabs of the site. */
export class Extension extends Emitter {
  readonly installed: InstalledWallet
  isAllowed = false
  isLocked = false
  chain = 1
  revoking: 'works' | 'fails' | 'never' = 'works'
  /** Questions that the person has not answered. */
  readonly prompts: ((yes: boolean) => void)[] = []
  order: readonly string[] = addresses

  constructor(name: string) {
    super()
    this.installed = { id: `example.${name}`, uid: name, namespace: 'eip155', name, rdns: `example.${name}`, source: 'announced' }
  }
  get granted(): readonly string[] {
    return this.isAllowed && !this.isLocked ? this.order : []
  }
  #ask() {
    return new Promise<void>((resolve, reject) => {
      this.prompts.push((yes) => (yes ? resolve() : reject(refusal(4001))))
    })
  }
  async request({ method, params }: RequestArguments): Promise<unknown> {
    await Promise.resolve()
    if (method === 'eth_accounts') return this.granted
    if (method === 'eth_chainId') return `0x${this.chain.toString(16)}`
    if (method === 'eth_requestAccounts') {
      if (this.granted.length > 0) return this.granted
      await this.#ask()
      this.isAllowed = true
      this.isLocked = false
      return this.granted
    }
    if (method === 'wallet_revokePermissions') {
      if (this.revoking === 'never') return new Promise(() => undefined)
      if (this.revoking === 'fails') throw refusal(4200)
      this.isAllowed = false
      this.emit('accountsChanged', [])
      return null
    }
    if (method === 'wallet_switchEthereumChain') {
      await this.#ask()
      this.setChain(Number((params as [{ chainId: string }])[0].chainId)) // as our connector sends it
      return null
    }
    if (this.granted.length === 0) throw refusal(4100)
    return `0x${'ab'.repeat(65)}`
  }
  setChain(chain: number) {
    if (chain === this.chain) return
    this.chain = chain
    this.emit('chainChanged', `0x${chain.toString(16)}`)
  }
  lock(isLocked: boolean) {
    if (isLocked === this.isLocked) return
    this.isLocked = isLocked
    if (this.isAllowed) this.emit('accountsChanged', this.granted)
  }
  rotate() {
    this.order = [...this.order].reverse()
    if (this.granted.length > 0) this.emit('accountsChanged', this.granted)
  }
  takeBack() {
    if (!this.isAllowed) return
    this.isAllowed = false
    this.emit('accountsChanged', [])
  }
}

/** A session with a phone, as all tabs of the site share it. The page's own end of it is told to the phone, not to the other tabs. */
export class PhoneSession extends Emitter {
  readonly topic: string
  isAlive = true
  chain = 1
  order: readonly string[] = addresses
  constructor(topic: string) {
    super()
    this.topic = topic
  }
  end() {
    if (!this.isAlive) return
    this.isAlive = false
    this.emit('disconnect', refusal(4900))
  }
  setChain(chain: number) {
    if (!this.isAlive || chain === this.chain) return
    this.chain = chain
    this.emit('chainChanged', `0x${chain.toString(16)}`)
  }
  /** As one tab holds it. */
  open(): RelaySession {
    const stops = new Set<() => void>()
    const release = () => {
      for (const stop of stops) stop()
      stops.clear()
    }
    const channel: Channel = {
      transport: 'relay',
      request: async ({ method, params }) => {
        await Promise.resolve()
        if (!this.isAlive) throw refusal(4900)
        if (/accounts$/i.test(method)) return this.order
        if (method === 'eth_chainId') return `0x${this.chain.toString(16)}`
        if (method === 'wallet_revokePermissions') throw refusal(4200)
        if (method !== 'wallet_switchEthereumChain') return `0x${'ab'.repeat(65)}`
        this.setChain(Number((params as [{ chainId: string }])[0].chainId)) // as our connector sends it
        return null
      },
      on: (event, listener) => {
        const stop = () => this.removeListener(event, listener)
        this.on(event, listener)
        stops.add(stop)
        return stop
      },
      close: () => {
        release()
        this.isAlive = false
        return Promise.resolve()
      },
      release,
    }
    const wallet = { id: 'phone', name: 'Phone' }
    const connector = createEip155(channel, wallet, `relay:${this.topic}`)
    return {
      topic: this.topic,
      wallet,
      expiresAt: Date.now() + 7 * 86_400_000,
      connectors: [connector],
      disconnect: () => connector.disconnect(),
      forget: release,
    }
  }
}

interface Proposal {
  readonly approve: () => void
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
  readonly extensions = [new Extension('acme'), new Extension('bolt')] as const
  readonly sessions: PhoneSession[] = []
  readonly proposals: Proposal[] = []
  pairings = 0
  readonly calls: Call[] = []
  readonly tabs: Tab[] = [new Tab(this), new Tab(this)]

  track(what: string, promise: Promise<unknown>) {
    const call: Call = { what, isSettled: false }
    this.calls.push(call)
    const end = () => void (call.isSettled = true)
    promise.then(end, end)
  }
  get storedConnections(): readonly { readonly topic?: string; readonly connectorId: string; readonly isEnding?: true }[] {
    return JSON.parse(this.stored.get('wm::default:connections') ?? '[]') as never // written by stored-connections
  }
  get listeners(): number {
    return [...this.extensions, ...this.sessions].reduce((sum, { count }) => sum + count, 0)
  }
}

/** A page load in one tab. */
export class Tab {
  readonly #world: World
  readonly #page = createTestWindow()
  #load!: ReturnType<Tab['start']>

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

  #tell(key: string) {
    for (const { page } of this.#world.tabs.filter((tab) => tab !== this))
      page.window.dispatchEvent(Object.assign(new Event('storage'), { key }))
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
      config: { networks: [mainnet, base], services: { relay: 'ws://127.0.0.1:1' } },
      window,
      storage: this.#storage(),
      connectors: {
        discover: (listener) => listener(world.extensions.map(({ installed }) => installed)),
        open: ({ id }) => {
          const found = world.extensions.find(({ installed }) => installed.id === id)
          if (!found) return Promise.reject(walletError('WALLET_NOT_FOUND'))
          return Promise.resolve(createEip155(createInjectedChannel(found), found.installed, id))
        },
        pair: ({ onUri, signal }) =>
          new Promise((resolve, reject) => {
            const topic = String(++world.pairings).padStart(64, '0')
            onUri(`wc:${topic}@2?relay-protocol=irn&symKey=${topic}`)
            const end = (then: () => void) => () => {
              const index = world.proposals.indexOf(proposal)
              if (index < 0) return
              world.proposals.splice(index, 1)
              then()
            }
            const proposal: Proposal = {
              approve: end(() => {
                const session = new PhoneSession(topic)
                world.sessions.push(session)
                resolve(session.open())
              }),
              reject: end(() => reject(walletError('USER_REJECTED'))),
            }
            world.proposals.push(proposal)
            signal.addEventListener(
              'abort',
              end(() => reject(walletError('ABORTED'))),
            )
          }),
        restore: ({ topic }) =>
          Promise.resolve(world.sessions.find((session) => session.topic === topic && session.isAlive)?.open()),
      },
    })
    core.use(createReactions)
    return {
      core,
      modal: core.use(createModal),
      accounts: core.use(createAccounts),
      connection: core.use(createConnection),
      pairing: core.use(createPairing),
      provider: core.use(createProvider),
      actions: createActions(core),
    }
  }

  /** What the tab shows as connected: the name and what its wallet grants, an empty list when it grants nothing. */
  shown(): {
    readonly account: AccountId
    readonly granted: readonly string[]
    readonly chain: number
    readonly isPhone: boolean
  }[] {
    const { $account } = this.load.core.publicState
    const account = $account.get()
    if (!account) return []
    const extension = this.#world.extensions.find(({ installed }) => installed.id === account.wallet.id)
    const { connector } = this.load.connection.find('eip155') ?? {}
    const session = this.#world.sessions.find(({ topic }) => connector?.id === `relay:${topic}`)
    const granted = extension?.granted ?? (session?.isAlive ? session.order : [])
    return [{ account: account.accountId, granted, chain: extension?.chain ?? session?.chain ?? 0, isPhone: !extension }]
  }
}

/** Lets all promises settle that time does not hold. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export async function pass(ms: number): Promise<void> {
  await settle()
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}
