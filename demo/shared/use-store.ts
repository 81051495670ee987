// Reads a nanostores atom in React.
import { useSyncExternalStore } from 'react'
import type { ReadableAtom } from 'nanostores'

export function useStore<T>(store: ReadableAtom<T>): T {
  return useSyncExternalStore(
    (onChange) => store.listen(onChange),
    () => store.get(),
    () => store.get(),
  )
}
