// Focus for Lit elements that may not have rendered yet and then contain nothing to focus.
import type { LitElement } from 'lit'

/** Focuses `element` after its pending render. */
export async function focusReady(element: Element | null | undefined): Promise<void> {
  await (element as LitElement | null | undefined)?.updateComplete // undefined for elements that are not Lit's
  if (element instanceof HTMLElement) element.focus()
}
