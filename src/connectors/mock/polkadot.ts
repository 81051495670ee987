// A Polkadot wallet for tests under its name in `window.injectedWeb3`, with keys of sr25519.
import { hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { decode, encode } from '../polkadot/ss58.js'
import { wrapBytes } from '../polkadot/wrap-bytes.js'
import { createControls } from './controls.js'
import {
  invalidParams,
  keyBytes,
  type MockAccountsOptions,
  type MockAccountsWallet,
  newKey,
  notAllowed,
  putAt,
  rowOf,
  takePlace,
} from './accounts-wallet.js'
import { shownName } from './name.js'
import { parsePayload, payloadBytes } from './polkadot-payload.js'

/** What a mock wallet of Polkadot and its kin is to be. `accounts` are seeds (mini secret keys) of sr25519. */
export interface MockPolkadotOptions extends MockAccountsOptions {
  readonly namespace: 'polkadot'
}

/** A Polkadot wallet in a page. Its `addresses` belong to no chain in particular (SS58 prefix 42). */
export interface MockPolkadotWallet extends MockAccountsWallet {
  readonly namespace: 'polkadot'
}

interface Key {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly secret: Uint8Array
}

const GENERIC_PREFIX = 42
/** The first byte of a signature that says of which kind it is (`MultiSignature`). */
const SR25519 = '01'

/**
 * Makes a Polkadot wallet and puts it into `window.injectedWeb3` under its name. Requests: `enable`, `accounts.get`, `signRaw`,
 * `signPayload`.
 */
export function announcePolkadotWallet(window: Window, options: MockPolkadotOptions): MockPolkadotWallet {
  const { approve = () => true } = options
  const name = shownName(options.name)
  const subscribers = new Set<(accounts: unknown) => void>()
  let keys = (options.accounts ?? [newKey()]).map((key) => keyOf(keyBytes(key)))
  let isAllowed = options.allowed ?? false
  const listed = () =>
    isAllowed ? keys.map(({ address }, index) => ({ address, name: `Account ${index + 1}`, type: 'sr25519' })) : []
  const report = () => {
    for (const subscriber of [...subscribers]) subscriber(listed())
  }
  const setAccounts: MockAccountsWallet['setAccounts'] = (accounts) => {
    keys = accounts.map((key) => keyOf(keyBytes(key)))
    const wasAllowed = isAllowed
    isAllowed &&= keys.length > 0
    if (wasAllowed) report()
  }
  const { controls, answer } = createControls({
    approve,
    delay: options.delay,
    refuse: () => new Error('Cancelled'), // the text of Polkadot's own extension
    changeAccounts: () => setAccounts([newKey()]),
  })
  const keyFor = (address: unknown): Key => {
    const wanted = typeof address === 'string' ? decode(address)?.publicKey : undefined
    const key = isAllowed ? keys.find(({ publicKey }) => publicKey.join() === wanted?.join()) : undefined
    if (!key) throw notAllowed()
    return key
  }
  let count = 0

  const injected = {
    accounts: {
      get: (anyType?: unknown) => answer({ method: 'accounts.get', params: [anyType] }, false, listed),
      subscribe(subscriber: (accounts: unknown) => void) {
        subscribers.add(subscriber)
        queueMicrotask(() => subscribers.has(subscriber) && subscriber(listed()))
        return () => void subscribers.delete(subscriber)
      },
    },
    signer: {
      signRaw: (raw: { readonly address?: unknown; readonly data?: unknown } = {}) =>
        answer({ method: 'signRaw', params: raw }, true, () => {
          const { secret } = keyFor(raw.address)
          return { id: ++count, signature: `0x${hex.encode(sign(secret, wrapped(raw.data)))}` }
        }),
      signPayload: (payload: { readonly address?: unknown } = {}) =>
        answer({ method: 'signPayload', params: payload }, true, () => {
          const { secret } = keyFor(payload.address)
          return { id: ++count, signature: `0x${SR25519}${hex.encode(sign(secret, payloadBytes(parsePayload(payload))))}` }
        }),
    },
  }
  const extension = {
    version: '1.0.0',
    enable: (origin?: unknown) =>
      answer({ method: 'enable', params: [origin] }, !isAllowed, () => {
        isAllowed = keys.length > 0
        return injected
      }),
  }

  const page = window as Window & { injectedWeb3?: object }
  const stop = takePlace(window, 'polkadot', name, () => leave())
  page.injectedWeb3 ??= {}
  const leave = putAt(page.injectedWeb3, name, extension)
  return {
    ...controls,
    namespace: 'polkadot',
    installed: rowOf('polkadot', `injected:${name}`, name),
    get addresses() {
      return keys.map(({ address }) => address)
    },
    setAccounts,
    disconnect() {
      isAllowed = false
      report()
    },
    stop,
  }
}

function keyOf(seed: Uint8Array): Key {
  const secret = secretFromSeed(seed)
  const publicKey = getPublicKey(secret)
  return { secret, publicKey, address: encode({ prefix: GENERIC_PREFIX, publicKey }) }
}

/** What is signed of a text in hex. @throws ProviderRpcError -32602 */
function wrapped(data: unknown): Uint8Array {
  if (typeof data !== 'string' || !/^0x(?:[\da-f]{2})*$/i.test(data)) throw invalidParams()
  return wrapBytes(hex.decode(data.slice(2)))
}
