// Wallets by script, of any namespace, behind the real port interface: what they answer, and when, is up to the test.
import { addressOf } from '../../src/vocabulary/account.js'
import type { AccountId, ChainId, Namespace } from '../../src/vocabulary/caip.js'
import type {
  Connector,
  ConnectorChange,
  ConnectorPort,
  ConnectOptions,
  ContractCall,
  Grant,
  PairOptions,
  RelaySession,
  RequestArguments,
  SignRequest,
  Transfer,
  Transport,
} from '../../src/connectors/connector.js'
import { walletError, WalletError } from '../../src/vocabulary/errors.js'
import type { InstalledWallet } from '../../src/vocabulary/wallet.js'

export interface ScriptOptions {
  readonly id?: string
  readonly name?: string
  readonly rdns?: string
  readonly icon?: string
  readonly namespace?: Namespace
  readonly addresses?: readonly string[]
  readonly chain?: ChainId
  /** Chains that a session is limited to. */
  readonly chains?: readonly ChainId[]
  /** It has granted accounts on an earlier page load. */
  readonly isGranted?: boolean
  readonly transport?: Transport
}

const addresses: Record<Namespace, string> = {
  eip155: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  solana: '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn',
  bip122: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  cosmos: 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq',
}
const firstChain: Record<Namespace, ChainId> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
}

/** What the wallet tells by itself, in a test's words: other accounts on its chain, another chain, other chains that it may be asked on. */
type Told =
  | { readonly type: 'accounts'; readonly accounts: readonly AccountId[] }
  | { readonly type: 'chain'; readonly chain: ChainId }
  | { readonly type: 'chains'; readonly chains: readonly ChainId[] }
  | Exclude<ConnectorChange, { type: 'grant' }>

/** One wallet on one namespace. Its connectors share its state, as an extension's objects do. */
export class ScriptedWallet {
  readonly installed: InstalledWallet
  /** Calls that would have shown a window, and calls that must not. */
  prompts = 0
  silent = 0
  disconnects = 0
  /** How often somebody let go of a connector without a word. */
  releases = 0
  readonly requests: { readonly chain: ChainId; readonly args: RequestArguments }[] = []
  readonly switches: ChainId[] = []
  isGranted: boolean
  chain: ChainId
  addresses: readonly string[]
  chains: readonly ChainId[] | undefined
  /** What it was asked to sign, by which account. */
  readonly signed: SignRequest[] = []
  readonly sent: Transfer[] = []
  /** Calls of contracts that it has sent; the hash of each is `0x` and its number. */
  readonly called: ContractCall[] = []
  /** What the next calls do instead of answering. */
  onConnect: WalletError | 'hold' | undefined
  onDisconnect: WalletError | 'hold' | undefined
  onSwitch: WalletError | 'hold' | 'ignore' | 'announce' | undefined
  onSign: WalletError | 'hold' | undefined
  onCall: WalletError | 'hold' | undefined
  /** What a transfer is answered with. Default: `0x`. */
  onSend: ((transfer: Transfer) => Promise<string>) | undefined
  answer: unknown = null
  /** What only some wallets know: by method, and how it was asked. Default: it knows none of it. */
  onAsk: ((args: RequestArguments) => unknown) | undefined
  readonly askedFor: { readonly account: AccountId; readonly args: RequestArguments }[] = []
  /** Thrown at every request, whatever it is. */
  refusal: { readonly thrown: Error } | undefined
  readonly #held: (() => void)[] = []
  readonly #listeners = new Set<(change: ConnectorChange) => void>()
  readonly #options: ScriptOptions

