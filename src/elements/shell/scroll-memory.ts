// Remembers the scroll position of each view. A new view starts at its top, where focus goes; Back restores the position.
import type { View } from '../../vocabulary/view.js'

/** The scroll positions of the views of one dialog. */
export interface ScrollMemory {
  /** Stores the position of `view`, which is about to be replaced. */
  keep(view: View | undefined): void
  /** Scrolls to the stored position of the view that `element` shows; without an element, or without a position, to the top. */
  restore(element: HTMLElement | undefined): void
}

/** `root`: the render root of the dialog. In a low window the whole card scrolls, else its body; both positions are kept. */
export function createScrollMemory(root: ParentNode): ScrollMemory {
  const kept = new WeakMap<View, readonly number[]>()
  const boxes = () => [...root.querySelectorAll('.sheet, .body')]
  return {
    keep(view) {
      if (view)
        kept.set(
          view,
          boxes().map(({ scrollTop }) => scrollTop),
        )
    },
    restore(element) {
      const view = (element as { view?: View } | undefined)?.view // every view's element has `view`
      const tops = view && kept.get(view)
      const put = () => boxes().forEach((box, index) => (box.scrollTop = tops?.[index] ?? 0))
      put()
      if (tops) requestAnimationFrame(put) // again when the rows have rendered and have their height
    },
  }
}
