// The history of views (specification §2). Whether the modal is open, its first view, and "back" from the last view are in `modal.ts`.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { View } from '../../vocabulary/view.js'
import type { Core } from '../core.js'
import { derived } from '../lib/derived.js'

/** The history of views; the last one is shown. */
export interface Router {
  readonly $view: ReadableAtom<View>
  /** Oldest first, never empty. */
  readonly $history: ReadableAtom<readonly View[]>
  /** Appends `view`. Does nothing when it is shown already. */
  push(view: View): void
  /** Puts `view` in the place of the one shown. Does nothing when it is shown already. */
  replace(view: View): void
  /** Makes `view` the whole history. */
  reset(view: View): void
  /** Removes the view that is shown. Returns false, and changes nothing, when it is the only one. */
  pop(): boolean
}

const first: View = { name: 'Connect' }

/** A part. The history starts at Connect (specification §2). */
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

/** Whether two views have the same name and the same parameters, which are compared by identity; an undefined one counts as left out. */
function isSameView(a: View | undefined, b: View): boolean {
  type Fields = Readonly<Record<string, unknown>>
  return Object.keys({ ...a, ...b }).every((key) => (a as Fields | undefined)?.[key] === (b as unknown as Fields)[key])
}
