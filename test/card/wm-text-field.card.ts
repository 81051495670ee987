// <wm-text-field>: one line of text with its label, hint and error.
import '../../src/elements/primitives/text-field.js'
import type { WmTextField } from '../../src/elements/primitives/text-field.js'
import { expect, expectAccessible, hasFocus, heard, html, inner, press, show, textOf, waitUntil, within } from './support.js'

const mount = () =>
  show<WmTextField>(html`<wm-text-field label="Email" hint="We send a code" error="Not an address"></wm-text-field>`)

describe('wm-text-field', () => {
  it('ties its label, its hint and its error to the input', async () => {
    const field = await mount()
    const input = inner(field, 'input')
    expect([...(input.labels ?? [])].map(textOf)).to.deep.equal(['Email'])
    expect(input).to.have.attribute('aria-invalid', 'true')
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => textOf(inner(field, `#${id}`)))).to.deep.equal(['Not an address', 'We send a code'])
  })

  it('is neither wrong nor described when there is nothing to say', async () => {
    const field = await show<WmTextField>(html`<wm-text-field label="Email"></wm-text-field>`)
    expect(inner(field, 'input')).not.to.have.attribute('aria-invalid')
    expect(inner(field, 'input')).not.to.have.attribute('aria-describedby')
    expect(within(field, 'p')).to.equal(null)
  })

  it('tells all of what is typed, sign by sign', async () => {
    const field = await mount()
    const typed = heard(field, 'wm-input')
    await press('Tab')
    expect(hasFocus(inner(field, 'input'))).to.equal(true)
    await press('a', 'b')
    await waitUntil(() => typed.length === 2, 'it did not tell')
    expect(typed.map(({ value }) => value)).to.deep.equal(['a', 'ab'])
    expect(typed.every(({ bubbles, composed }) => bubbles && composed)).to.equal(true)
    expect(field.value).to.equal('ab')
  })

  it('takes a value from code over what was typed, and tells nobody', async () => {
    const field = await mount()
    const typed = heard(field, 'wm-input')
    inner(field, 'input').value = 'typed'
    field.value = 'set'
    await field.updateComplete
    expect(inner(field, 'input').value).to.equal('set')
    expect(typed).to.have.lengthOf(0)
  })

  it('asks for the keyboard and the filling that its content needs', async () => {
    const field = await show<WmTextField>(html`<wm-text-field label="Email" type="email" autocomplete="email"></wm-text-field>`)
    const input = inner(field, 'input')
    expect([input.type, input.autocomplete, input.spellcheck]).to.deep.equal(['email', 'email', false])
    expect(input).to.have.attribute('dir', 'auto')
  })

  it('that is disabled is not reached, and reflects it', async () => {
    const field = await show<WmTextField>(html`<wm-text-field label="Email" .disabled=${true}></wm-text-field>`)
    await press('Tab')
    expect(hasFocus(inner(field, 'input'))).to.equal(false)
    expect(field).to.have.attribute('disabled')
  })

  it('takes an error from a server as text, never as markup', async () => {
    const field = await show<WmTextField>(html`<wm-text-field label="Email" .error=${'<b>bad</b>'}></wm-text-field>`)
    expect(within(field, 'b')).to.equal(null)
    expect(textOf(inner(field, '#error'))).to.equal('<b>bad</b>')
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () => html`<wm-text-field label="Email" hint="We send a code" error="Not an address" value="bad"></wm-text-field>`,
    ))
})
