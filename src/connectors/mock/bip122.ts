// A Bitcoin wallet for tests in the registry `window.btc_providers` (WBIP004), which answers as sats-connect asks: one address for
// payments (P2WPKH), one for ordinals (P2TR), both of one key.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import * as z from 'zod/mini'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'
import type { NetworkName } from '../bip122/address.js'
import { type BitcoinKey, signEcdsa, signGeneric } from './bitcoin-signatures.js'
import { createControls } from './controls.js'
import {
  invalidParams,
  keyBytes,
  type MockAccountsOptions,
  type MockAccountsWallet,
  newKey,
  NO_ICON,
  putAt,
  rowOf,
  takePlace,
} from './accounts-wallet.js'
import { shownName } from './name.js'

/** What a mock wallet of Bitcoin is to be. */
export interface MockBitcoinOptions extends MockAccountsOptions {
  readonly namespace: 'bip122'
  /** The network that it starts on. Default `mainnet`. */
  readonly network?: MockBitcoinNetwork | undefined
}

/** The networks that a mock wallet of Bitcoin can be on. */
export type MockBitcoinNetwork = Lowercase<NetworkName>

/**
 * A Bitcoin wallet in a page. `addresses` are that for payments and that for ordinals. It signs texts and PSBTs, and sends nothing:
 * `sendTransfer` and `signPsbt` with `broadcast` fail as methods that it does not have, unless `misbehave` answers them.
 */
export interface MockBitcoinWallet extends MockAccountsWallet {
  readonly namespace: 'bip122'
  /** Switches to a network and reports it, as when the person does so in the wallet. */
  setChain(network: MockBitcoinNetwork): void
}

const networks: Readonly<Record<MockBitcoinNetwork, typeof NETWORK>> = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  testnet4: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}
const isNetwork = (name: string): name is MockBitcoinNetwork => Object.hasOwn(networks, name)

const purposes = z.optional(z.array(z.string()))
const connectParams = z.optional(z.object({ addresses: purposes }))
const addressesParams = z.optional(z.object({ purposes }))
const messageParams = z.object({
  address: z.string(),
  message: z.string(),
  protocol: z.optional(z.enum(['ECDSA', 'BIP322'])),
})
const psbtParams = z.object({
  psbt: z.string(),
  signInputs: z.optional(z.record(z.string(), z.array(z.int().check(z.nonnegative())))),
  broadcast: z.optional(z.boolean()),
})
const networkParams = z.object({ name: z.string() })

/** The person is asked before these. */
const asked = ['getAccounts', 'getAddresses', 'signMessage', 'signPsbt', 'sendTransfer', 'wallet_changeNetwork']
const failure = (code: number, message: string) => new ProviderRpcError(code, message)

/**
 * Makes a Bitcoin wallet and puts it into the registry of `window`. Requests: `wallet_connect`, `wallet_getAccount`,
 * `wallet_disconnect`, `wallet_changeNetwork`, `getAccounts`, `getAddresses`, `signMessage`, `signPsbt`.
 */
