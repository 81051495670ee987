// Locks the scrolling of the page under an open dialog. All modals of a page share one lock, so its holders are in a Set at module scope.

const holders = new Set<object>()
/** The inline style of the document element before the first lock. */
const before = new WeakMap<HTMLElement, { readonly overflow: string; readonly gutter: string }>()

/** Locks the page's scrolling for `holder`; a second call for the same holder changes nothing. */
export function lockScroll(holder: object) {
  if (holders.size === 0) {
    const { documentElement } = document
    const { style } = documentElement
    before.set(documentElement, { overflow: style.overflow, gutter: style.scrollbarGutter })
    // A classic scroll bar takes room: without this the page would jump sideways.
    if (window.innerWidth > documentElement.clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
  }
  holders.add(holder)
}

/** Ends the lock of `holder`. The last holder's unlock restores the page's inline style. */
export function unlockScroll(holder: object) {
  if (!holders.delete(holder) || holders.size > 0) return
  const { documentElement } = document
  const values = before.get(documentElement)
  documentElement.style.overflow = values?.overflow ?? ''
  documentElement.style.scrollbarGutter = values?.gutter ?? ''
}