  constructor(options: ScriptOptions = {}) {
    const { namespace = 'eip155', name = 'Acme', rdns, icon } = options
    const id = options.id ?? rdns ?? `injected:is${name}`
    this.#options = options
    this.installed = {
      id,
      uid: `${id} ${namespace}`,
      namespace,
      name,
      source: rdns === undefined ? 'injected' : 'announced',
      ...(rdns === undefined ? {} : { rdns }),
      ...(icon === undefined ? {} : { icon }),
    }
    this.isGranted = options.isGranted ?? false
    this.chain = options.chain ?? firstChain[namespace]
    this.chains = options.chains
    this.addresses = options.addresses ?? [addresses[namespace]]
  }

  get listeners(): number {
    return this.#listeners.size
  }

  /** Lets what was held go on. */
  release(): void {
    for (const go of this.#held.splice(0)) go()
  }

  /** The wallet says something by itself. */
  say(told: Told): void {
    const isLocked = told.type === 'accounts' && told.accounts.length === 0 // what it would grant when it is unlocked stays
    if (told.type === 'accounts' && !isLocked) this.addresses = told.accounts.map(addressOf)
    else if (told.type === 'chain') this.chain = told.chain
    else if (told.type === 'chains') this.chains = told.chains
    const change =
      told.type === 'message' || told.type === 'disconnect'
        ? told
        : { type: 'grant' as const, grant: this.grant(isLocked ? [] : this.addresses) }
    for (const listener of [...this.#listeners]) listener(change)
  }

  accounts(): readonly AccountId[] {
    return this.addresses.map((address): AccountId => `${this.chain}:${address}`)
  }

  grant(addresses = this.addresses): Grant {
    const accounts = addresses.map((address) => ({ chain: this.chain, address }))
    return { accounts, chain: this.chain, ...(this.chains ? { chains: this.chains } : {}) }
  }

  connector(transport: Transport = this.#options.transport ?? 'injected'): Connector {
    const { id, namespace, name, rdns, icon } = this.installed
    const wallet = { id, name, ...(rdns === undefined ? {} : { rdns }), ...(icon === undefined ? {} : { icon }) }
    return {
      id,
      namespace,
      transport,
      wallet,
      connect: (options) => this.#connect(options),
      disconnect: async () => {
        this.disconnects++
        if (this.onDisconnect === 'hold') await this.#hold()
        else if (this.onDisconnect) throw this.onDisconnect
        this.isGranted = false
      },
      release: () => void this.releases++,
      switchTo: async (network) => {
        this.switches.push(network.caipNetworkId)
        if (this.onSwitch === 'hold') await this.#hold()
        else if (this.onSwitch === 'ignore') return this.grant()
        else if (this.onSwitch instanceof WalletError) throw this.onSwitch
        this.chain = network.caipNetworkId
        if (this.onSwitch === 'announce') this.say({ type: 'chain', chain: this.chain })
        return this.grant()
      },
      getAccounts: () => Promise.resolve(this.isGranted ? this.grant().accounts : []),
      isAuthorized: () => Promise.resolve(this.isGranted),
      sign: async (request) => {
        this.signed.push(request)
        if (this.onSign === 'hold') await this.#hold()
        else if (this.onSign) throw this.onSign
        return { signature: '0x' }
      },
      send: (transfer) => {
        this.sent.push(transfer)
        return this.onSend?.(transfer) ?? Promise.resolve('0x')
      },
      call: async (call) => {
        if (this.onCall === 'hold') await this.#hold()
        else if (this.onCall) throw this.onCall
        this.called.push(call)
        return `0x${String(this.called.length).padStart(64, '0')}`
      },
      ask: async (account, args) => {
        this.askedFor.push({ account, args })
        if (!this.onAsk) throw walletError('UNSUPPORTED_METHOD', { details: { method: args.method } })
        return this.onAsk(args)
      },
      request: async (chain, args) => {
        this.requests.push({ chain, args })
        await Promise.resolve()
        if (this.refusal) return Promise.reject(this.refusal.thrown)
        if (isRpcError(this.answer)) throw this.answer
        return this.answer
      },
      onChange: (listener) => {
        this.#listeners.add(listener)
        return () => void this.#listeners.delete(listener)
      },
    }
  }

  async #connect({ silent = false, chain, networks }: ConnectOptions): Promise<Grant> {
    if (silent) this.silent++
    else this.prompts++
    const { onConnect } = this
    if (onConnect === 'hold') await this.#hold()
    else if (onConnect) throw onConnect
    if (silent && !this.isGranted) throw walletError('NOT_CONNECTED')
    this.isGranted = true
    if (!silent && chain && networks.some((network) => network.caipNetworkId === chain)) this.chain = chain
    return this.grant()
  }

  #hold(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve))
  }
}

function isRpcError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value
}

