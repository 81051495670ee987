// Where focus goes when a view appears: to the row that led away, to the view's field, or to the heading.
import { ancestors, deepActiveElement, type FocusNote, hasFocus } from '../lib/focus-note.js'
import { matchesMedia } from '../lib/media.js'
import type { WmViewShownEvent } from '../lib/view-shown.js'

const fieldSelector = 'wm-text-field, wm-search-field, input:not([type=hidden])'

/** Moves focus after a view change. `shell` is the dialog's own root, for keys that stand in its head or foot. */
export function focusPlan(shell: ParentNode, view: HTMLElement | undefined, { route, key }: WmViewShownEvent) {
  const heading = shell.querySelector('h2')
  const pieces = [...shell.querySelectorAll('wm-network-chip, wm-footer')]
  const roots = [view?.shadowRoot, shell, ...pieces.map((element) => element.shadowRoot)]
  const find = (selector: string) =>
    roots.map((root) => root?.querySelector<HTMLElement>(selector)).find((element) => element != null)
  // Where a finger points, focus in a field brings up a keyboard over half of the list: the person asks for it by a touch.
  const isTouched = matchesMedia('(pointer: coarse)')
  const wanted =
    (key === undefined ? undefined : find(`[data-key="${CSS.escape(key)}"]`)) ??
    (route.focus === 'field' && key === undefined && !isTouched
      ? view?.shadowRoot?.querySelector<HTMLElement>(fieldSelector)
      : undefined)
  wanted?.focus({ preventScroll: key === undefined })
  // A control that is disabled by now takes no focus; the heading always does.
  if (!wanted || !hasFocus(wanted)) heading?.focus({ preventScroll: true })
  if (key !== undefined) wanted?.scrollIntoView({ block: 'nearest' })
}

/** Gives focus back to who had it, also when that element was rendered again, or another one was put in its place. */
export function restoreFocus({ opener, path }: FocusNote) {
  const stays = path.findIndex(({ element }) => element.isConnected)
  const root = path[stays]?.element.getRootNode()
  const gone = path[stays - 1]
  const successor = gone?.parent?.children[gone.index]
  const candidates: (Element | null | undefined)[] = [
    opener,
    opener.id !== '' && (root instanceof ShadowRoot || root instanceof Document) ? root.getElementById(opener.id) : undefined,
    // What stands now where the opener, or the element that it was in, stood: the same one rendered again, or its successor,
    // such as the account's button after the one that connects.
    successor?.shadowRoot || successor?.localName === gone?.element.localName ? successor : undefined,
    // A host that passes focus on to what it has now.
    ...path.map(({ element }) => (element.shadowRoot === null ? undefined : element)),
  ]
  for (const candidate of candidates) {
    if (!(candidate instanceof HTMLElement) || !candidate.isConnected) continue
    candidate.focus({ preventScroll: true })
    const active = deepActiveElement()
    if (active === candidate || (active !== null && [...ancestors(active)].includes(candidate))) return
  }
}
