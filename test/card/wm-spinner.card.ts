// <wm-spinner>: the ring that says "wait".
import '../../src/elements/primitives/spinner.js'
import type { WmSpinner } from '../../src/elements/primitives/spinner.js'
import { expect, expectAccessible, html, inner, show } from './support.js'

describe('wm-spinner', () => {
  it('is a drawing that no screen reader and no Tab meets', async () => {
    const spinner = await show<WmSpinner>(html`<wm-spinner></wm-spinner>`)
    expect(spinner).shadowDom.to.equal(`
      <svg aria-hidden="true" focusable="false" part="ring" viewBox="0 0 24 24">
        <circle class="track" cx="12" cy="12" r="9.5"></circle>
        <circle class="arc" cx="12" cy="12" r="9.5"></circle>
      </svg>
    `)
  })

  it('turns without end, unless the visitor wants less movement', async () => {
    const spinner = await show<WmSpinner>(html`<wm-spinner></wm-spinner>`)
    const moving = spinner.shadowRoot!.getAnimations()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) expect(moving).to.have.lengthOf(0)
    else expect(moving.map((each) => each.effect?.getTiming().iterations)).to.deep.equal([Infinity])
  })

  it('takes its size from the page', async () => {
    const spinner = await show<WmSpinner>(html`<wm-spinner style="--size: 32px"></wm-spinner>`)
    const { width, height } = inner(spinner, 'svg').getBoundingClientRect()
    expect(Math.max(spinner.getBoundingClientRect().width, 0)).to.equal(32)
    expect(width).to.be.closeTo(height, 0.5)
  })

  it('has nothing that axe objects to', () => expectAccessible(() => html`<wm-spinner></wm-spinner>`))
})
