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
  let unsaved: { readonly value: T } | undefined
  /** As it was read or saved last: what a read that fails is answered with. */
  let last = fallback

  /** Whether the storage took part. */
  const attempt = (verb: string, act: (store: NonNullable<typeof storage>) => void): boolean => {
    if (!storage) return false
    try {
      act(storage)
      return true
    } catch (error) {
      log.error(`cannot ${verb} ${name} in storage`, error)
      return false
    }
  }
  const remove = () => {
    unsaved = undefined
    last = fallback
    if (!attempt('remove', (store) => store.removeItem(key))) unsaved = { value: fallback }
  }

  return {
    get() {
      if (unsaved) return unsaved.value
      let text: string | null = null
      // A storage that fails once has not lost anything: nobody is disconnected for it.
      if (!attempt('read', (store) => (text = store.getItem(key)))) return last
      if (text === null) return (last = fallback)
      const result = schema.safeParse(parseJson(text))
      if (result.success) return (last = result.data)
      log.error(`dropped a broken entry: ${name}`)
      remove()
      return fallback
    },
    set(value) {
      last = value
      unsaved = attempt('save', (store) => store.setItem(key, JSON.stringify(value))) ? undefined : { value }
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
