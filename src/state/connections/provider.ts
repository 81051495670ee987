// The EIP-1193 provider of one instance, through which the page talks to the connected wallet. Each change is one event, in a fixed order.
import type { ChainId } from '../../vocabulary/caip.js'
import { isWalletError, type ErrorCode, walletError } from '../../vocabulary/errors.js'
import type { RequestArguments } from '../../connectors/connector.js'
import type { Eip1193Events, Eip1193Provider, Hex, ProviderEvent } from '../../vocabulary/eip1193.js'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'
import { isWalletMethod } from '../../vocabulary/rpc-methods.js'
import { createAccounts } from './accounts.js'
import { createConnection } from './connection.js'
import { createRestored } from './restored.js'
import type { Core } from '../core.js'
import { createNetworks } from '../networks/networks.js'
import { askNodes } from '../networks/reads.js'

type Listener = (payload: never) => void

/** Codes of EIP-1193 (provider errors), EIP-1474 and EIP-3326. Any other error is -32603 (internal error). */
const codes: Partial<Record<ErrorCode, number>> = {
  USER_REJECTED: 4001,
  MODAL_CLOSED: 4001,
  UNAUTHORIZED: 4100,
  METHOD_NOT_ALLOWED: 4100,
  UNSUPPORTED_METHOD: 4200,
  NOT_CONNECTED: 4900,
  WALLET_DISCONNECTED: 4900,
  DESTROYED: 4900,
  CHAIN_UNKNOWN: 4902,
  NETWORK_NOT_FOUND: 4902,
  UNSUPPORTED_CHAIN: 4902,
  SWITCH_FAILED: 4902,
  INVALID_PARAMS: -32602,
  REQUEST_PENDING: -32002,
}

/**
 * A part: the page's provider for EVM chains (EIP-1193). Without a wallet it answers reads from the nodes of the configured network. It never prompts to
 * connect: see `createConnectingProvider`.
 */
export function createProvider(core: Core): Eip1193Provider {
  const connection = core.use(createConnection)
  const accounts = core.use(createAccounts)
  const networks = core.use(createNetworks)
  const listeners = new Map<string, Set<Listener>>()
  const emit = <Event extends ProviderEvent>(event: Event, payload: Parameters<Eip1193Events[Event]>[0]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        ;(listener as (value: unknown) => void)(payload) // `on` typed it for this event
      } catch (error) {
        core.deps.log.error(`a listener of the provider's '${event}' failed`, error)
      }
    }
  }

  /** The accounts as `eth_accounts` returns them: the selected one first. */
  const addresses = (): Hex[] => {
    const selected = accounts.find('eip155')?.address
    const all = (connection.find('eip155')?.accounts ?? []).map(({ address }) => address as Hex) // the connector has checked them
    return selected === undefined ? [] : [selected as Hex, ...all.filter((address) => address !== selected)] // as above
  }
  /** The chain that the wallet is on; without a wallet, the chosen network if it is an EVM chain, else the first one that is. */
  const chain = (): ChainId | undefined => connection.find('eip155')?.grant.chain ?? chosen()
  const chosen = (): ChainId | undefined =>
    [networks.$network.get(), ...networks.networks].find(({ chainNamespace }) => chainNamespace === 'eip155')?.caipNetworkId

  /** The state that the events have reported so far. */
  let emitted = { isConnected: false, chain: chain(), addresses: '' }
  let stopMessages = () => {}
  let isListening = false // a store may call its first listener at once, while this part is still being made
  const emitChanges = () => {
    if (!isListening) return
    const before = emitted
    emitted = { isConnected: connection.find('eip155') !== undefined, chain: chain(), addresses: addresses().join() }
    const chainId = emitted.chain && hexOf(emitted.chain)
    if (!before.isConnected && emitted.isConnected && chainId) emit('connect', { chainId })
    if (before.chain !== emitted.chain && chainId) emit('chainChanged', chainId)
    if (before.addresses !== emitted.addresses) emit('accountsChanged', addresses())
    if (before.isConnected && !emitted.isConnected) emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected'))
  }
  /** EIP-1193: `{ type, data }`. A message of another shape is passed on as the data. */
  const tellMessage = (message: unknown) => emit('message', isMessage(message) ? message : { type: 'message', data: message })
  const followMessages = () => {
    stopMessages()
    const { connector } = connection.find('eip155') ?? {}
    stopMessages = connector?.onChange((change) => change.type === 'message' && tellMessage(change.message)) ?? (() => {})
  }
  const stops = [
    accounts.$account.listen(emitChanges),
    connection.$connections.listen(emitChanges),
    networks.$network.listen(emitChanges),
    connection.onChange(({ type }) => {
      if (type !== 'chain') followMessages()
    }),
  ]
  followMessages()
  isListening = true
  // The connection may be older than this provider: listeners that the page attaches in the same task still get its events.
  const first = setTimeout(emitChanges, 0)
  core.onEnd(() => [...stops, stopMessages, () => clearTimeout(first)].forEach((stop) => stop()))

  const restored = createRestored(core, 'eip155')

  /** Answers a read without a wallet, from the configured network and its nodes. @throws WalletError NOT_CONNECTED for methods that need a wallet */
  async function answerUnconnected(args: RequestArguments): Promise<unknown> {
    const here = chosen()
    if (!here || isWalletMethod(args.method)) throw walletError('NOT_CONNECTED')
    if (args.method === 'eth_chainId') return hexOf(here)
    if (args.method === 'net_version') return here.slice('eip155:'.length)
    return askNodes(core, here, args).catch((error: unknown) => {
      throw isWalletError(error, 'UNSUPPORTED_METHOD') ? walletError('NOT_CONNECTED') : error // only a wallet could answer
    })
  }

  async function answer(args: RequestArguments): Promise<unknown> {
    const { method, params } = args
    if (isWalletMethod(method) || method === 'eth_chainId') await restored()
    if (method === 'eth_accounts') return addresses()
    if (!connection.find('eip155')) return answerUnconnected(args)
    const active = connection.active('eip155') // throws NOT_CONNECTED when another tab of the site has ended it
    if (method === 'eth_requestAccounts') return addresses()
    if (method === 'eth_chainId') return hexOf(active.grant.chain)
    if (method === 'net_version') return active.grant.chain.slice('eip155:'.length)
    if (method === 'wallet_switchEthereumChain') {
      const network = networks.find(switchTarget(params))
      // A chain that is not configured goes to the wallet, which answers 4902 if it does not know it either.
      if (network) return connection.switchTo(network).then(() => null)
    }
    return active.connector.request(active.grant.chain, args)
  }

  const provider: Eip1193Provider = {
    async request<Answer>(args: unknown) {
      const known = readRequest(args)
      if (!known) throw new ProviderRpcError(-32602, 'Expected { method, params }')
      try {
        if (core.signal.aborted) throw core.signal.reason
        return (await answer(known)) as Answer // the caller's claim, see `Eip1193Provider`
      } catch (thrown) {
        throw toRpcError(thrown)
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return this
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return this
    },
  }
  return provider
}

