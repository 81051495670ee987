// The page does not scroll under an open modal. That is one fact of the page however many modals there are, hence the only module-scope Set.

const holders = new Set<object>()
/** What the page's own inline style said before the first lock; kept per document element. */
const before = new WeakMap<HTMLElement, { readonly overflow: string; readonly gutter: string }>()

/** Locks for `holder`; the last one to let go gives the page its own values back. */
export function lockScroll(holder: object) {
  if (holders.size === 0) {
    const { documentElement } = document
    const { style } = documentElement
    before.set(documentElement, { overflow: style.overflow, gutter: style.scrollbarGutter })
    // Only a classic scrollbar takes room: without this the page would jump sideways.
    if (window.innerWidth > documentElement.clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
  }
  holders.add(holder)
}

export function unlockScroll(holder: object) {
  if (!holders.delete(holder) || holders.size > 0) return
  const { documentElement } = document
  const values = before.get(documentElement)
  documentElement.style.overflow = values?.overflow ?? ''
  documentElement.style.scrollbarGutter = values?.gutter ?? ''
}
