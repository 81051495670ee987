// Where each view was scrolled to. A new view begins at its top, so that what gets focus is in sight; the way back leads to where the visitor was.
import type { View } from '../../view.js'

export interface ScrollMemory {
  /** `view` is about to go. */
  keep(view: View | undefined): void
  /** To where the view of `element` was left; without one, to the top. */
  restore(element: HTMLElement | undefined): void
}

/** `root`: the dialog's. In a low window all of the card scrolls, else its body. */
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
      const view = (element as { view?: View } | undefined)?.view // every view has one
      const tops = view && kept.get(view)
      const put = () => boxes().forEach((box, index) => (box.scrollTop = tops?.[index] ?? 0))
      put()
      if (tops) requestAnimationFrame(put) // rows are as high as they will be only when they have rendered, too
    },
  }
}
