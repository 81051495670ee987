// Who has focus, through shadow roots, and a note of it that survives the element being rendered again.

/** The element that really has focus, however deep. */
export function deepActiveElement(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** Parents through shadow roots, the nearest first. */
export function* ancestors(from: Element): Generator<Element> {
  for (let node: Node | null = from.parentNode; node !== null; node = node.parentNode) {
    if (node instanceof ShadowRoot) node = node.host
    if (node instanceof Element) yield node
  }
}

/** Who had focus, whose child it was, as the how many-th. */
export interface FocusNote {
  readonly opener: Element
  readonly path: readonly Element[]
  readonly place: ParentNode | null
  readonly index: number
}

/** Undefined: nobody has focus. */
export function noteFocus(): FocusNote | undefined {
  const opener = deepActiveElement()
  if (opener === null || opener === document.body) return undefined
  const parent = opener.parentNode
  const place = parent instanceof Element || parent instanceof ShadowRoot ? parent : null
  return { opener, path: [...ancestors(opener)], place, index: [...(place?.children ?? [])].indexOf(opener) }
}
