// What the mock wallets outside of EVM have in common: their options, their controls, their keys, and the place in the page that each
// one leaves to its successor.
import { hex } from '@scure/base'
import type { Namespace } from '../../vocabulary/caip.js'
import type { Hex, RequestArguments } from '../../vocabulary/eip1193.js'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'
import type { InstalledWallet } from '../../vocabulary/wallet.js'
import { bytesOf } from '../wallet-standard/wallet.js'
import type { MockControls } from './controls.js'

/** What mock wallets of Solana, Bitcoin, Polkadot and Cosmos are made with. */
export interface MockAccountsOptions {
  /**
   * The name under which the modal shows it, as one line of at most 64 characters. Wallets of several namespaces with one name are one
   * row. Default `Mock Wallet`.
   */
  readonly name?: string | undefined
  /** `data:image/…`; wallets of polkadot and cosmos cannot show one. */
  readonly icon?: string | undefined
  /** Private keys of 32 bytes, the selected one first. Default: one new key. Signatures are real. */
  readonly accounts?: readonly Hex[] | undefined
  /**
   * Answers for the person; `false` refuses. Called for connecting, signing, and changing or adding a network. Default: approves
   * everything.
   */
  readonly approve?: ((request: RequestArguments) => boolean | Promise<boolean>) | undefined
  /** Whether the page is allowed already, as after an earlier visit: then it is connected again after a reload. Default `false`. */
  readonly allowed?: boolean | undefined
  /** ms before each answer. Default 0. */
  readonly delay?: number | undefined
}

type MockRow = Pick<InstalledWallet, 'id' | 'uid' | 'namespace' | 'name'>

/** A mock wallet that stands in a page, and what a test does with it. */
export interface MockAccountsWallet extends MockControls {
  /** Its row in the list of installed wallets, as the modal finds it. */
  readonly installed: MockRow
  /** The addresses that it shares, or would share, with the page. */
  readonly addresses: readonly string[]
  /** Sets the accounts (private keys) and reports it, as when the person selects them in the wallet. `[]` locks the wallet. */
  setAccounts(accounts: readonly Hex[]): void
  /** Takes the page's permission back and reports it, as when the person does so in the wallet. */
  disconnect(): void
  /** Takes the wallet out of the page. A modal that is connected with it stays connected. */
  stop(): void
}

/** The row under which `discover` finds the wallet with `id`. */
export const rowOf = (namespace: Namespace, id: string, name: string): MockRow => ({
  id,
  uid: `${namespace} ${id}`,
  namespace,
  name,
})

/** @throws TypeError for anything but 32 bytes in hex */
export function keyBytes(key: Hex): Uint8Array {
  if (!/^0x[\da-f]{64}$/i.test(key)) throw new TypeError('A private key is 0x and 64 hex digits')
  return hex.decode(key.slice(2))
}

/** 32 random bytes, which are a key in each of the ecosystems: that they are none of secp256k1 has the odds of 2⁻¹²⁷. */
export const newKey = (): Hex => `0x${hex.encode(crypto.getRandomValues(new Uint8Array(32)))}`

/** A copy of bytes that a page gives to be signed: as `bytesOf`, and none at all are bytes too. */
export const givenBytes = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value) && value.byteLength === 0 ? new Uint8Array() : bytesOf(value)

/** Error 4100, of a request for an account that the page may not use. */
export const notAllowed = () => new ProviderRpcError(4100, 'Not authorized.')
/** Error -32602. */
export const invalidParams = () => new ProviderRpcError(-32602, 'Invalid params.')

/** One icon that says nothing, for conventions that ask for one. */
export const NO_ICON = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

const TAKEN = 'wallet-modal:mock-place-taken'

/**
 * Keeps one place of a page for one mock wallet: a later one at the same place takes the earlier one out, even where another copy
 * of this package has made it.
 * @param place unique in its namespace
 * @param leave takes the wallet out of the page
 * @returns the function that does so
 */
export function takePlace(window: Window, namespace: Namespace, place: string, leave: () => void): () => void {
  const name = `${namespace} ${place}`
  window.dispatchEvent(new CustomEvent(TAKEN, { detail: name }))
  const life = new AbortController()
  const stop = () => {
    if (life.signal.aborted) return
    life.abort()
    leave()
  }
  window.addEventListener(TAKEN, (event) => (event as CustomEvent<unknown>).detail === name && stop(), { signal: life.signal })
  return stop
}

/** Puts an object at a property of `target`, and returns the function that puts back what was there, unless another took its place. */
export function putAt(target: object, key: string, value: object): () => void {
  const before = Object.getOwnPropertyDescriptor(target, key)
  Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true })
  return () => {
    if (Object.getOwnPropertyDescriptor(target, key)?.value !== value) return
    if (before) Object.defineProperty(target, key, before)
    else Reflect.deleteProperty(target, key)
  }
}
