// Whether anybody is there to see a result: the browser is online and the page is not hidden. Queries pause while not.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'

/** `$awake` is true where there is no window. */
export function createAttention(core: Core): { readonly $awake: ReadableAtom<boolean> } {
  const { window } = core.deps
  const look = () => window === undefined || (window.navigator.onLine && window.document.visibilityState !== 'hidden')
  const $awake = atom(look())
  const update = () => $awake.set(look())
  const { signal } = core
  window?.addEventListener('online', update, { signal })
  window?.addEventListener('offline', update, { signal })
  window?.document.addEventListener('visibilitychange', update, { signal })
  return { $awake: readonlyType($awake) }
}
