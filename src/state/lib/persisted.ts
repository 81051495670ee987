// One stored value of a modal instance. It is checked when it is read, and a storage that fails is only logged.
import type { Core } from '../core.js'
import { storageKey } from './storage.js'

/** The part of a `zod/mini` schema that this file uses; `schemaOf` makes one by hand where zod is not loaded. */
export interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false }
}

/** One stored value. */
export interface Persisted<T> {
  /**
   * The stored value, which another tab may have changed. The fallback when there is none, or when it has the wrong shape, in which case it is removed
   * and logged. When the storage cannot be read, the value of the last call.
   */
  get(): T
  /** Stores a value. */
  set(value: T): void
  /** Removes the stored value; `get` then returns the fallback. */
  remove(): void
}

/**
 * Access to the value stored as `name` of this instance. A storage that is full or forbidden is only logged (specification §8); the value then lives as
 * long as the page, as it does without a storage. `T` must survive JSON: no bigint, no Map.
 */
export function createPersisted<T>(core: Core, name: string, schema: Schema<T>, fallback: T): Persisted<T> {
  const { storage, log } = core.deps
  const key = storageKey(core, name)
  let value = fallback
  /**
   * The stored text that `value` was read from or written as; when it could not be written, the text that was stored then. Any other text is newer, and
   * from another tab.
   */
  let seen: string | null | undefined
  let isUnsaved = false

  /** Undefined when the storage failed. A failure is logged, except to read after a failure to write, which was logged already. */
  const attempt = (verb: string, act: (store: NonNullable<typeof storage>) => string | null | void) => {
    try {
      return storage && (act(storage) ?? null)
    } catch (error) {
      if (!isUnsaved || verb !== 'read') log.error(`cannot ${verb} ${name} in storage`, error)
      return undefined
    }
  }
  const read = () => attempt('read', (store) => store.getItem(key))
  const write = (verb: string, next: T, text: string | null, act: (store: NonNullable<typeof storage>) => void) => {
    value = next
    isUnsaved = attempt(verb, act) === undefined
    const now = isUnsaved ? read() : text
    if (now !== undefined) seen = now
  }
  const remove = () => write('remove', fallback, null, (store) => store.removeItem(key))

  return {
    get() {
      const text = read()
      // When the storage cannot be read, keep the value: a failure must not disconnect a wallet.
      if (text === undefined || text === seen) return value
      isUnsaved = false
      seen = text
      const result = text === null ? undefined : schema.safeParse(parseJson(text))
      value = result?.success ? result.data : fallback
      if (result?.success === false) {
        log.error(`dropped a broken entry: ${name}`)
        remove()
      }
      return value
    },
    set(next) {
      const text = JSON.stringify(next)
      write('save', next, text, (store) => store.setItem(key, text))
    },
    remove,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no schema accepts it, so the caller removes the entry
  }
}
