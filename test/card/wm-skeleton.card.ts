// <wm-skeleton>: grey shapes where content will be.
import '../../src/elements/primitives/skeleton.js'
import type { WmSkeleton } from '../../src/elements/primitives/skeleton.js'
import { expect, expectAccessible, html, inner, show } from './support.js'

const mount = () => show<WmSkeleton>(html`<wm-skeleton></wm-skeleton>`)

describe('wm-skeleton', () => {
  it('stands for three rows, hidden from assistive technology', async () => {
    const skeleton = await mount()
    expect(skeleton).dom.to.equal('<wm-skeleton aria-hidden="true"></wm-skeleton>')
    expect(skeleton.renderRoot.querySelectorAll('.row')).to.have.lengthOf(3)
  })

  it('stands for as many rows as it is told', async () => {
    const skeleton = await show<WmSkeleton>(html`<wm-skeleton rows="5"></wm-skeleton>`)
    expect(skeleton.renderRoot.querySelectorAll('.row > .icon + .line')).to.have.lengthOf(5)
    skeleton.rows = 0
    await skeleton.updateComplete
    expect(skeleton.renderRoot.querySelectorAll('.row')).to.have.lengthOf(0)
  })

  it('can stand for tiles, for a block, or for a line', async () => {
    const skeleton = await mount()
    skeleton.shape = 'tile'
    await skeleton.updateComplete
    expect(skeleton.renderRoot.querySelectorAll('.row.tile')).to.have.lengthOf(3)
    skeleton.shape = 'block'
    await skeleton.updateComplete
    expect(skeleton).shadowDom.to.equal('<div class="block"></div>')
    skeleton.shape = 'line'
    await skeleton.updateComplete
    expect(skeleton).shadowDom.to.equal('<div class="line"></div>')
  })

  it('as a block is as high as the page says', async () => {
    const skeleton = await show<WmSkeleton>(html`<wm-skeleton shape="block" style="--height: 90px"></wm-skeleton>`)
    expect(inner(skeleton, '.block').getBoundingClientRect().height).to.equal(90)
  })

  it('has nothing that axe objects to', () => expectAccessible(() => html`<wm-skeleton></wm-skeleton>`))
})
