// Where focus goes when a view is shown: to the row that led away from it, to its field, or to the heading; and back to the opener on closing.
import { ancestors, deepActiveElement, type FocusNote, hasFocus } from '../lib/focus-note.js'
import { matchesMedia } from '../lib/media.js'
import type { WmViewShownEvent } from '../lib/view-shown.js'

const fieldSelector = 'wm-text-field, wm-search-field, wm-code-field, wm-logins, input:not([type=hidden])'

/**
 * Moves focus after a view change: to the row with the event's `key`; without a key to the first field, if the route asks for it and the pointer is not
 * coarse; else to the heading. A frame that the view shows keeps the focus. `shell` is the dialog's render root; rows with a key may also be in the header or the footer.
 */
export function focusPlan(shell: ParentNode, view: HTMLElement | undefined, { route, key }: WmViewShownEvent) {
  // The effects of the dialog may come later than the frame, whose buttons work only while it has the focus.
  if (route.focus === 'frame' && deepActiveElement()?.localName === 'iframe') return
  const heading = shell.querySelector('h2')
  const pieces = [...shell.querySelectorAll('wm-network-chip, wm-footer')]
  const roots = [view?.shadowRoot, shell, ...pieces.map((element) => element.shadowRoot)]
  const find = (selector: string) =>
    roots.map((root) => root?.querySelector<HTMLElement>(selector)).find((element) => element != null)
  // On a touch screen, focus in a field opens the on-screen keyboard over half of the list. The visitor opens it by touching the field.
  const isTouched = matchesMedia('(pointer: coarse)')
  const wanted =
    (key === undefined ? undefined : find(`[data-key="${CSS.escape(key)}"]`)) ??
    (route.focus === 'field' && key === undefined && !isTouched
      ? view?.shadowRoot?.querySelector<HTMLElement>(fieldSelector)
      : undefined)
  wanted?.focus({ preventScroll: key === undefined })
  // A disabled control takes no focus; the heading always does.
  if (!wanted || !hasFocus(wanted)) heading?.focus({ preventScroll: true })
  if (key !== undefined) wanted?.scrollIntoView({ block: 'nearest' })
}

/** Returns focus to the opener, or, if the page has rendered again since, to the element that replaced it. */
export function restoreFocus({ opener, path }: FocusNote) {
  const stays = path.findIndex(({ element }) => element.isConnected)
  const root = path[stays]?.element.getRootNode()
  const gone = path[stays - 1]
  const successor = gone?.parent?.children[gone.index]
  const candidates: (Element | null | undefined)[] = [
    opener,
    opener.id !== '' && (root instanceof ShadowRoot || root instanceof Document) ? root.getElementById(opener.id) : undefined,
    // The element that is now at the place of the opener, or of an element around it: the same one rendered again, or its replacement,
    // such as an account button in place of a Connect button.
    successor?.shadowRoot || successor?.localName === gone?.element.localName ? successor : undefined,
    // A host with a shadow root, which may delegate focus.
    ...path.map(({ element }) => (element.shadowRoot === null ? undefined : element)),
  ]
  for (const candidate of candidates) {
    if (!(candidate instanceof HTMLElement) || !candidate.isConnected) continue
    candidate.focus({ preventScroll: true })
    const active = deepActiveElement()
    if (active === candidate || (active !== null && [...ancestors(active)].includes(candidate))) return
  }
}
