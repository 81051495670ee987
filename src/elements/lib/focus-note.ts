// Who has focus, through shadow roots, and a note of it that survives the element being rendered again.

/** Who has focus in the shadow root of `host`; undefined: nobody. happy-dom's own property throws while focus is in another shadow root. */
export function activeIn(host: Element): Element | null | undefined {
  try {
    return host.shadowRoot?.activeElement
  } catch {
    return undefined
  }
}

/** The element that really has focus, however deep. */
export function deepActiveElement(): Element | null {
  let active = document.activeElement
  for (let inner = active; inner; inner = activeIn(inner) ?? null) active = inner
  return active
}

/** Whether focus is in `element`. jsdom's own `:focus-within` throws while nobody at all has focus. */
export const hasFocus = (element: Element): boolean => !!document.activeElement && element.matches(':focus-within')

/** Parents through shadow roots, the nearest first. */
export function* ancestors(from: Element): Generator<Element> {
  for (let node: Node | null = from.parentNode; node !== null; node = node.parentNode) {
    if (node instanceof ShadowRoot) node = node.host
    if (node instanceof Element) yield node
  }
}

/** An element and where it stood. */
export interface Place {
  readonly element: Element
  readonly parent: ParentNode | null
  readonly index: number
}

/** Who had focus, and where in the document that was. */
export interface FocusNote {
  readonly opener: Element
  /** The opener and all around it, from the inside out. */
  readonly path: readonly Place[]
}

/** Undefined: nobody has focus. */
export function noteFocus(): FocusNote | undefined {
  const opener = deepActiveElement()
  if (opener === null || opener === document.body) return undefined
  return { opener, path: [opener, ...ancestors(opener)].map(placeOf) }
}

function placeOf(element: Element): Place {
  const { parentNode: node } = element
  const parent = node instanceof Element || node instanceof ShadowRoot ? node : null
  return { element, parent, index: [...(parent?.children ?? [])].indexOf(element) }
}
