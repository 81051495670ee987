// <wm-row>: a line of a list, which is one button.
import '../../src/elements/primitives/row.js'
import type { WmRow } from '../../src/elements/primitives/row.js'
import { expect, expectAccessible, hasFocus, heard, html, inner, press, show, textOf, within } from './support.js'

describe('wm-row', () => {
  it('is one button: picture, words, end', async () => {
    const row = await show<WmRow>(html`<wm-row label="Alpha"></wm-row>`)
    expect(row).shadowDom.to.equal(`
      <button class="row" part="row" type="button">
        <slot name="icon"></slot>
        <span class="words"><span class="label" dir="auto" part="label">Alpha</span></span>
        <slot name="end"></slot>
      </button>
    `)
  })

  it('is called by all that it shows, in the order in which it stands', async () => {
    const row = await show<WmRow>(html`<wm-row label="Alpha" description="Two networks" meta="Last used" chevron></wm-row>`)
    expect(textOf(inner(row, 'button'))).to.equal('Alpha Two networks Last used')
    expect(inner(row, 'wm-icon')).to.have.attribute('name', 'chevron-end')
  })

  it('is pressed once by Enter and once by Space', async () => {
    const row = await show<WmRow>(html`<wm-row label="Alpha"></wm-row>`)
    const clicks = heard(row, 'click')
    await press('Tab')
    expect(hasFocus(inner(row, 'button'))).to.equal(true)
    await press('Enter')
    expect(clicks).to.have.lengthOf(1)
    await press('Space')
    expect(clicks).to.have.lengthOf(2)
  })

  it('takes a name from outside as text, never as markup', async () => {
    const row = await show<WmRow>(html`<wm-row label="<img src=x onerror=alert(1)>" .description=${'<b>bold</b>'}></wm-row>`)
    expect(within(row, 'img, b')).to.equal(null)
    expect(inner(row, '.label').textContent).to.equal('<img src=x onerror=alert(1)>')
  })

  for (const state of ['busy', 'disabled'] as const)
    it(`swallows clicks while it is ${state}, and reflects it`, async () => {
      const row = await show<WmRow>(html`<wm-row label="Alpha"></wm-row>`)
      const clicks = heard(row, 'click')
      row[state] = true
      await row.updateComplete
      row.click()
      inner(row, 'button').click()
      row.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      expect(clicks).to.have.lengthOf(0)
      expect(row).to.have.attribute(state)
    })

  it('that is busy says so and turns, and keeps focus', async () => {
    const row = await show<WmRow>(html`<wm-row label="Alpha" chevron></wm-row>`)
    row.focus()
    row.busy = true
    await row.updateComplete
    expect(inner(row, 'button')).to.have.attribute('aria-busy', 'true')
    expect(hasFocus(inner(row, 'button'))).to.equal(true)
    expect(within(row, 'wm-spinner')).not.to.equal(null)
    expect(within(row, 'wm-icon')).to.equal(null)
  })

  it('that is in use is said as current', async () => {
    const row = await show<WmRow>(html`<wm-row label="Alpha" current></wm-row>`)
    expect(inner(row, 'button')).to.have.attribute('aria-current', 'true')
    row.current = false
    await row.updateComplete
    expect(inner(row, 'button')).not.to.have.attribute('aria-current')
  })

  it('with an address is a link that opens elsewhere, and gives nothing away', async () => {
    const row = await show<WmRow>(html`<wm-row label="Alpha" href="https://example.org/"></wm-row>`)
    const link = inner(row, 'a')
    expect([link.href, link.target, link.rel]).to.deep.equal(['https://example.org/', '_blank', 'noopener noreferrer'])
    expect(inner(row, 'wm-icon')).to.have.attribute('name', 'external')
  })

  it('keeps a name from being translated, and only a name', async () => {
    const row = await show<WmRow>(html`<wm-row label="Alpha" .named=${true}></wm-row>`)
    expect(inner(row, '.label')).to.have.attribute('translate', 'no')
    row.named = false
    await row.updateComplete
    expect(inner(row, '.label')).not.to.have.attribute('translate')
  })

  it('is turned around where writing runs from right to left, and a name keeps its own direction', async () => {
    const row = await show<WmRow>(html`<wm-row dir="rtl" label="Alpha" meta="3" chevron></wm-row>`)
    const left = (selector: string) => inner(row, selector).getBoundingClientRect().left
    expect(left('.words')).to.be.greaterThan(left('.meta'))
    expect(left('.meta')).to.be.greaterThan(left('wm-icon'))
    expect(inner(row, '.label')).to.have.attribute('dir', 'auto')
  })

  it('shows the picture of a disabled row without colour', async () => {
    const row = await show<WmRow>(html`<wm-row label="One" disabled><span slot="icon">1</span></wm-row>`)
    const filter = () => getComputedStyle(row.querySelector('span')!).filter
    expect(filter()).to.equal('grayscale(1) opacity(0.5)')
    row.disabled = false
    await row.updateComplete
    expect(filter()).to.equal('none')
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () =>
        html`<ul class="group" role="list">
          <li><wm-row label="Alpha" description="Two networks" meta="Last used" chevron></wm-row></li>
          <li><wm-row label="Bravo" current meta="Current"></wm-row></li>
          <li><wm-row label="Charlie" busy></wm-row></li>
          <li><wm-row label="Delta" disabled></wm-row></li>
          <li><wm-row label="Echo" href="https://example.org"></wm-row></li>
        </ul>`,
    ))
})
