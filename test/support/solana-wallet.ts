// Solana wallets of other people's code: the adapter that signs with a key of its own (`wallet-adapter-unsafe-burner`), as a wallet of
// the Wallet Standard and as an object from before it.
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { VersionedTransaction } from '@solana/web3.js'
import { registerWallet } from '@wallet-standard/wallet'
import bs58 from 'bs58'

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

/** An object as wallets had it at `window.solana`, over the same adapter. */
export function createLegacyObject() {
  const adapter = createAdapter()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const sign = async (message: string) => {
    const bytes = await adapter.signMessage(bs58.decode(message))
    return { signature: bs58.encode(bytes) }
  }
  const object = {
    isAllowed: false,
    get publicKey() {
      return adapter.publicKey
    },
    async connect({ onlyIfTrusted = false } = {}) {
      if (onlyIfTrusted && !object.isAllowed) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      object.isAllowed = true
      if (!adapter.publicKey) await adapter.connect()
      return { publicKey: adapter.publicKey }
    },
    disconnect: () => adapter.disconnect(),
    signMessage: async (message: Uint8Array) => ({ signature: await adapter.signMessage(message), publicKey: adapter.publicKey }),
    request: async ({ method, params }: { method: string; params: { message: string } }) => {
      if (method === 'signTransaction') return sign(params.message)
      const transaction = VersionedTransaction.deserialize(bs58.decode(params.message))
      return sign(bs58.encode(transaction.message.serialize()))
    },
    on: (event: string, listener: (payload: unknown) => void) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event: string, listener: (payload: unknown) => void) => listeners.get(event)?.delete(listener),
    emit: (event: string, payload: unknown) => listeners.get(event)?.forEach((listener) => listener(payload)),
  }
  return object
}
