// A Solana wallet for tests that registers itself in the page by the Wallet Standard, with keys of ed25519.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { address as toAddress, getTransactionDecoder, getTransactionEncoder, type SignatureBytes } from '@solana/kit'
import type { RequestArguments } from '../../vocabulary/eip1193.js'
import { createControls } from './controls.js'
import {
  givenBytes,
  invalidParams,
  keyBytes,
  type MockAccountsOptions,
  type MockAccountsWallet,
  newKey,
  NO_ICON,
  notAllowed,
  rowOf,
  takePlace,
} from './accounts-wallet.js'
import { shownName } from './name.js'

/** What a mock wallet of Solana is to be. */
export interface MockSolanaOptions extends MockAccountsOptions {
  readonly namespace: 'solana'
  /** The clusters that it knows. Default: all four. */
  readonly chains?: readonly `solana:${'mainnet' | 'devnet' | 'testnet' | 'localnet'}`[] | undefined
}

/** A Solana wallet in a page. It signs texts and transactions, legacy and of version 0; it sends nothing, so the page's node does. */
export interface MockSolanaWallet extends MockAccountsWallet {
  readonly namespace: 'solana'
}

interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}
interface Input {
  readonly account?: { readonly address?: unknown } | undefined
  readonly message?: unknown
  readonly transaction?: unknown
}

const SIGNING = ['solana:signMessage', 'solana:signTransaction']

/**
 * Makes a Solana wallet and registers it in `window`. Requests: `standard:connect`, `standard:disconnect`, `solana:signMessage`,
 * `solana:signTransaction`, with the inputs of the standard as `params`. A silent connect asks nobody.
 */
export function announceSolanaWallet(window: Window, options: MockSolanaOptions): MockSolanaWallet {
  const { icon = NO_ICON, approve = () => true } = options
  const name = shownName(options.name)
  const chains = options.chains ?? ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']
  const listeners = new Set<(changed: object) => void>()
  const secrets = new Map<string, Uint8Array>()
  const learn = (secret: Uint8Array): Account => {
    const publicKey = ed25519.getPublicKey(secret)
    const address = base58.encode(publicKey)
    secrets.set(address, secret)
    return Object.freeze({ address, publicKey, chains, features: SIGNING })
  }
  let own = (options.accounts ?? [newKey()]).map((key) => learn(keyBytes(key)))
  let isAllowed = options.allowed ?? false
  const shared = () => (isAllowed ? own : [])
  const report = () => {
    for (const listener of [...listeners]) listener({ accounts: shared() })
  }
  const setAccounts: MockAccountsWallet['setAccounts'] = (accounts) => {
    own = accounts.map((key) => learn(keyBytes(key)))
    const wasAllowed = isAllowed
    isAllowed &&= own.length > 0
    if (wasAllowed) report()
  }
  const { controls, answer } = createControls({ approve, delay: options.delay, changeAccounts: () => setAccounts([newKey()]) })
  const secretOf = ({ account }: Input): { address: string; secret: Uint8Array } => {
    const found = shared().find(({ address }) => address === account?.address)
    const secret = found && secrets.get(found.address)
    if (!secret) throw notAllowed()
    return { address: found.address, secret }
  }
  const allow = (isYes: boolean) => {
    const wasAllowed = isAllowed
    isAllowed = isYes
    if (isAllowed !== wasAllowed) report()
  }
  const ask = (method: string, inputs: readonly unknown[], asks: boolean, act: () => unknown) => {
    const request: RequestArguments = { method, params: inputs }
    return answer(request, asks, act)
  }

  const wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon,
    chains,
    get accounts() {
      return shared()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: (input: { readonly silent?: boolean | undefined } = {}) =>
          ask('standard:connect', [input], !input.silent && !isAllowed, () => {
            if (!input.silent) allow(own.length > 0)
            return { accounts: shared() }
          }),
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: () => ask('standard:disconnect', [], false, () => allow(false)),
      },
      'standard:events': {
        version: '1.0.0',
        on(event: string, listener: (changed: object) => void) {
          if (event === 'change') listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: (...inputs: readonly Input[]) =>
          ask('solana:signMessage', inputs, true, () =>
            inputs.map((input) => {
              const message = givenBytes(input.message)
              if (!message) throw invalidParams()
              return {
                signedMessage: message,
                signature: ed25519.sign(message, secretOf(input).secret),
                signatureType: 'ed25519',
              }
            }),
          ),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: readonly Input[]) =>
          ask('solana:signTransaction', inputs, true, () =>
            inputs.map((input) => {
              const { address, secret } = secretOf(input)
              return { signedTransaction: signTransaction(givenBytes(input.transaction), address, secret) }
            }),
          ),
      },
    },
  })

  const stop = takePlace(window, 'solana', name, () => leave())
  const leave = register(window, wallet)
  return {
    ...controls,
    namespace: 'solana',
    installed: rowOf('solana', `standard:${name}`, name),
    get addresses() {
      return own.map(({ address }) => address)
    },
    setAccounts,
    disconnect: () => allow(false),
    stop,
  }
}

/** Adds the signature of an account to a transaction in wire format. @throws ProviderRpcError -32602 when it has none to add */
function signTransaction(bytes: Uint8Array | undefined, signer: string, secret: Uint8Array): Uint8Array {
  try {
    const transaction = getTransactionDecoder().decode(bytes ?? new Uint8Array())
    if (!(signer in transaction.signatures)) throw invalidParams()
    const signature = ed25519.sign(Uint8Array.from(transaction.messageBytes), secret) as SignatureBytes // 64 bytes
    const signatures = { ...transaction.signatures, [toAddress(signer)]: signature }
    return Uint8Array.from(getTransactionEncoder().encode({ ...transaction, signatures }))
  } catch {
    throw invalidParams()
  }
}

/** Registers a wallet with the pages that are there and those that come. Returns the function that takes it back from all. */
function register(window: Window, wallet: object): () => void {
  const life = new AbortController()
  const takenBack: (() => void)[] = []
  const join = (api: { register(wallet: object): () => void }) => void takenBack.push(api.register(wallet))
  const welcome = (event: Event) => join((event as CustomEvent<Parameters<typeof join>[0]>).detail) // as the standard has it
  window.addEventListener('wallet-standard:app-ready', welcome, { signal: life.signal })
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: join }))
  return () => {
    life.abort()
    for (const takeBack of takenBack) takeBack()
  }
}
