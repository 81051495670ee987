// The wallets of the browser in the model test: extensions of EVM chains, and wallets of ecosystems that share accounts. What one grants it grants to all
// tabs of the site.
import type { GrantedAccount } from '../../src/vocabulary/account.js'
import type { ChainId, Namespace } from '../../src/vocabulary/caip.js'
import { type AccountsWallet, createAccountsConnector } from '../../src/connectors/accounts-connector.js'
import type { Connector, RequestArguments } from '../../src/connectors/connector.js'
import { createEip155 } from '../../src/connectors/eip155/connector.js'
import { createInjectedChannel } from '../../src/connectors/eip155/injected-channel.js'
import type { Network } from '../../src/vocabulary/network.js'
import type { InstalledWallet } from '../../src/vocabulary/wallet.js'

type Listener = (payload: unknown) => void
export const refusal = (code: number) => Object.assign(new Error('refused'), { code })

export class Emitter {
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

/** How a wallet answers when it is asked for its accounts. */
export type Mood = 'answers' | 'late' | 'refuses' | 'never'
/** After this time a late wallet answers, in ms: longer than a moment, shorter than a page waits for it. */
const LATE_MS = 3_000

/** One wallet of this browser in one namespace. */
export abstract class Installed extends Emitter {
  readonly installed: InstalledWallet
  isAllowed = false
  isLocked = false
  /** The extension was removed from the browser: a page load does not find it. */
  isGone = false
  mood: Mood = 'answers'
  revoking: 'works' | 'fails' | 'never' = 'works'
  /** Questions that the person has not answered. */
  readonly prompts: ((yes: boolean) => void)[] = []

  constructor(name: string, namespace: Namespace) {
    super()
    const uid = `${name} ${namespace}`
    this.installed = { id: `example.${name}`, uid, namespace, name, rdns: `example.${name}`, source: 'announced' }
  }
  /** As `Connection.id`. */
  get key(): string {
    return `${this.installed.namespace} ${this.installed.id}`
  }
  get isOpen(): boolean {
    return this.isAllowed && !this.isLocked
  }
  /** Whether it grants an address on a chain at this moment. */
  abstract grants(chain: ChainId, address: string): boolean
  abstract connector(): Connector
  /** Tells all pages what it grants. `isEnd`: the connection is over. */
  protected abstract tell(isEnd?: boolean): void
  abstract rotate(): void

  protected ask() {
    return new Promise<void>((resolve, reject) => {
      this.prompts.push((yes) => (yes ? resolve() : reject(refusal(4001))))
    })
  }
  /** Lets the wallet's mood have its time. */
  protected async answer(): Promise<void> {
    await Promise.resolve()
    if (this.mood === 'never') return new Promise(() => undefined)
    if (this.mood === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    if (this.mood === 'refuses') throw refusal(-32603)
  }
  protected async allow(): Promise<void> {
    await this.ask()
    this.isAllowed = true
    this.isLocked = false
  }
  protected async revoke(): Promise<void> {
    if (this.revoking === 'never') return new Promise(() => undefined)
    if (this.revoking === 'fails') throw refusal(4200)
    this.isAllowed = false
    this.tell()
  }
  lock(isLocked: boolean) {
    if (isLocked === this.isLocked) return
    this.isLocked = isLocked
    if (this.isAllowed) this.tell()
  }
  takeBack() {
    if (!this.isAllowed) return
    this.isAllowed = false
    this.tell(true)
  }
}

export const evmAddresses = ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const

/** An extension of EVM chains (EIP-1193), behind the real connector. */
export class Extension extends Installed {
  chain = 1
  order: readonly string[] = evmAddresses

  constructor(name: string) {
    super(name, 'eip155')
  }
  get granted(): readonly string[] {
    return this.isOpen ? this.order : []
  }
  grants(chain: ChainId, address: string) {
    return this.granted.includes(address) && chain === `eip155:${this.chain}`
  }
  connector() {
    return createEip155(createInjectedChannel(this), this.installed, this.installed.id)
  }
  async request({ method, params }: RequestArguments): Promise<unknown> {
    await Promise.resolve()
    if (method === 'eth_accounts') {
      await this.answer()
      return this.granted
    }
    if (method === 'eth_chainId') return `0x${this.chain.toString(16)}`
    if (method === 'eth_requestAccounts') {
      await this.answer()
      if (this.granted.length === 0) await this.allow()
      return this.granted
    }
    if (method === 'wallet_revokePermissions') {
      await this.revoke()
      return null
    }
    if (method === 'wallet_switchEthereumChain') {
      await this.ask()
      this.setChain(Number((params as [{ chainId: string }])[0].chainId)) // as our connector sends it
      return null
    }
    if (this.granted.length === 0) throw refusal(4100)
    return `0x${'ab'.repeat(65)}`
  }
  protected tell() {
    this.emit('accountsChanged', this.granted)
  }
  setChain(chain: number) {
    if (chain === this.chain) return
    this.chain = chain
    this.emit('chainChanged', `0x${chain.toString(16)}`)
  }
  rotate() {
    this.order = [...this.order].reverse()
    if (this.granted.length > 0) this.tell()
  }
}

/** A wallet that shares accounts and leaves the network to the page: the real connector over an `AccountsWallet` of its own. */
export class Sharer extends Installed {
  /** The accounts of each of its keys, on each chain. */
  #keys: readonly (readonly GrantedAccount[])[]
  /** The chains that it has shared so far; the others it shares when it is asked to go there. Undefined: it shares all. */
  readonly #shared: Set<ChainId> | undefined

  /** @param shared the chain that it shares at first; absent: it shares all and is never asked to switch */
  constructor(name: string, namespace: Namespace, keys: readonly (readonly GrantedAccount[])[], shared?: ChainId) {
    super(name, namespace)
    this.#keys = keys
    this.#shared = shared && new Set([shared])
  }
  get accounts(): readonly GrantedAccount[] {
    if (!this.isOpen) return []
    return this.#keys.flat().filter(({ chain }) => this.#shared?.has(chain) ?? true)
  }
  grants(chain: ChainId, address: string) {
    return this.accounts.some((account) => account.chain === chain && account.address === address)
  }
  connector() {
    return createAccountsConnector(this.installed.namespace, this.#open(), this.installed, this.installed.id)
  }
  #open(): AccountsWallet {
    return {
      transport: 'injected',
      accounts: async ({ silent }) => {
        await this.answer()
        if (this.accounts.length === 0 && !silent) await this.allow()
        return this.accounts
      },
      onAccounts: (listener) => {
        const forward = (payload: unknown) => listener(payload as readonly GrantedAccount[] | undefined) // as `tell` sends them
        this.on('accounts', forward)
        return () => this.removeListener('accounts', forward)
      },
      ...(this.#shared
        ? {
            switchTo: async ({ caipNetworkId }: Network) => {
              await this.ask()
              this.#shared?.add(caipNetworkId)
              return this.accounts
            },
          }
        : {}),
      request: async (_chain, { params }, accounts) => {
        await Promise.resolve()
        if (accounts.length === 0) throw refusal(4100)
        return params
      },
      disconnect: () => this.revoke(),
    }
  }
  protected tell(isEnd = false) {
    this.emit('accounts', isEnd ? undefined : this.accounts)
  }
  rotate() {
    this.#keys = [...this.#keys].reverse()
    if (this.accounts.length > 0) this.tell()
  }
}
