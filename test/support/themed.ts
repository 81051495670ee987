// A themed place in the test page for single elements, as the modal is one for them.
import { LitElement, html, render, type TemplateResult } from 'lit'
import axe from 'axe-core'
import { host } from '../../src/elements/styles/host.js'
import { root } from '../../src/elements/styles/root.js'
import { moreTokens } from '../../src/elements/styles/tokens-more.js'
import { laterStyles } from '../../src/elements/styles/view-more.js'

class ThemedPlace extends LitElement {
  static override styles = [host, root, moreTokens, laterStyles]
  protected override render() {
    return html`<main class="root"></main>`
  }
}
if (!customElements.get('test-themed-place')) customElements.define('test-themed-place', ThemedPlace)

const places: Element[] = []

/** Renders `template` in a dark or light place, and waits until every element in it has rendered. */
export async function themed(template: TemplateResult, mode: 'dark' | 'light' = 'dark'): Promise<HTMLElement> {
  const place = new ThemedPlace()
  place.dataset['mode'] = mode
  document.body.append(place)
  places.push(place)
  await place.updateComplete
  const main = place.renderRoot.querySelector<HTMLElement>('main')
  if (main === null) throw new Error('the place did not render')
  main.style.background = 'var(--_wm-surface)'
  render(template, main)
  await settled(main)
  return main
}

/** Waits for all Lit elements below `root`, at any depth. */
export async function settled(root: ParentNode): Promise<void> {
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof LitElement) await element.updateComplete
    if (element.shadowRoot) await settled(element.shadowRoot)
  }
}

export function clearPlaces() {
  for (const place of places.splice(0)) place.remove()
}

/** Violations of WCAG 2.2 A and AA as short lines; empty when there are none. */
export async function violations(element: Element): Promise<string[]> {
  const { violations: found } = await axe.run(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: {
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'heading-order': { enabled: false },
      'landmark-one-main': { enabled: false },
      'landmark-main-is-top-level': { enabled: false },
    },
  })
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`))
}

/** The native control inside a primitive. */
export function inner<Tag extends keyof HTMLElementTagNameMap>(element: Element | null, selector: Tag): HTMLElementTagNameMap[Tag]
export function inner<Tag extends keyof SVGElementTagNameMap>(element: Element | null, selector: Tag): SVGElementTagNameMap[Tag]
export function inner(element: Element | null, selector: string): HTMLElement
export function inner(element: Element | null, selector: string): Element {
  const found = element?.shadowRoot?.querySelector(selector)
  if (!found) throw new Error(`no ${selector} in ${element?.localName ?? 'nothing'}`)
  return found
}
