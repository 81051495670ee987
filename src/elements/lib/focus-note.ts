// Finds the element that has focus, through shadow roots, and notes its place, so that focus can return there after the page has rendered again.

/** The element with focus in the shadow root of `host`. Catches, because the property of happy-dom throws while focus is in another shadow root. */
export function activeIn(host: Element): Element | null | undefined {
  try {
    return host.shadowRoot?.activeElement
  } catch {
    return undefined
  }
}

/** The element that has focus, through all shadow roots. */
export function deepActiveElement(): Element | null {
  let active = document.activeElement
  for (let inner = active; inner; inner = activeIn(inner) ?? null) active = inner
  return active
}

/** Whether focus is in `element`. jsdom's `:focus-within` throws while no element has focus. */
export const hasFocus = (element: Element): boolean => !!document.activeElement && element.matches(':focus-within')

/** The elements around `from`, through shadow roots, nearest first. */
export function* ancestors(from: Element): Generator<Element> {
  for (let node: Node | null = from.parentNode; node !== null; node = node.parentNode) {
    if (node instanceof ShadowRoot) node = node.host
    if (node instanceof Element) yield node
  }
}

/** An element and its place: the child `index` of `parent`. */
export interface Place {
  readonly element: Element
  readonly parent: ParentNode | null
  readonly index: number
}

/** The element that had focus, and its place in the document. */
export interface FocusNote {
  readonly opener: Element
  /** The places of the opener and of all elements around it, from the inside out. */
  readonly path: readonly Place[]
}

/** Notes the element that has focus; undefined when none has. The dialog returns focus there on closing. */
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
