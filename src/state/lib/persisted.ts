// One remembered value of one modal instance: checked when read, and never a reason to fail.
import type { Core } from '../core.js'
import { storageKey } from './storage.js'

/** What a `zod/mini` schema is to this file; a few lines by hand do as well where zod is not loaded yet. */
export interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false }
}

export interface Persisted<T> {
  /**
   * The stored value, or the fallback when there is none, or none of the right shape (which is then dropped and logged). A storage that fails to
   * read leaves what was known.
   */
  get(): T
  set(value: T): void
  remove(): void
}

/**
 * Storage that is absent, full or forbidden is only logged (specification §8); the value then lives as long as the page.
 * `T` must survive JSON: no bigint, no Map.
 */
export function createPersisted<T>(core: Core, name: string, schema: Schema<T>, fallback: T): Persisted<T> {
  const { storage, log } = core.deps
  const key = storageKey(core, name)
  let value = fallback
  /** The stored text that `value` stands for, or would have replaced if the storage had taken it: any other is newer, and another page's. */
  let seen: string | null | undefined
  let isUnsaved = false

  /** Undefined: the storage failed. What it refused to save it may refuse to read, and that was logged. */
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
      // A storage that fails once has not lost anything: nobody is disconnected for it.
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
    return undefined // no schema takes it, so the caller drops the entry
  }
}