/** Checks a request of the page, which may not be type-checked. Undefined when it is none. */
function readRequest(args: unknown): RequestArguments | undefined {
  if (typeof args !== 'object' || args === null || !('method' in args)) return undefined
  const { method } = args
  const params = 'params' in args ? args.params : undefined
  if (typeof method !== 'string' || method === '') return undefined
  if (params === undefined || params === null) return { method }
  return typeof params === 'object' ? { method, params } : undefined
}

const isMessage = (value: unknown): value is { type: string; data: unknown } =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'data' in value

/**
 * As `createProvider`, but `eth_requestAccounts` and `wallet_requestPermissions` first call `connect`, which lets the visitor choose a wallet, unless an
 * EVM wallet is connected. The request rejects with 4001 when the visitor closes the modal instead.
 */
export function createConnectingProvider(core: Core, connect: () => Promise<unknown>): Eip1193Provider {
  const provider = core.use(createProvider)
  const connection = core.use(createConnection)
  return {
    ...provider,
    async request<Answer>(args: Parameters<Eip1193Provider['request']>[0]) {
      const method = readRequest(args)?.method
      const asksToConnect = method === 'eth_requestAccounts' || method === 'wallet_requestPermissions'
      if (asksToConnect && !connection.find('eip155'))
        await connect().catch((thrown: unknown) => {
          throw toRpcError(thrown)
        })
      return provider.request<Answer>(args)
    },
  }
}

/** `0x1` for `eip155:1`. */
function hexOf(chain: ChainId): Hex {
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
  try {
    return readError(thrown)
  } catch {
    return new ProviderRpcError(-32603, 'The wallet failed') // reading the thrown object threw as well
  }
}

function readError(thrown: unknown): ProviderRpcError {
  if (thrown instanceof ProviderRpcError) return thrown
  if (isWalletError(thrown)) {
    // Prefer the wallet's own code, except for a failed switch, which is always 4902 (specification §8).
    const own = thrown.code === 'SWITCH_FAILED' ? undefined : rpcErrorOf(thrown.cause)
    return (
      own ?? new ProviderRpcError(codes[thrown.code] ?? -32603, thrown.message, { data: { code: thrown.code }, cause: thrown })
    )
  }
  return (
    rpcErrorOf(thrown) ??
    new ProviderRpcError(-32603, thrown instanceof Error ? thrown.message : 'Internal error', { cause: thrown })
  )
}

/** The wallet's own error, which may be a plain object. Undefined when it has no numeric code. */
function rpcErrorOf(thrown: unknown): ProviderRpcError | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown) || typeof thrown.code !== 'number') return undefined
  const message = 'message' in thrown && typeof thrown.message === 'string' ? thrown.message : 'The wallet refused'
  return new ProviderRpcError(thrown.code, message, { ...('data' in thrown ? { data: thrown.data } : {}), cause: thrown })
}
