// Moves focus to an element of ours that may have been made a moment ago, and has nothing inside to focus before its first render.
import type { LitElement } from 'lit'

export async function focusReady(element: Element | null | undefined): Promise<void> {
  await (element as LitElement | null | undefined)?.updateComplete // undefined for elements that are not ours
  if (element instanceof HTMLElement) element.focus()
}
