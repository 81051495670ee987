// <wm-empty-state>: what stands where a list would be.
import '../../src/elements/primitives/empty-state.js'
import '../../src/elements/primitives/button.js'
import type { WmEmptyState } from '../../src/elements/primitives/empty-state.js'
import { expect, expectAccessible, html, inner, show, textOf } from './support.js'

describe('wm-empty-state', () => {
  it('has a heading, and beneath it the text and what can be done', async () => {
    const state = await show<WmEmptyState>(
      html`<wm-empty-state heading="Nothing here">Try another word.<wm-button slot="action">Clear</wm-button></wm-empty-state>`,
    )
    const heading = inner(state, '[part=heading]')
    expect(textOf(heading)).to.equal('Nothing here')
    expect(heading.localName).to.match(/^h[2-6]$/)
    const button = state.querySelector('wm-button')!
    expect(button.assignedSlot?.name).to.equal('action')
    expect(button.getBoundingClientRect().top).to.be.at.least(heading.getBoundingClientRect().bottom)
  })

  it('shows the icon that it is told, else the empty one', async () => {
    const state = await show<WmEmptyState>(html`<wm-empty-state heading="Nothing"></wm-empty-state>`)
    expect(inner(state, 'wm-icon')).to.have.attribute('name', 'empty')
    state.icon = 'search'
    await state.updateComplete
    expect(inner(state, 'wm-icon')).to.have.attribute('name', 'search')
  })

  it('takes a heading as text, never as markup', async () => {
    const state = await show<WmEmptyState>(html`<wm-empty-state .heading=${'<b>None</b>'}></wm-empty-state>`)
    expect(inner(state, '[part=heading]').children).to.have.lengthOf(0)
    expect(textOf(inner(state, '[part=heading]'))).to.equal('<b>None</b>')
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () =>
        html`<wm-empty-state heading="Nothing here">Try another word.<wm-button slot="action">Clear</wm-button></wm-empty-state>`,
    ))
})
