// <wm-icon>: one drawing of our own set.
import '../../src/elements/primitives/icon.js'
import { paths } from '../../src/elements/icons/all.js'
import type { WmIcon } from '../../src/elements/primitives/icon.js'
import { expect, expectAccessible, html, inner, show } from './support.js'

describe('wm-icon', () => {
  it('draws the path of its name, and hides it from assistive technology', async () => {
    const icon = await show<WmIcon>(html`<wm-icon name="close"></wm-icon>`)
    expect(icon).shadowDom.to.equal(`
      <svg aria-hidden="true" focusable="false" part="svg" viewBox="0 0 24 24"><path d="${paths.close}"></path></svg>
    `)
  })

  it('reflects its name, and draws another when it is another', async () => {
    const icon = await show<WmIcon>(html`<wm-icon .name=${'close' as const}></wm-icon>`)
    expect(icon).to.have.attribute('name', 'close')
    icon.name = 'check'
    await icon.updateComplete
    expect(icon).to.have.attribute('name', 'check')
    expect(inner(icon, 'path')).to.have.attribute('d', paths.check)
  })

  it('is empty, and as large as ever, when there is no such icon', async () => {
    const icon = await show<WmIcon>(html`<wm-icon name="no-such"></wm-icon>`)
    expect(inner(icon, 'path')).to.have.attribute('d', '')
    expect(icon.getBoundingClientRect().width).to.be.greaterThan(0)
  })

  it('has a drawing within its box for every name', async () => {
    const names = Object.keys(paths)
    const list = await show(html`<div>${names.map((name) => html`<wm-icon name=${name}></wm-icon>`)}</div>`)
    const icons = [...list.querySelectorAll<WmIcon>('wm-icon')]
    expect(icons).to.have.lengthOf(names.length)
    await Promise.all(icons.map((icon) => icon.updateComplete)) // those that are not of the first screen are fetched
    for (const icon of icons) {
      const { x, y, width, height } = inner(icon, 'path').getBBox()
      expect(Math.max(width, height), icon.name).to.be.greaterThan(0)
      expect(Math.min(x, y), icon.name).to.be.at.least(0)
      expect(Math.max(x + width, y + height), icon.name).to.be.at.most(24)
    }
  })

  it('is turned around from right to left only when it points along the text', async () => {
    for (const [name, turned] of [
      ['back', true],
      ['chevron-end', true],
      ['external', true],
      ['close', false],
    ] as const) {
      const icon = await show<WmIcon>(html`<wm-icon dir="rtl" name=${name}></wm-icon>`)
      expect(getComputedStyle(inner(icon, 'svg')).transform.startsWith('matrix(-1'), name).to.equal(turned)
      const other = await show<WmIcon>(html`<wm-icon dir="ltr" name=${name}></wm-icon>`)
      expect(getComputedStyle(inner(other, 'svg')).transform, name).to.equal('none')
    }
  })

  it('takes its size from the page', async () => {
    const icon = await show<WmIcon>(html`<wm-icon name="close" style="--size: 40px"></wm-icon>`)
    const { width, height } = icon.getBoundingClientRect()
    expect([width, height]).to.deep.equal([40, 40])
  })

  it('has nothing that axe objects to', () => expectAccessible(() => html`<wm-icon name="close"></wm-icon>`))
})
