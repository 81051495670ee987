// <wm-icon-button>: a square button with an icon, called by its label.
import '../../src/elements/primitives/icon-button.js'
import type { WmIconButton } from '../../src/elements/primitives/icon-button.js'
import { expect, expectAccessible, hasFocus, heard, html, inner, press, show } from './support.js'

describe('wm-icon-button', () => {
  it('is called by its label, since its icon says nothing', async () => {
    const button = await show<WmIconButton>(html`<wm-icon-button name="close" label="Close"></wm-icon-button>`)
    expect(inner(button, 'button')).to.have.attribute('aria-label', 'Close')
    expect(inner(button, 'wm-icon')).to.have.attribute('name', 'close')
    expect(inner(button, 'button').type).to.equal('button')
  })

  it('is pressed by Enter and by Space', async () => {
    const button = await show<WmIconButton>(html`<wm-icon-button name="close" label="Close"></wm-icon-button>`)
    const clicks = heard(button, 'click')
    await press('Tab')
    expect(hasFocus(inner(button, 'button'))).to.equal(true)
    await press('Enter', 'Space')
    expect(clicks).to.have.lengthOf(2)
  })

  it('gives focus to its inner button', async () => {
    const button = await show<WmIconButton>(html`<wm-icon-button name="close" label="Close"></wm-icon-button>`)
    button.focus()
    expect(hasFocus(inner(button, 'button'))).to.equal(true)
  })

  it('that is disabled is neither pressed nor reached', async () => {
    const button = await show<WmIconButton>(html`<wm-icon-button name="close" label="Close" disabled></wm-icon-button>`)
    const clicks = heard(button, 'click')
    inner(button, 'button').click()
    await press('Tab')
    expect(clicks).to.have.lengthOf(0)
    expect(hasFocus(inner(button, 'button'))).to.equal(false)
  })

  it('is 44 px wide and high, for a finger', async () => {
    const button = await show<WmIconButton>(
      html`<wm-icon-button name="close" label="Close" style="font-size: 16px"></wm-icon-button>`,
    )
    const { width, height } = inner(button, 'button').getBoundingClientRect()
    expect([width, height]).to.deep.equal([44, 44])
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(() => html`<wm-icon-button name="close" label="Close"></wm-icon-button>`))
})