/** What a relay would carry: each pairing is there to be approved or refused. */
export interface ScriptedPairing {
  readonly uri: string
  readonly options: PairOptions
  approve(session: RelaySession): void
  refuse(error: WalletError): void
}

export interface ScriptedPort extends ConnectorPort {
  readonly pairings: readonly ScriptedPairing[]
  readonly sessions: Map<string, RelaySession>
  /** How many opened wallets so far. */
  readonly opened: readonly string[]
  /** Uris come only when the test lets them. */
  holdUris(): () => void
  /** Another wallet announces itself. */
  arrive(wallet: ScriptedWallet): void
}

export function createScriptedPort(wallets: readonly ScriptedWallet[] = []): ScriptedPort {
  const present = [...wallets]
  const listeners = new Set<(wallets: readonly InstalledWallet[]) => void>()
  const pairings: ScriptedPairing[] = []
  const sessions = new Map<string, RelaySession>()
  const opened: string[] = []
  let held: (() => void)[] | undefined
  const report = (listener: (wallets: readonly InstalledWallet[]) => void) => listener(present.map(({ installed }) => installed))
  return {
    pairings,
    sessions,
    opened,
    holdUris() {
      held = []
      return () => {
        const waiting = held ?? []
        held = undefined
        for (const go of waiting) go()
      }
    },
    arrive(wallet) {
      present.push(wallet)
      listeners.forEach(report)
    },
    discover(listener, signal) {
      listeners.add(listener)
      signal.addEventListener('abort', () => void listeners.delete(listener))
      report(listener)
    },
    async open({ id, namespace }) {
      opened.push(id)
      const wallet = present.find(({ installed }) => installed.id === id && installed.namespace === namespace)
      if (!wallet) throw walletError('WALLET_NOT_FOUND')
      return wallet.connector()
    },
    pair(options) {
      return new Promise((resolve, reject) => {
        const number = pairings.length + 1
        const uri = `wc:${String(number).padStart(8, '0')}@2?relay-protocol=irn&symKey=${number}`
        options.signal.addEventListener('abort', () => reject(walletError('ABORTED')))
        const announce = () => {
          options.onUri(uri)
        }
        pairings.push({ uri, options, approve: resolve, refuse: reject })
        if (held) held.push(announce)
        else announce()
      })
    },
    restore: ({ topic }) => Promise.resolve(sessions.get(topic)),
    embed: () => Promise.reject(walletError('FRAME_UNREACHABLE')),
  }
}

/** An approved session over some scripted wallets, one per namespace. */
export function createSession(
  wallets: readonly ScriptedWallet[],
  topic = 'topic-1',
): RelaySession & { readonly ended: () => boolean; readonly forgotten: () => boolean } {
  let ended = false
  let forgotten = false
  for (const wallet of wallets) wallet.isGranted = true
  const [first] = wallets
  return {
    topic,
    wallet: { id: topic, name: first?.installed.name ?? 'Phone' },
    expiresAt: Date.UTC(2030, 0, 1),
    connectors: wallets.map((wallet) => wallet.connector('relay')),
    disconnect: () => {
      ended = true
      return Promise.resolve()
    },
    ended: () => ended,
    forget: () => void (forgotten = true),
    forgotten: () => forgotten,
  }
}
