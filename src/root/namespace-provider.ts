// The provider of a page for Solana, Bitcoin, Polkadot or Cosmos: requests go to the connected wallet, and each change of it is one event.
import type { ChainId, Namespace } from '../vocabulary/caip.js'
import { isWalletError, walletError } from '../vocabulary/errors.js'
import type { RequestArguments, RequestInput } from '../vocabulary/eip1193.js'
import { createEmitter } from '../vocabulary/emitter.js'
import type { Providers, WalletEvents } from '../vocabulary/providers.js'
import { toWalletError } from '../connectors/wallet-errors.js'
import { createAccounts } from '../state/connections/accounts.js'
import { createConnection } from '../state/connections/connection.js'
import { createRestored } from '../state/connections/restored.js'
import type { Core } from '../state/core.js'

type OtherNamespace = Exclude<Namespace, 'eip155'>
type Params = Readonly<Record<string, unknown>>

/**
 * How the selected account is named in the parameters of a request that names none. A method that is not here has no such parameter, or means all
 * accounts; a wallet that is to sign in chooses the account, unless the page names one.
 */
const signers: Readonly<Partial<Record<Namespace, (method: string, params: Params, selected: string) => Params>>> = {
  solana: (method, params, pubkey) => (/^solana_sign(?!In$)/.test(method) ? { pubkey, ...params } : params),
  bip122(method, params, account) {
    const isNamed = 'account' in params || 'address' in params || 'signInputs' in params
    return isNamed || method === 'getAccountAddresses' ? params : { account, ...params }
  },
  polkadot(method, params, selected) {
    const payload: unknown = params['transactionPayload']
    const named = isParams(payload) && typeof payload['address'] === 'string' ? payload['address'] : selected
    return /^polkadot_sign/.test(method) ? { address: named, ...params } : params
  },
  cosmos: (method, params, signerAddress) => (/^cosmos_sign/.test(method) ? { signerAddress, ...params } : params),
}

/**
 * Makes the provider of `namespace`. `solana_requestAccounts` first calls `connect`, which lets the visitor choose a wallet, unless one is connected.
 * @param namespace not `eip155`, which has a provider of its own (EIP-1193)
 */
export function createConnectingProvider(
  core: Core,
  connect: () => Promise<unknown>,
  namespace: Namespace,
): Providers[OtherNamespace] {
  const connection = core.use(createConnection)
  const accounts = core.use(createAccounts)
  const restored = createRestored(core, namespace)
  const events = createEmitter<{ [Event in keyof WalletEvents]: Parameters<WalletEvents[Event]>[0] }>(core.deps.log.error)
  const stops = new Map<string, Map<unknown, () => void>>()

  /** The addresses on the wallet's chain, the selected one first. */
  const addresses = (): string[] => {
    const selected = accounts.find(namespace)?.address
    const all = (connection.find(namespace)?.accounts ?? []).map(({ address }) => address)
    return selected === undefined ? [] : [...new Set([selected, ...all])]
  }

  /** The state that the events have reported so far. */
  let emitted: { readonly chain: ChainId | undefined; readonly addresses: string } = { chain: undefined, addresses: '' }
  let isListening = false // a store may call its first listener at once, while this is still being made
  const emitChanges = () => {
    if (!isListening) return
    const before = emitted
    const chain = connection.find(namespace)?.grant.chain
    emitted = { chain, addresses: addresses().join() }
    if (chain && !before.chain) events.emit('connect', { chainId: chain })
    else if (chain && before.chain !== chain) events.emit('chainChanged', chain)
    if (before.addresses !== emitted.addresses) events.emit('accountsChanged', addresses())
    if (!chain && before.chain) events.emit('disconnect', walletError('WALLET_DISCONNECTED'))
  }
  const ends = [accounts.$account.listen(emitChanges), connection.$connections.listen(emitChanges)]
  isListening = true
  // The connection may be older than this provider: listeners that the page attaches in the same task still get its events.
  const first = setTimeout(emitChanges, 0)
  core.onEnd(() => {
    clearTimeout(first)
    for (const end of ends) end()
  })

  async function answer({ method, params = {} }: RequestArguments): Promise<unknown> {
    await restored()
    if (method === 'solana_requestAccounts' && !connection.find(namespace)) await connect()
    const { connector, grant } = connection.active(namespace) // throws NOT_CONNECTED
    if (method === 'solana_getAccounts' || method === 'solana_requestAccounts') return addresses().map((pubkey) => ({ pubkey }))
    const [selected] = addresses()
    const isNameable = isParams(params) && selected !== undefined
    const complete = (isNameable && signers[namespace]?.(method, params, selected)) || params
    return connector.request(grant.chain, { method, params: complete })
  }

  const provider = {
    // Connectors check the answers to the methods of their namespace.
    async request<Answer>(args: RequestInput) {
      try {
        if (core.signal.aborted) throw core.signal.reason
        return (await answer(readRequest(args))) as Answer
      } catch (thrown) {
        throw isWalletError(thrown) ? thrown : toWalletError(thrown)
      }
    },
    on<Event extends keyof WalletEvents>(event: Event, listener: WalletEvents[Event]) {
      const ofEvent = stops.get(event) ?? new Map<unknown, () => void>()
      stops.set(event, ofEvent)
      if (!ofEvent.has(listener)) ofEvent.set(listener, events.on(event, listener as (detail: unknown) => void)) // typed for this event
      return this
    },
    removeListener<Event extends keyof WalletEvents>(event: Event, listener: WalletEvents[Event]) {
      stops.get(event)?.get(listener)?.()
      stops.get(event)?.delete(listener)
      return this
    },
  }
  return provider
}

const isParams = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks a request of the page, which may not be type-checked. @throws WalletError INVALID_PARAMS */
function readRequest(args: unknown): RequestArguments {
  const method = isParams(args) ? args['method'] : undefined
  const params = isParams(args) ? args['params'] : undefined
  const isObject = params === undefined || params === null || typeof params === 'object'
  if (typeof method !== 'string' || method === '' || !isObject)
    throw walletError('INVALID_PARAMS', { details: { problem: 'expected { method, params }' } })
  return { method, ...(params ? { params } : {}) }
}
