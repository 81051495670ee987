// Where focus is, through shadow roots, and how to bring it back to where it came from.

/** The element that really has focus, however deep. */
export function deepActiveElement(root: DocumentOrShadowRoot = document): Element | null {
  let active = root.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** Parents through shadow roots, the nearest first. */
export function* ancestors(from: Element): Generator<Element> {
  for (let node: Node | null = from.parentNode; node !== null;) {
    if (node instanceof ShadowRoot) node = node.host
    if (node instanceof Element) yield node
    node = node.parentNode
  }
}

/** Remembers who has focus now; the function returned gives it back, also when that element was rendered again meanwhile. */
export function rememberFocus(): () => void {
  const opener = deepActiveElement()
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => undefined
  const { id, localName } = opener
  const root = opener.getRootNode()
  const path = [...ancestors(opener)].filter((element): element is HTMLElement => element instanceof HTMLElement)
  const place = opener.parentElement
  const index = place === null ? -1 : [...place.children].indexOf(opener)
  return () => {
    const candidates: (Element | null | undefined)[] = [
      opener,
      id && (root instanceof ShadowRoot || root instanceof Document) ? root.getElementById(id) : undefined,
      // The same kind of element in the same place is the same one, rendered again.
      [place?.children[index]].find((element) => element?.localName === localName),
      ...path.filter((element) => element !== document.body && element !== document.documentElement),
    ]
    for (const candidate of candidates) {
      if (!(candidate instanceof HTMLElement) || !candidate.isConnected) continue
      candidate.focus({ preventScroll: true })
      if (deepActiveElement() === candidate || candidate.matches(':focus-within')) return
    }
  }
}
