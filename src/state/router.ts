// The history of views. It knows nothing of open or closed: `modal.ts` owns the first view and what "back" means at the end.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { View } from '../view.js'
import type { Core } from './core.js'
import { derived } from './lib/derived.js'

export interface Router {
  readonly $view: ReadableAtom<View>
  /** Oldest first, never empty. */
  readonly $history: ReadableAtom<readonly View[]>
  /** Nothing happens when `view` is the one already shown. */
  push(view: View): void
  replace(view: View): void
  /** `view` becomes the whole history. */
  reset(view: View): void
  /** False when only one view remained: then nothing changed. */
  pop(): boolean
}

const first: View = { name: 'Connect' }

export function createRouter(_core: Core): Router {
  const $history = atom<readonly View[]>([first])
  const $view = derived([$history], () => $history.get().at(-1) ?? first)
  const set = (history: readonly View[]) => $history.set(history)
  return {
    $view,
    $history: readonlyType($history),
    push(view) {
      const history = $history.get()
      if (!isSameView(history.at(-1), view)) set([...history, view])
    },
    replace(view) {
      const history = $history.get()
      if (!isSameView(history.at(-1), view)) set([...history.slice(0, -1), view])
    },
    reset(view) {
      const history = $history.get()
      if (history.length > 1 || !isSameView(history[0], view)) set([view])
    },
    pop() {
      const history = $history.get()
      if (history.length < 2) return false
      set(history.slice(0, -1))
      return true
    },
  }
}

/** Same name and the same parameters, by identity: two rows of one wallet are the same object. */
function isSameView(a: View | undefined, b: View): boolean {
  if (a?.name !== b.name) return false
  const before = Object.entries(a).filter(([, value]) => value !== undefined)
  const after = new Map(Object.entries(b).filter(([, value]) => value !== undefined))
  return before.length === after.size && before.every(([key, value]) => after.get(key) === value)
}
