// What wallets that mean harm, or are broken, answer with: for tests that nothing of it gets further than the wallet's own connector.
import { expect } from 'vitest'
import type { ErrorCode } from '../../src/vocabulary/error-catalogue.js'
import { WalletError } from '../../src/vocabulary/errors.js'

const boom = (): never => {
  throw new Error('boom')
}

/** Throws whatever is done with it: also when it is called, listed, asked for its class, or awaited. Its type is that of what may be thrown. */
export const throwsOnEverything: Error = new Proxy(boom as unknown as Error, {
  apply: boom,
  construct: boom,
  defineProperty: boom,
  deleteProperty: boom,
  get: boom,
  getOwnPropertyDescriptor: boom,
  getPrototypeOf: boom,
  has: boom,
  isExtensible: boom,
  ownKeys: boom,
  preventExtensions: boom,
  set: boom,
  setPrototypeOf: boom,
})

/** Rejects with what throws whatever is done with it. */
export const rejects = (): Promise<never> => Promise.reject(throwsOnEverything)

/** An object whose properties of these names throw when they are read. */
export function throwingGetters(...names: readonly string[]): object {
  return Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get: boom, enumerable: true }])))
}

/** Answers of the wrong shape, with a name for the title of a test. */
export const wrongAnswers: readonly (readonly [name: string, answer: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a list of nothing', []],
  ['a list with everything', [null, 7, '', Symbol('s'), throwsOnEverything, { address: 7 }, { address: throwsOnEverything }]],
  ['a huge list', Array.from({ length: 100_000 }, () => ({ address: 'x' }))],
  ['a megabyte of text', 'a'.repeat(1_000_000)],
  ['an object with a megabyte', { address: 'a'.repeat(1_000_000), signature: 'a'.repeat(1_000_000) }],
  ['another object', { accounts: 7, addresses: 'x', signature: {}, pub_key: 7 }],
  ['getters that throw', throwingGetters('accounts', 'addresses', 'address', 'signature', 'pub_key', 'bech32Address', 'signed')],
  ['a proxy that throws', throwsOnEverything],
]

/** The code of the error that a promise rejects with. Fails when it resolves, or rejects with anything but an error of ours. */
export async function codeOf(promise: Promise<unknown>): Promise<ErrorCode> {
  const error = await promise.then(
    (value) => new Error(`It resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(WalletError)
  return (error as WalletError).code
}

/** The text with one byte changed: the last character becomes another one. */
export const changedText = (text: string): string => `${text.slice(0, -1)}${text.endsWith('.') ? ',' : '.'}`

/** The bytes with the one in the middle changed by a bit. */
export function changedBytes(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const middle = copy.length >> 1
  copy[middle] = (copy[middle] ?? 0) ^ 1
  return copy
}
