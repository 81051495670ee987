/// <reference types="mocha" />
// What the card's tests share: a themed place around a fixture, real keys, the focused element, and waiting for Lit.
import { executeServerCommand } from '@web/test-runner-commands'
import { expect, fixture, fixtureCleanup, nextFrame, waitUntil as openWcWaitUntil } from '@open-wc/testing'
import { html, LitElement, type TemplateResult } from 'lit'
import { host } from '../../src/elements/styles/host.js'
import { root } from '../../src/elements/styles/root.js'
import { moreTokens } from '../../src/elements/styles/tokens-more.js'
import { laterStyles } from '../../src/elements/styles/view-more.js'
import { withTimeout } from '../../src/vocabulary/timeout.js'

export { expect, fixture, html }

/** The longest wait for one thing, ms: a little less than a whole test may take (`web-test-runner.config.mjs`), so that the thing is named. */
const WAIT_MS = 55_000

/** Resolves when `isSo` is; fails with `problem`. */
export const waitUntil = (isSo: () => unknown, problem: string): Promise<void> =>
  openWcWaitUntil(isSo, problem, { timeout: WAIT_MS })

export type Mode = 'dark' | 'light'
const modes: readonly Mode[] = ['light', 'dark']
export type Keys = 'Tab' | 'Enter' | 'Space' | 'Escape' | 'Home' | 'End' | 'ArrowLeft' | 'ArrowRight' | 'a' | 'b'

/** The tokens and the ground of the modal, around elements that stand in its light tree. */
class CardPlace extends LitElement {
  static override styles = [host, root, moreTokens, laterStyles]
  protected override render() {
    return html`<main class="root" style="background: var(--_wm-surface)"><slot></slot></main>`
  }
}
if (!customElements.get('card-place')) customElements.define('card-place', CardPlace)

/** Renders `template` as the modal would have it, and resolves with the first element in it once all of it has rendered. */
export async function show<Element extends HTMLElement>(template: TemplateResult, mode: Mode = 'light'): Promise<Element> {
  const place = await fixture<CardPlace>(html`<card-place data-mode=${mode}>${template}</card-place>`)
  await settled(place)
  return place.firstElementChild as Element // the caller's template names it
}

/** Waits for all Lit elements below `root`, at any depth, and for what fades. */
async function settled(root: ParentNode): Promise<void> {
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof LitElement) await element.updateComplete
    if (element.shadowRoot) await settled(element.shadowRoot)
  }
}

/** Expects that axe finds nothing in `template`, in either theme. */
export async function expectAccessible(template: () => TemplateResult): Promise<void> {
  for (const mode of modes) {
    const element = await show(template(), mode)
    await expect(element.parentElement ?? element).to.be.accessible()
    fixtureCleanup()
  }
}

/** Resolves as `wait` does; fails with the name of what did not come. */
export const comes = <T>(what: string, wait: Promise<T>): Promise<T> =>
  withTimeout(wait, { ms: WAIT_MS, late: () => new Error(`${what} did not come`) })

/** Presses real keys, one after the other, where the focus is; each has been drawn before the next, as with a person at the keyboard. */
export async function press(...keys: readonly Keys[]): Promise<void> {
  for (const key of keys) {
    await comes(`the key ${key}`, executeServerCommand('press-keys', [key]))
    for (let frame = 0; frame < 2; frame++) await comes('a frame', nextFrame())
  }
}

/** The focused element, through shadow roots. */
export function focused(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** Compared here: a matcher that fails would print both elements, with the whole document behind them. */
export const hasFocus = (element: Element | undefined): boolean => element !== undefined && focused() === element

/** The element inside `element` that `selector` finds. */
export function inner<Tag extends keyof HTMLElementTagNameMap>(element: Element, selector: Tag): HTMLElementTagNameMap[Tag]
export function inner<Tag extends keyof SVGElementTagNameMap>(element: Element, selector: Tag): SVGElementTagNameMap[Tag]
export function inner(element: Element, selector: string): HTMLElement
export function inner(element: Element, selector: string): Element {
  const found = within(element, selector)
  if (!found) throw new Error(`no ${selector} in ${element.localName}`)
  return found
}

/** The same, or null. */
export const within = (element: Element, selector: string): Element | null => element.shadowRoot?.querySelector(selector) ?? null

/** Text as it is read: white space is one space. */
export const textOf = (node: Node | null): string => (node?.textContent ?? '').replace(/\s+/gu, ' ').trim()

/** Listens for `type` on `target`, and keeps what comes. */
export function heard<Type extends keyof HTMLElementEventMap>(target: HTMLElement, type: Type): HTMLElementEventMap[Type][] {
  const events: HTMLElementEventMap[Type][] = []
  target.addEventListener(type, (event) => void events.push(event))
  return events
}
