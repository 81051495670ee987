// <wm-button>: the button of the views.
import '../../src/elements/primitives/button.js'
import type { WmButton } from '../../src/elements/primitives/button.js'
import { expect, expectAccessible, hasFocus, heard, html, inner, press, show, within } from './support.js'

describe('wm-button', () => {
  it('is one native button with a slot for its label and one for an icon', async () => {
    const button = await show<WmButton>(html`<wm-button>Continue</wm-button>`)
    expect(button).shadowDom.to.equal(`
      <button class="button primary" part="button" type="button"><slot name="icon"></slot><slot></slot></button>
    `)
  })

  it('takes the class of its variant', async () => {
    for (const variant of ['primary', 'secondary', 'quiet', 'danger'] as const) {
      const button = await show<WmButton>(html`<wm-button variant=${variant}>Go</wm-button>`)
      expect(inner(button, 'button')).to.have.class(variant)
    }
  })

  it('is reached by Tab, and pressed once by Enter and once by Space', async () => {
    const button = await show<WmButton>(html`<wm-button>Go</wm-button>`)
    const clicks = heard(button, 'click')
    await press('Tab')
    expect(hasFocus(inner(button, 'button'))).to.equal(true)
    await press('Enter')
    expect(clicks).to.have.lengthOf(1)
    await press('Space')
    expect(clicks).to.have.lengthOf(2)
  })

  it('shows a ring of its own when the keyboard has brought focus', async () => {
    const button = await show<WmButton>(html`<wm-button>Go</wm-button>`)
    await press('Tab')
    expect(getComputedStyle(inner(button, 'button')).outlineStyle).to.equal('solid')
  })

  for (const state of ['busy', 'disabled', 'inactive'] as const)
    it(`swallows clicks while it is ${state}, however they are made`, async () => {
      const button = await show<WmButton>(html`<wm-button>Go</wm-button>`)
      const clicks = heard(button, 'click')
      button.click()
      expect(clicks).to.have.lengthOf(1)
      button[state] = true
      await button.updateComplete
      button.click()
      inner(button, 'button').click()
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      button.focus()
      if (state !== 'disabled') await press('Enter', 'Space')
      expect(clicks).to.have.lengthOf(1)
    })

  it('that becomes busy keeps focus, says so, and turns', async () => {
    const button = await show<WmButton>(html`<wm-button>Go</wm-button>`)
    button.focus()
    button.busy = true
    await button.updateComplete
    const native = inner(button, 'button')
    expect(hasFocus(native)).to.equal(true)
    expect(native).to.have.attribute('aria-busy', 'true')
    expect(native).to.have.attribute('aria-disabled', 'true')
    expect(native.disabled).to.equal(false)
    expect(within(button, 'wm-spinner')).not.to.equal(null)
    expect(button.matches(':state(busy)')).to.equal(true)
    button.busy = false
    await button.updateComplete
    expect(button.matches(':state(busy)')).to.equal(false)
    expect(native).not.to.have.attribute('aria-busy')
  })

  it('that is inactive keeps its place in the order of Tab', async () => {
    const button = await show<WmButton>(html`<wm-button inactive>Sent</wm-button>`)
    await press('Tab')
    expect(hasFocus(inner(button, 'button'))).to.equal(true)
    expect(inner(button, 'button')).to.have.attribute('aria-disabled', 'true')
  })

  it('that is disabled is no stop of Tab, and reflects it', async () => {
    const button = await show<WmButton>(html`<wm-button .disabled=${true}>Go</wm-button>`)
    await press('Tab')
    expect(hasFocus(inner(button, 'button'))).to.equal(false)
    expect(button).to.have.attribute('disabled')
  })

  it('with an address is a link that gives nothing away', async () => {
    const button = await show<WmButton>(html`<wm-button href="https://example.org/" target="_blank">Go</wm-button>`)
    const link = inner(button, 'a')
    expect([link.href, link.target, link.rel]).to.deep.equal(['https://example.org/', '_blank', 'noopener noreferrer'])
    expect(within(button, 'button')).to.equal(null)
  })

  it('with an address is no link while it is disabled', async () => {
    const button = await show<WmButton>(html`<wm-button href="https://example.org/" disabled>Go</wm-button>`)
    expect(within(button, 'a')).to.equal(null)
    expect(inner(button, 'button').disabled).to.equal(true)
  })

  it('is called by its label where the visible one is not clear', async () => {
    const button = await show<WmButton>(html`<wm-button label="Disconnect Alpha">Disconnect</wm-button>`)
    expect(inner(button, 'button')).to.have.attribute('aria-label', 'Disconnect Alpha')
    button.label = undefined
    await button.updateComplete
    expect(inner(button, 'button')).not.to.have.attribute('aria-label')
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () =>
        html`<div>
          <wm-button>Continue</wm-button><wm-button variant="secondary">Cancel</wm-button
          ><wm-button variant="quiet">Skip</wm-button> <wm-button variant="danger">Disconnect</wm-button
          ><wm-button busy>Connecting</wm-button> <wm-button disabled>Disabled</wm-button
          ><wm-button href="https://example.org">Website</wm-button>
        </div>`,
    ))
})
