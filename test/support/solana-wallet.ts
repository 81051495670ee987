// Solana wallets: the adapter of other people's code that signs with a key of its own (`wallet-adapter-unsafe-burner`), a wallet of the
// Wallet Standard over keys of web3.js that does as a test says, and an object from before the standard.
import { ed25519 } from '@noble/curves/ed25519.js'
import { createSignInMessageText, type SolanaSignInInputWithRequiredFields } from '@solana/wallet-standard-util'
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { registerWallet } from '@wallet-standard/wallet'
import bs58 from 'bs58'

export const keypair = (seed: number): Keypair => Keypair.fromSeed(new Uint8Array(32).fill(seed))

/** Signs bytes with a key of web3.js, by a library that the connector does not use. */
export const signBytes = ({ secretKey }: Keypair, bytes: Uint8Array): Uint8Array => ed25519.sign(bytes, secretKey.slice(0, 32))

/** Whether base58 `signature` is that of the key over the bytes. */
export const verifies = (key: PublicKey, bytes: Uint8Array, signature: string): boolean =>
  ed25519.verify(bs58.decode(signature), bytes, key.toBytes())

export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** A transfer of 5 lamports as web3.js makes it; `blockhash` is one that no node knows, unless given. */
export function transferOf(payer: PublicKey, blockhash = PublicKey.default.toBase58()): Transaction {
  return new Transaction({ feePayer: payer, blockhash, lastValidBlockHeight: 1 }).add(payment(payer))
}

/** As `transferOf`, in version 0. @param instructions in place of the transfer */
export function versionedOf(
  payer: PublicKey,
  blockhash = PublicKey.default.toBase58(),
  instructions: TransactionInstruction[] = [payment(payer)],
): VersionedTransaction {
  return new VersionedTransaction(
    new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions }).compileToV0Message(),
  )
}

export const payment = (payer: PublicKey, lamports = 5, to = keypair(9).publicKey): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports })

/** The adapter warns whoever makes one. */
function createAdapter(): UnsafeBurnerWalletAdapter {
  const { warn } = console
  console.warn = () => undefined
  try {
    return new UnsafeBurnerWalletAdapter()
  } finally {
    console.warn = warn
  }
}

/** @param chain of the Wallet Standard; `url` is its node */
export function createStandardWallet(chain: 'solana:mainnet' | 'solana:localnet', url: string) {
  return new SolanaWalletAdapterWallet(createAdapter(), chain, url)
}

/** Registers a wallet with the library that wallets use, which looks for the page at `globalThis.window`. */
export function register(window: Window, wallet: object): void {
  const globals = globalThis as { window?: unknown }
  const before = globals.window
  globals.window = window
  try {
    registerWallet(wallet as never) // any object: hostile ones, too
  } finally {
    if (before === undefined) delete globals.window
    else globals.window = before
  }
}

interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

/** What a wallet of the standard is given to sign. */
interface Input {
  readonly account: unknown
  readonly message: Uint8Array
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: object
}

export interface KeypairWalletOptions {
  readonly name?: string
  readonly key?: Keypair
  readonly chains?: readonly string[]
  readonly versions?: unknown
  /** Changes a transaction before it is signed. */
  readonly alter?: (transaction: VersionedTransaction) => VersionedTransaction
}

