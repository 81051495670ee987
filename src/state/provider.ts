// The page's own door to the connected wallet: an EIP-1193 provider per instance, whose events tell facts once and in order.
import type { ChainId } from '../caip.js'
import { isWalletError, type ErrorCode } from '../errors.js'
import type { RequestArguments } from '../connectors/connector.js'
import { createAccounts, addressOf } from './accounts.js'
import { createConnection } from './connection.js'
import type { Core } from './core.js'
import { createNetworks } from './networks.js'
import type { Session } from './session.js'

export type ProviderEventName = 'connect' | 'disconnect' | 'chainChanged' | 'accountsChanged' | 'message'
type Listener = (payload: never) => void

/** EIP-1193. */
export interface Provider {
  /** @throws ProviderRpcError with the numeric codes of EIP-1193 and EIP-1474 */
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: Listener): Provider
  removeListener(event: string, listener: Listener): Provider
}

/** EIP-1193 error: what the wallet said, or one of the standard codes for what we know ourselves. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, options: { readonly data?: unknown; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    if (options.data !== undefined) this.data = options.data
  }
}

export interface Providers {
  /** Always the same object per namespace. Only `eip155` has the standard's shape; others come with their namespaces. */
  get(namespace: 'eip155'): Provider
}

/** EIP-1193 §5.1, EIP-1474, EIP-3326; everything else is -32603 (internal error). */
const codes: Partial<Record<ErrorCode, number>> = {
  USER_REJECTED: 4001,
  MODAL_CLOSED: 4001,
  UNAUTHORIZED: 4100,
  UNSUPPORTED_METHOD: 4200,
  NOT_CONNECTED: 4900,
  WALLET_DISCONNECTED: 4900,
  DESTROYED: 4900,
  CHAIN_UNKNOWN: 4902,
  NETWORK_NOT_FOUND: 4902,
  UNSUPPORTED_CHAIN: 4902,
  INVALID_PARAMS: -32602,
  REQUEST_PENDING: -32002,
}

export function createProviders(core: Core): Providers {
  let eip155: Provider | undefined
  return { get: () => (eip155 ??= createEip1193(core)) }
}