export function announceBitcoinWallet(window: Window, options: MockBitcoinOptions): MockBitcoinWallet {
  const { icon = NO_ICON, approve = () => true } = options
  const name = shownName(options.name)
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  let network = options.network ?? 'mainnet'
  let secrets = (options.accounts ?? [newKey()]).map(keyBytes)
  let isAllowed = options.allowed ?? false
  /** Of the selected account: the other ones are not for the page. */
  const own = () => secrets.slice(0, 1).flatMap((secret) => keysOf(secret, networks[network]))
  const shared = (wanted?: readonly string[]) =>
    own()
      .filter(({ purpose }) => wanted?.includes(purpose) ?? true)
      .map(({ address, publicKey, purpose, type }) => ({ address, publicKey: hex.encode(publicKey), purpose, addressType: type }))
  const account = (wanted?: readonly string[]) => ({
    id: 'mock',
    addresses: shared(wanted),
    walletType: 'software',
    network: { bitcoin: { name: network.charAt(0).toUpperCase() + network.slice(1) } },
  })
  const setAccounts: MockAccountsWallet['setAccounts'] = (accounts) => {
    secrets = accounts.map(keyBytes)
    if (!isAllowed) return
    isAllowed = secrets.length > 0
    emit('accountChange', { type: 'accountChange', ...(isAllowed ? account() : {}) })
  }
  const { controls, answer } = createControls({
    approve,
    delay: options.delay,
    refuse: () => failure(-32000, 'User rejected request.'),
    pending: () => failure(-32603, 'Already processing a request.'), // -32002 is another thing in sats-connect
    changeAccounts: () => setAccounts([newKey()]),
  })
  const setChain = (next: MockBitcoinNetwork) => {
    if (next === network) return
    network = next
    emit('networkChange', { type: 'networkChange', ...account() })
  }
  const keyFor = (address: string): BitcoinKey => {
    const key = isAllowed ? own().find((each) => each.address === address) : undefined
    if (!key) throw failure(-32002, 'Access denied.')
    return key
  }
  const allow = (wanted?: readonly string[]) => {
    isAllowed = secrets.length > 0
    return account(wanted)
  }

  const answers: Readonly<Record<string, (params: unknown) => unknown>> = {
    wallet_connect: (params) => allow(read(connectParams, params)?.addresses),
    getAccounts: (params) => allow(read(addressesParams, params)?.purposes).addresses,
    getAddresses: (params) => allow(read(addressesParams, params)?.purposes),
    wallet_getAccount: () => {
      if (!isAllowed) throw failure(-32002, 'Access denied.')
      return account()
    },
    wallet_disconnect: () => {
      isAllowed = false
      return null
    },
    wallet_changeNetwork: (params) => {
      const next = read(networkParams, params).name.toLowerCase()
      if (!isNetwork(next)) throw invalidParams()
      setChain(next)
      return null
    },
    signMessage: (params) => {
      const { address, message, protocol } = read(messageParams, params)
      const key = keyFor(address)
      const isOld = (protocol ?? (key.type === 'p2tr' ? 'BIP322' : 'ECDSA')) === 'ECDSA'
      if (isOld && key.type === 'p2tr') throw invalidParams()
      const signature = base64.encode(isOld ? signEcdsa(key, message) : signGeneric(key, message))
      return { address, signature, protocol: isOld ? 'ECDSA' : 'BIP322' }
    },
    signPsbt: (params) => {
      const { psbt, signInputs, broadcast } = read(psbtParams, params)
      if (broadcast) throw failure(-32601, 'This wallet has no node to send with.')
      const listed = Object.entries(signInputs ?? {})
      const inputs = listed.flatMap(([address, indexes]) => indexes.map((index) => ({ key: keyFor(address), index })))
      return { psbt: base64.encode(sign(psbt, isAllowed ? own() : [], signInputs && inputs)) }
    },
  }
  const provider = {
    async request(method: string, params?: object) {
      try {
        const request = { method, ...(params === undefined ? {} : { params }) }
        const asks = asked.includes(method) || (method === 'wallet_connect' && !isAllowed)
        const result = await answer(request, asks, () => {
          const own = Object.hasOwn(answers, method) ? answers[method] : undefined
          if (!own) throw failure(-32601, `${method} is not supported.`)
          return own(params)
        })
        return { jsonrpc: '2.0', id: null, result }
      } catch (error) {
        const { code = -32603, message = 'Failed.', data } = error as Partial<ProviderRpcError> // whatever a test throws
        return { jsonrpc: '2.0', id: null, error: { code, message, ...(data === undefined ? {} : { data }) } }
      }
    },
    addListener({ eventName, cb }: { readonly eventName: string; readonly cb: (payload: unknown) => void }) {
      listeners.set(eventName, (listeners.get(eventName) ?? new Set()).add(cb))
      return () => void listeners.get(eventName)?.delete(cb)
    },
  }

  const place = placeOf(name)
  const stop = takePlace(window, 'bip122', place, () => leave())
  const leave = enter(window, place, provider, { id: place, name, icon, methods: ['wallet_getAccount', ...Object.keys(answers)] })
  return {
    ...controls,
    namespace: 'bip122',
    installed: rowOf('bip122', `injected:${place}`, name),
    get addresses() {
      return own().map(({ address }) => address)
    },
    setAccounts,
    setChain,
    disconnect() {
      isAllowed = false
      emit('disconnect', { type: 'disconnect' })
    },
    stop,
  }
}

interface Input {
  readonly key: BitcoinKey
  readonly index: number
}

function keysOf(secret: Uint8Array, network: typeof NETWORK): readonly BitcoinKey[] {
  const compressed = secp256k1.getPublicKey(secret, true)
  const xOnly = compressed.slice(1)
  const [segwit, taproot] = [p2wpkh(compressed, network), p2tr(xOnly, undefined, network)]
  return [
    { address: segwit.address ?? '', publicKey: compressed, purpose: 'payment', type: 'p2wpkh', secret, script: segwit.script },
    { address: taproot.address ?? '', publicKey: xOnly, purpose: 'ordinals', type: 'p2tr', secret, script: taproot.script },
  ]
}

/** @param inputs with their keys. Absent: all whose coin belongs to one of `own`. @throws ProviderRpcError -32602 */
function sign(psbt: string, own: readonly BitcoinKey[], inputs?: readonly Input[]): Uint8Array {
  try {
    const transaction = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true, allowUnknownInputs: true })
    const scripts = Array.from({ length: transaction.inputsLength }, (_, at) => {
      const { witnessUtxo, nonWitnessUtxo, index = 0 } = transaction.getInput(at)
      const coin: { readonly script: Uint8Array } | undefined = witnessUtxo ?? nonWitnessUtxo?.outputs[index]
      return coin?.script.join()
    })
    const owned = scripts.flatMap((script, index) => {
      const key = own.find((each) => each.script.join() === script)
      return key ? [{ key, index }] : []
    })
    const wanted = inputs ?? owned
    if (wanted.length === 0 || !wanted.every(({ key, index }) => key.script.join() === scripts[index])) throw invalidParams()
    for (const { key, index } of wanted) transaction.signIdx(key.secret, index)
    return transaction.toPSBT()
  } catch {
    throw invalidParams()
  }
}

/**
 * The property of `window` for a wallet of this name: one for each name that the modal tells apart, and short enough for the registry.
 */
const placeOf = (name: string) => `MockBitcoin${hex.encode(sha256(new TextEncoder().encode(name.toLowerCase())))}`

/** Puts the object at `place` and its entry into the registry. Returns the function that takes out both. */
function enter(window: Window, place: string, provider: object, entry: object): () => void {
  const page = window as Window & { btc_providers?: unknown }
  const others = () =>
    Array.isArray(page.btc_providers) ? (page.btc_providers as unknown[]).filter((each) => each !== entry) : []
  const remove = putAt(window, place, provider)
  page.btc_providers = [...others(), entry]
  return () => {
    remove()
    page.btc_providers = others()
  }
}

function read<T>(schema: z.ZodMiniType<T>, params: unknown): T {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw invalidParams()
  return parsed.data
}
