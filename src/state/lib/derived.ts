// Stores computed from other stores, and work that runs only while a store has readers: the small part of nanostores' `computed` and `onMount` that the
// first view needs, because these two are four times the size of all stores of that view.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'

/** How long, in ms, the work of an unread store goes on, as in nanostores: an element that is moved in the document reads again at once. */
const UNREAD_MS = 1_000

/** A store with the result of `compute`, which runs at each change of `sources`. It never unsubscribes: use it with stores of the same instance. */
export function derived<T>(sources: readonly ReadableAtom<unknown>[], compute: () => T): ReadableAtom<T> {
  const $value = atom(compute())
  for (const $source of sources) $source.listen(() => $value.set(compute()))
  return readonlyType($value)
}

/** Calls `begin` for the first reader of `$store`, and the function that it returned 1 s after the last reader has left. */
export function whileRead($store: ReadableAtom<unknown>, begin: () => () => void): void {
  const { listen } = $store
  let readers = 0
  let end: (() => void) | undefined
  let ending: ReturnType<typeof setTimeout> | undefined
  $store.listen = (listener) => {
    clearTimeout(ending)
    readers++
    end ??= begin()
    const off = listen(listener)
    let isOn = true
    return () => {
      off()
      if (!isOn) return
      isOn = false
      if (--readers > 0) return
      ending = setTimeout(() => {
        end?.()
        end = undefined
      }, UNREAD_MS)
    }
  }
}
