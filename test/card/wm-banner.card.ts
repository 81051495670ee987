// <wm-banner>: a coloured line above a view's content.
import '../../src/elements/primitives/banner.js'
import '../../src/elements/primitives/button.js'
import type { BannerVariant, WmBanner } from '../../src/elements/primitives/banner.js'
import { expect, expectAccessible, html, inner, show } from './support.js'

const icons: readonly (readonly [BannerVariant, string])[] = [
  ['info', 'info'],
  ['success', 'check'],
  ['warning', 'warning'],
  ['danger', 'danger'],
]

describe('wm-banner', () => {
  it('puts an icon before its words, and what is to press after them', async () => {
    const banner = await show<WmBanner>(html`<wm-banner>Something to know</wm-banner>`)
    expect(banner).shadowDom.to.equal(`
      <div class="banner info" part="banner">
        <wm-icon name="info"></wm-icon>
        <span class="words"><slot></slot></span>
        <slot name="end"></slot>
      </div>
    `)
  })

  for (const [variant, icon] of icons)
    it(`shows the icon ${icon} when it is of the kind ${variant}, and says so in its attribute`, async () => {
      const banner = await show<WmBanner>(html`<wm-banner .variant=${variant}>Words</wm-banner>`)
      expect(banner).to.have.attribute('variant', variant)
      expect(inner(banner, 'wm-icon')).to.have.attribute('name', icon)
      expect(inner(banner, '.banner')).to.have.class(variant)
    })

  it('places the slot of the end behind the words, in either direction of writing', async () => {
    for (const dir of ['ltr', 'rtl'] as const) {
      const banner = await show<WmBanner>(html`<wm-banner dir=${dir}>Words<button slot="end">Undo</button></wm-banner>`)
      const words = inner(banner, '.words').getBoundingClientRect()
      const end = banner.querySelector('button')!.getBoundingClientRect()
      expect(dir === 'ltr' ? end.left >= words.right : end.right <= words.left, dir).to.equal(true)
    }
  })

  it('is no live region: the shell announces', async () => {
    const banner = await show<WmBanner>(html`<wm-banner variant="danger">Words</wm-banner>`)
    expect(banner.shadowRoot!.querySelector('[role=alert], [role=status], [aria-live]')).to.equal(null)
  })

  it('breaks a word that is wider than the card', async () => {
    const banner = await show<WmBanner>(html`<wm-banner style="display: block; width: 200px">${'a'.repeat(200)}</wm-banner>`)
    expect(inner(banner, '.banner').scrollWidth).to.be.at.most(200)
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () =>
        html`<div>
          ${icons.map(([variant]) => html`<wm-banner variant=${variant}>Words<wm-button slot="end">Act</wm-button></wm-banner>`)}
        </div>`,
    ))
})
