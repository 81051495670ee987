// Stores made of other stores, and work that goes on only while somebody reads. The few lines that the first screen needs of what nanostores
// has whole (`computed`, `onMount`): these two are four times the size of all stores of that screen.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'

/** As long as nanostores waits: a reader that is moved in the page comes back at once. */
const UNREAD_MS = 1_000

/** Always up to date; for cheap functions of stores that end with the same instance. */
export function derived<T>(sources: readonly ReadableAtom<unknown>[], compute: () => T): ReadableAtom<T> {
  const $value = atom(compute())
  for (const $source of sources) $source.listen(() => $value.set(compute()))
  return readonlyType($value)
}

/** Calls `begin` for the first reader, and what it returned a second after the last one has gone. */
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