function createEip1193(core: Core): Provider {
  const connection = core.use(createConnection)
  const accounts = core.use(createAccounts)
  const networks = core.use(createNetworks)
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: ProviderEventName, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        ;(listener as (value: unknown) => void)(payload) // EIP-1193 types a listener by its event's name
      } catch (error) {
        core.deps.log.error(`a listener of the provider's '${event}' failed`, error)
      }
    }
  }

  /** The selected account first, as EIP-1193 has it. */
  const addresses = (): readonly string[] => {
    const selected = accounts.find('eip155')?.address
    const all = (connection.find('eip155')?.grant.accounts ?? []).map(addressOf)
    return selected === undefined ? [] : [selected, ...all.filter((address) => address !== selected)]
  }
  const chain = (): ChainId | undefined => connection.find('eip155')?.grant.chain

  let told: { readonly chain: ChainId | undefined; readonly addresses: string } = { chain: undefined, addresses: '' }
  let stopMessages = () => {}
  let isListening = false // a store that gets its first listener here may call it at once, before anybody could hear
  const look = () => {
    if (!isListening) return
    const before = told
    told = { chain: chain(), addresses: addresses().join() }
    if (before.chain === undefined && told.chain !== undefined) emit('connect', { chainId: hexOf(told.chain) })
    else if (before.chain !== undefined && told.chain !== undefined && before.chain !== told.chain)
      emit('chainChanged', hexOf(told.chain))
    if (before.addresses !== told.addresses) emit('accountsChanged', addresses())
    if (before.chain !== undefined && told.chain === undefined)
      emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected'))
  }
  const followMessages = () => {
    stopMessages()
    const { connector } = connection.find('eip155') ?? {}
    stopMessages = connector?.onChange((change) => change.type === 'message' && emit('message', change.message)) ?? (() => {})
  }
  const stops = [
    accounts.$account.listen(look),
    connection.$connections.listen(look),
    connection.onChange(({ type }) => {
      if (type !== 'chain') followMessages()
    }),
  ]
  followMessages()
  isListening = true
  // Made together with, or after, the connection: whoever attaches listeners in this turn still hears of it, once.
  const first = setTimeout(look, 0)
  core.signal.addEventListener('abort', () => [...stops, stopMessages, () => clearTimeout(first)].forEach((stop) => stop()), {
    once: true,
  })

  async function answer({ method, params }: RequestArguments): Promise<unknown> {
    if (method === 'eth_accounts') return addresses()
    const active = connection.active('eip155') // throws NOT_CONNECTED
    if (method === 'eth_requestAccounts') return addresses()
    if (method === 'eth_chainId') return hexOf(active.grant.chain)
    if (method === 'net_version') return String(BigInt(hexOf(active.grant.chain)))
    if (method === 'wallet_switchEthereumChain') {
      const network = networks.find(switchTarget(params))
      // A chain that is not configured is the wallet's business; it answers 4902 by itself.
      if (network) return connection.switchTo(network).then(() => null)
    }
    return active.connector.request(active.grant.chain, params === undefined ? { method } : { method, params })
  }

  const provider: Provider = {
    async request(args) {
      if (typeof args !== 'object' || args === null || typeof args.method !== 'string' || args.method === '') {
        throw new ProviderRpcError(-32602, 'Expected { method, params }')
      }
      try {
        if (core.signal.aborted) throw core.signal.reason
        return await answer(args)
      } catch (thrown) {
        throw toRpcError(thrown)
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return provider
}

/** `eth_requestAccounts` without a connection lets the visitor choose a wallet: `connect`. Closing the modal then is a refusal. */
export function connectingFirst(provider: Provider, session: Session, connect: () => Promise<unknown>): Provider {
  return {
    ...provider,
    async request(args) {
      const method = (args as RequestArguments | undefined)?.method // a page without types passes anything; `provider` refuses it
      const asksToConnect = method === 'eth_requestAccounts' || method === 'wallet_requestPermissions'
      if (asksToConnect && session.$account.get()?.namespace !== 'eip155')
        await connect().catch((thrown: unknown) => {
          throw toRpcError(thrown)
        })
      return provider.request(args)
    },
  }
}

/** `0x1` for `eip155:1`. */
function hexOf(chain: ChainId): string {
  return `0x${BigInt(chain.slice(chain.indexOf(':') + 1)).toString(16)}`
}

/** EIP-3326: `[{ chainId: '0x…' }]`. @throws ProviderRpcError -32602 */
function switchTarget(params: unknown): ChainId {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const id: unknown = typeof first === 'object' && first !== null && 'chainId' in first ? first.chainId : undefined
  if (typeof id !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(id))
    throw new ProviderRpcError(-32602, 'Expected [{ chainId }] with a hex chain id')
  return `eip155:${BigInt(id)}`
}

function toRpcError(thrown: unknown): ProviderRpcError {
  if (thrown instanceof ProviderRpcError) return thrown
  if (isWalletError(thrown)) {
    const code = codes[thrown.code]
    // The wallet's own code is nearer to the truth than ours.
    const own = rpcErrorOf(thrown.cause)
    return own ?? new ProviderRpcError(code ?? -32603, thrown.message, { data: { code: thrown.code }, cause: thrown })
  }
  return (
    rpcErrorOf(thrown) ??
    new ProviderRpcError(-32603, thrown instanceof Error ? thrown.message : 'Internal error', { cause: thrown })
  )
}

/** Wallets throw plain objects as often as errors. */
function rpcErrorOf(thrown: unknown): ProviderRpcError | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown) || typeof thrown.code !== 'number') return undefined
  const message = 'message' in thrown && typeof thrown.message === 'string' ? thrown.message : 'The wallet refused'
  return new ProviderRpcError(thrown.code, message, { ...('data' in thrown ? { data: thrown.data } : {}), cause: thrown })
}
