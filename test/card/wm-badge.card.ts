// <wm-badge>: one or two words in a box.
import '../../src/elements/primitives/badge.js'
import type { WmBadge } from '../../src/elements/primitives/badge.js'
import { expect, expectAccessible, html, show } from './support.js'

describe('wm-badge', () => {
  it('puts its words into one box of the neutral kind', async () => {
    const badge = await show<WmBadge>(html`<wm-badge>Installed</wm-badge>`)
    expect(badge).shadowDom.to.equal('<span part="badge" class="badge neutral"><slot></slot></span>')
    expect(badge).dom.to.equal('<wm-badge>Installed</wm-badge>')
  })

  it('wears the colours of its variant', async () => {
    const colours = new Set<string>()
    for (const variant of ['neutral', 'accent', 'success', 'warning'] as const) {
      const badge = await show<WmBadge>(html`<wm-badge variant=${variant}>Word</wm-badge>`)
      colours.add(getComputedStyle(badge.renderRoot.querySelector('.badge')!).color)
    }
    expect(colours.size).to.equal(4)
  })

  it('keeps markup in its words as text', async () => {
    const badge = await show<WmBadge>(html`<wm-badge>${'<b>bold</b>'}</wm-badge>`)
    expect(badge.querySelector('b')).to.equal(null)
    expect(badge.textContent).to.equal('<b>bold</b>')
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () =>
        html`<p>
          ${(['neutral', 'accent', 'success', 'warning'] as const).map((variant) => html`<wm-badge variant=${variant}>Word</wm-badge>`)}
        </p>`,
    ))
})
