// <wm-ring>: the ring around a wallet's picture.
import '../../src/elements/primitives/ring.js'
import type { WmRing } from '../../src/elements/primitives/ring.js'
import { expect, expectAccessible, html, inner, show, waitUntil, within } from './support.js'

describe('wm-ring', () => {
  it('is an arc that turns while somebody is waited for', async () => {
    const ring = await show<WmRing>(html`<wm-ring style="display: block; width: 88px; height: 88px"></wm-ring>`)
    expect(ring).shadowDom.to.equal(`
      <svg aria-hidden="true" class="ring waiting" part="ring" viewBox="0 0 88 88">
        <circle class="track" cx="44" cy="44" r="42"></circle>
        <circle class="arc" cx="44" cy="44" r="42"></circle>
      </svg>
    `)
  })

  for (const [state, icon] of [
    ['declined', 'close'],
    ['done', 'check'],
  ] as const)
    it(`has the mark ${icon} when it is ${state}`, async () => {
      const ring = await show<WmRing>(html`<wm-ring state=${state}></wm-ring>`)
      expect(inner(ring, 'wm-icon')).to.have.attribute('name', icon)
      expect(inner(ring, 'svg')).to.have.class(state)
      ring.state = 'waiting'
      await ring.updateComplete
      expect(within(ring, 'wm-icon')).to.equal(null)
    })

  it('has a colour for each end', async () => {
    const ring = await show<WmRing>(html`<wm-ring state="declined"></wm-ring>`)
    const colour = () => getComputedStyle(inner(ring, '.arc')).stroke
    const declined = colour()
    ring.state = 'done'
    await waitUntil(() => colour() !== declined, 'both ends have one colour')
  })

  it('has nothing that axe objects to', () => expectAccessible(() => html`<wm-ring state="done"></wm-ring>`))
})