/** A wallet of the standard, with its parts open to the test. It signs and does not send. */
export function createKeypairWallet(options: KeypairWalletOptions = {}) {
  const { name = 'Keys', key = keypair(3), chains = ['solana:mainnet', 'solana:devnet'], alter = (same) => same } = options
  const listeners = new Set<(changed: object) => void>()
  const accountOf = ({ publicKey }: Keypair, on: readonly string[] = chains): StandardAccount => ({
    address: publicKey.toBase58(),
    publicKey: publicKey.toBytes(),
    chains: on,
    features: ['solana:signMessage', 'solana:signTransaction'],
  })
  const inputs: Input[] = []
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2Zy8+',
    chains,
    accounts: [] as readonly StandardAccount[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async (): Promise<unknown> => {
          if (wallet.accounts.length === 0) wallet.accounts = [accountOf(key)]
          return { accounts: wallet.accounts }
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (event: string, listener: (changed: object) => void) => {
          if (event === 'change') listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: async (...given: Input[]): Promise<unknown> => {
          inputs.push(...given)
          return given.map(({ message }) => ({ signedMessage: message, signature: signBytes(key, message) }))
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: options.versions ?? ['legacy', 0],
        signTransaction: async (...given: Input[]): Promise<unknown> => {
          inputs.push(...given)
          return given.map(({ transaction }) => {
            const signed = alter(VersionedTransaction.deserialize(transaction))
            signed.sign([key])
            return { signedTransaction: signed.serialize() }
          })
        },
      },
    } as Record<string, Record<string, unknown>>,
  }
  return {
    wallet,
    key,
    inputs,
    listeners,
    accountOf,
    /** Changes the wallet's accounts, and reports it. */
    share(accounts: readonly StandardAccount[], changed: object = { accounts }) {
      wallet.accounts = accounts
      for (const listener of listeners) listener(changed)
    },
  }
}

/** What a wallet answers when it signs in. */
export interface SignInAnswer {
  readonly account: StandardAccount
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

export interface SignInOptions {
  /** The account that the person chooses. */
  readonly by?: Keypair
  /** Changes what the text is written of. */
  readonly write?: (input: SolanaSignInInputWithRequiredFields) => SolanaSignInInputWithRequiredFields
  /** Changes the text before it is signed. */
  readonly alter?: (text: string) => string
  /** Changes the answer. */
  readonly answer?: (good: SignInAnswer) => unknown
}

/** The domain that such a wallet fills in. */
export const ownDomain = 'shop.example'

/** Gives a wallet the feature to sign in: it writes the text with the standard's own library. Returns what it was asked for. */
export function letSignIn(
  { wallet, key, accountOf }: ReturnType<typeof createKeypairWallet>,
  options: SignInOptions = {},
): object[] {
  const { by = key, write = (same) => same, alter = (same) => same, answer = (good) => [good] } = options
  const asked: object[] = []
  const signIn = async (input: object): Promise<unknown> => {
    asked.push(input)
    const account = wallet.accounts.find(({ address }) => address === by.publicKey.toBase58()) ?? accountOf(by)
    const text = alter(createSignInMessageText(write({ domain: ownDomain, address: account.address, ...input })))
    const signedMessage = new TextEncoder().encode(text)
    return answer({ account, signedMessage, signature: signBytes(by, signedMessage) })
  }
  wallet.features['solana:signIn'] = { version: '1.1.0', signIn }
  return asked
}

/** An object as wallets had it at `window.solana`, over a key of web3.js. What the test gives replaces or removes functions. */
export function createLegacyObject(parts: Record<string, unknown> = {}) {
  const key = keypair(4)
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const calls: { method: string; params: { message: string; options?: object } }[] = []
  const state = { isAllowed: false, isConnected: false }
  const object = {
    get publicKey() {
      return state.isConnected ? key.publicKey : null
    },
    async connect({ onlyIfTrusted = false } = {}): Promise<unknown> {
      if (onlyIfTrusted && !state.isAllowed) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      Object.assign(state, { isAllowed: true, isConnected: true })
      return { publicKey: key.publicKey }
    },
    async disconnect() {
      state.isConnected = false
    },
    signMessage: async (message: Uint8Array) => ({ signature: signBytes(key, message), publicKey: key.publicKey }),
    // Signing is asked for with the message, sending with the whole transaction.
    request: async (call: (typeof calls)[number]): Promise<unknown> => {
      calls.push(call)
      const bytes = bs58.decode(call.params.message)
      const message = call.method === 'signTransaction' ? bytes : VersionedTransaction.deserialize(bytes).message.serialize()
      return { signature: bs58.encode(signBytes(key, message)) }
    },
    on: (event: string, listener: (payload: unknown) => void) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event: string, listener: (payload: unknown) => void) => listeners.get(event)?.delete(listener),
  }
  Object.defineProperties(object, Object.getOwnPropertyDescriptors(parts))
  return {
    object,
    key,
    calls,
    state,
    emit: (event: string, payload: unknown) => listeners.get(event)?.forEach((listener) => listener(payload)),
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
}
