// Calls functions of objects that other scripts put into the page: wallets whose functions may be missing, throw, or answer with
// anything.
import type * as z from 'zod/mini'
import { peek } from './peek.js'
import { walletError } from '../vocabulary/errors.js'

/** Accounts of a wallet behind this many are ignored. */
const LIST_MAX_COUNT = 256

/** Whether a foreign object has a function of this name. */
export const has = (target: unknown, method: string): boolean => typeof peek(target, method) === 'function'

/**
 * Calls a method of a foreign object; rejects with what it throws.
 * @throws WalletError UNSUPPORTED_METHOD when there is no such function
 */
export function call(target: unknown, method: string, ...args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve) => {
    const fn = peek(target, method)
    if (typeof fn !== 'function') throw walletError('UNSUPPORTED_METHOD', { details: { method } })
    resolve(Reflect.apply(fn, target, args))
  })
}

/** Calls an event function of a foreign object, and gives what it returns; `undefined` when it is missing or throws. */
export function attempt(target: unknown, method: string, ...args: readonly unknown[]): unknown {
  try {
    const fn = peek(target, method)
    if (typeof fn !== 'function') return undefined
    const result: unknown = Reflect.apply(fn, target, args)
    Promise.resolve(result).catch(() => undefined) // a promise that rejects would be reported as unhandled, in the page's name
    return result
  } catch {
    return undefined // a wallet whose events do not work can still answer requests
  }
}

/**
 * Listens to an event of a foreign object with `on` and `removeListener` or `off`. Returns the function that stops; after it,
 * `listener` is not called even by an object that cannot remove it.
 */
export function listen(target: unknown, event: string, listener: (payload: unknown) => void): () => void {
  let isOn = true
  const forward = (payload: unknown) => {
    if (isOn) listener(payload)
  }
  attempt(target, 'on', event, forward)
  return () => {
    isOn = false
    attempt(target, has(target, 'removeListener') ? 'removeListener' : 'off', event, forward)
  }
}

/** A copy of a foreign list, its first 256 entries; `[]` for anything else, also for a proxy that throws when it is read. */
export function listOf(value: unknown): readonly unknown[] {
  try {
    return Array.isArray(value) ? Array.from<unknown>(value.slice(0, LIST_MAX_COUNT)) : []
  } catch {
    return []
  }
}

/** What stands at a path below a foreign object, such as `['phantom', 'solana']` below the window; `undefined` when nothing does. */
export const valueAt = (target: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => peek(at, key), target)

/**
 * Finds the object of a wallet. A wallet may put another object in its place later, and stop answering from the first one: the
 * function that this returns gives the object that stands there when it is called, or the first one when no wallet does.
 * @param read reads the place
 * @returns `undefined` when no wallet stands there now
 */
export function walletObject(read: () => unknown, isWallet: (object: unknown) => boolean): (() => unknown) | undefined {
  const first = read()
  if (!isWallet(first)) return undefined
  return () => {
    const now = read()
    return isWallet(now) ? now : first
  }
}

/** A text of a foreign object's property that is not longer than `max` characters; else `undefined`. */
export function textAt(target: unknown, key: string | number, max = 1_024): string | undefined {
  const value = peek(target, key)
  return typeof value === 'string' && value.length <= max ? value : undefined
}

/** What a foreign value is by a schema; `undefined` when it does not fit, or throws when it is read. */
export function parse<T>(schema: z.ZodMiniType<T>, value: unknown): T | undefined {
  try {
    return schema.safeParse(value).data
  } catch {
    return undefined // a proxy or a getter that throws
  }
}

/**
 * A function that takes values and promises of values, and calls `listener` with the last of them: a promise that resolves after a
 * newer one was given does not count, and neither does one that rejects.
 */
export function latestOf<T>(listener: (value: T) => void): (question: T | Promise<T>) => void {
  let last: unknown
  return (question) => {
    last = question
    if (!(question instanceof Promise)) return listener(question)
    question.then(
      (value) => {
        if (question === last) listener(value)
      },
      () => undefined, // the wallet could not say; what it has said before stays
    )
  }
}

/** The error of an answer of the wrong shape. @param problem what is wrong, in lower case, such as `it did not answer with …` */
export const malformed = (problem: string) => walletError('WALLET_FAILED', { details: { problem } })
