// <wm-search-field>: a labelled search field that can be emptied.
import '../../src/elements/primitives/search-field.js'
import type { WmSearchField } from '../../src/elements/primitives/search-field.js'
import { expect, expectAccessible, hasFocus, heard, html, inner, press, show, textOf, waitUntil, within } from './support.js'

const mount = (value = '') =>
  show<WmSearchField>(
    html`<wm-search-field label="Search wallets" placeholder="Search" value=${value} clearLabel="Clear"></wm-search-field>`,
  )

describe('wm-search-field', () => {
  it('is a native search field, called by its label', async () => {
    const input = inner(await mount(), 'input')
    expect([...(input.labels ?? [])].map(textOf)).to.deep.equal(['Search wallets'])
    expect([input.type, input.placeholder, input.autocomplete]).to.deep.equal(['search', 'Search', 'off'])
  })

  it('tells all of what is typed, sign by sign', async () => {
    const field = await mount()
    const typed = heard(field, 'wm-input')
    await press('Tab')
    expect(hasFocus(inner(field, 'input'))).to.equal(true)
    await press('a', 'b')
    await waitUntil(() => typed.length === 2, 'it did not tell')
    expect(typed.map(({ value }) => value)).to.deep.equal(['a', 'ab'])
    expect(field.value).to.equal('ab')
  })

  it('is emptied by Escape first, which only then reaches what is around it', async () => {
    const field = await mount('alp')
    const typed = heard(field, 'wm-input')
    const keys = heard(field.parentElement!, 'keydown')
    field.focus()
    await press('Escape')
    await waitUntil(() => typed.length === 1, 'it was not emptied')
    expect([typed[0]?.value, field.value, keys.length]).to.deep.equal(['', '', 0])
    await press('Escape')
    await waitUntil(() => keys.length === 1, 'the second Escape was kept')
    expect(typed).to.have.lengthOf(1)
  })

  it('has a button to empty it only while there is something in it, and a name for that', async () => {
    const field = await mount()
    expect(within(field, 'button')).to.equal(null)
    field.value = 'alp'
    await field.updateComplete
    expect(inner(field, 'button')).to.have.attribute('aria-label', 'Clear')
    field.clearLabel = undefined
    await field.updateComplete
    expect(within(field, 'button')).to.equal(null)
  })

  it('gives focus back to the input when that button has emptied it', async () => {
    const field = await mount('alp')
    const typed = heard(field, 'wm-input')
    inner(field, 'button').click()
    await field.updateComplete
    expect([field.value, inner(field, 'input').value]).to.deep.equal(['', ''])
    expect(typed.map(({ value }) => value)).to.deep.equal([''])
    expect(hasFocus(inner(field, 'input'))).to.equal(true)
  })

  it('lets what is typed choose its direction, and stands the glass at the start', async () => {
    const field = await show<WmSearchField>(html`<wm-search-field dir="rtl" label="Search"></wm-search-field>`)
    expect(inner(field, 'input')).to.have.attribute('dir', 'auto')
    const left = (selector: string) => inner(field, selector).getBoundingClientRect().left
    expect(left('wm-icon')).to.be.greaterThan(left('input'))
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () => html`<wm-search-field label="Search" placeholder="Search" value="al" clearLabel="Clear"></wm-search-field>`,
    ))
})
