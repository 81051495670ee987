// Finds what a person sees, through open shadow roots, in browsers whose drivers cannot: an expression to evaluate in the page.

export interface Wanted {
  readonly role: 'button' | 'dialog' | 'heading' | 'text'
  /** What it is called: its whole name, or for text its whole content. A pattern where it starts and ends with a slash. */
  readonly name: string
  /** Name of the dialog that it stands in. */
  readonly within?: string
}

/** Runs in the page: no reference to anything around it. */
function search(wanted: Wanted): Element | undefined {
  const parts = /^\/(.*)\/$/s.exec(wanted.name)
  const matches = (text: string, name: string) =>
    parts && name === wanted.name ? new RegExp(parts[1] ?? '').test(text) : text === name
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim()
  const flat = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes({ flatten: true })
      return (assigned.length > 0 ? assigned : [...node.childNodes]).map(flat).join(' ')
    }
    if (node instanceof HTMLStyleElement) return ''
    return [...(node.shadowRoot ?? node).childNodes].map(flat).join(' ')
  }
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    if (label) return clean(label)
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const root = element.getRootNode() as Document | ShadowRoot // of a connected element
    const labels = ids.map((id) => root.getElementById(id)).filter((found) => found !== null)
    return clean((labels.length > 0 ? labels : [element]).map(flat).join(' '))
  }
  const selector = {
    button: 'button, [role=button]',
    dialog: 'dialog[open], [role=dialog]',
    heading: 'h1, h2, h3',
    text: '*',
  }
  const all = (root: Element | ShadowRoot | Document, pick: string): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(pick) ? [element] : []),
      ...(element.shadowRoot ? all(element.shadowRoot, pick) : []),
      // What is slotted into an element stands in the document, not below it.
      ...(root instanceof Element && element instanceof HTMLSlotElement
        ? element
            .assignedElements({ flatten: true })
            .flatMap((slotted) => [...(slotted.matches(pick) ? [slotted] : []), ...all(slotted, pick)])
        : []),
    ])
  const isVisible = (element: Element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const { within } = wanted
  // Behind a modal dialog nothing can be pressed, though it is seen.
  if (within === undefined && wanted.role === 'button' && all(document, ':modal').length > 0) return undefined
  const places: (Element | Document)[] =
    within === undefined
      ? [document]
      : all(document, selector.dialog).filter((dialog) => isVisible(dialog) && nameOf(dialog) === within)
  return places
    .flatMap((place) => all(place, selector[wanted.role]))
    .find((element) => {
      if (!isVisible(element) || element.matches('[aria-hidden=true] *')) return false
      if (wanted.role !== 'text') return matches(nameOf(element), wanted.name)
      return element.childElementCount === 0 && !element.shadowRoot && matches(clean(element.textContent), wanted.name)
    })
}

/** Expression of JavaScript whose value is the element, or undefined. */
export const finder = (wanted: Wanted): string => `(${search.toString()})(${JSON.stringify(wanted)})`

/** Runs in the page: where the element stands, as text; empty while a press there would not reach it. */
function place(element: Element | undefined): string {
  if (!element || element.matches(':disabled')) return ''
  element.scrollIntoView({ block: 'center' })
  const box = element.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  let top = document.elementFromPoint(x, y)
  for (let inner = top; inner;) {
    top = inner
    inner = top.shadowRoot?.elementFromPoint(x, y) ?? null
    if (inner === top) break
  }
  for (
    let node: Node | null = top;
    node;
    node = node instanceof ShadowRoot ? node.host : ((node as Element).assignedSlot ?? node.parentNode)
  )
    if (node === element) return JSON.stringify(box)
  return ''
}

/** Expression whose value is the place of what can be pressed; empty while it cannot. */
export const placeOf = (wanted: Wanted): string => `(${place.toString()})(${finder(wanted)})`

/** Runs in the page: notes whether the next click reaches `element`, and what it reaches instead. */
function watch(element: Element | undefined): void {
  const page = window as { __pressed?: true | string }
  page.__pressed = 'nothing'
  const note = (event: Event) => {
    const path = event.composedPath()
    page.__pressed =
      element && path.includes(element) ? true : path[0] instanceof Element ? path[0].outerHTML.slice(0, 120) : 'something'
  }
  addEventListener('click', note, { capture: true, once: true })
}

/** Expression that has the page watch the next press of such an element. */
export const watchPress = (wanted: Wanted): string => `(${watch.toString()})(${finder(wanted)})`

/** Expression whose value says whether the press reached it: `true`, or what it reached. */
export const pressed = 'window.__pressed'

/** Runs in the page: the text of the dialogs that are open, of the page where there are none. */
function readDialogs(): string {
  const flat = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node instanceof HTMLStyleElement) return ''
    return [...(node.shadowRoot ?? node).childNodes].map(flat).join(' ')
  }
  const dialogs = (root: Element | ShadowRoot | Document): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches('dialog[open]') ? [element] : []),
      ...(element.shadowRoot ? dialogs(element.shadowRoot) : []),
    ])
  const open = dialogs(document)
  return (open.length > 0 ? open : [document.body])
    .map((element) => flat(element).replace(/\s+/g, ' ').trim().slice(0, 600))
    .join(' | ')
}

/** Expression whose value says what a person reads now, for the message of a test that found something else. */
export const visibleText = `(${readDialogs.toString()})()`
