// <wm-error-state>: what stands where content would be, when it could not be had.
import '../../src/elements/primitives/error-state.js'
import type { WmErrorState } from '../../src/elements/primitives/error-state.js'
import { expect, expectAccessible, focused, heard, html, inner, press, show, textOf, waitUntil, within } from './support.js'

describe('wm-error-state', () => {
  it('says what failed, and why', async () => {
    const state = await show<WmErrorState>(
      html`<wm-error-state heading="It did not load" message="The server did not answer"></wm-error-state>`,
    )
    expect(textOf(inner(state, '[part=heading]'))).to.equal('It did not load')
    expect(textOf(inner(state, '[part=message]'))).to.equal('The server did not answer')
  })

  it('offers another try only where there is a word for it', async () => {
    const state = await show<WmErrorState>(html`<wm-error-state heading="No"></wm-error-state>`)
    expect(within(state, 'wm-button')).to.equal(null)
    state.retryLabel = 'Try again'
    await state.updateComplete
    expect(textOf(inner(state, 'wm-button'))).to.equal('Try again')
  })

  it('tells of another try once per press, beyond its own root', async () => {
    const state = await show<WmErrorState>(html`<wm-error-state heading="No" retryLabel="Try again"></wm-error-state>`)
    const retries = heard(document.body, 'wm-retry')
    inner(state, 'wm-button').click()
    expect(retries).to.have.lengthOf(1)
    await press('Tab')
    expect(focused()?.getRootNode()).to.equal(inner(state, 'wm-button').shadowRoot)
    await press('Enter')
    await waitUntil(() => retries.length > 1, 'Enter did nothing')
    expect(retries).to.have.lengthOf(2)
    expect(retries.map(({ target }) => target)).to.deep.equal([state, state])
  })

  it('takes a message from a server as text, never as markup', async () => {
    const state = await show<WmErrorState>(html`<wm-error-state heading="No" .message=${'<img src=x>'}></wm-error-state>`)
    expect(within(state, 'img')).to.equal(null)
    expect(textOf(inner(state, '[part=message]'))).to.equal('<img src=x>')
  })

  it('puts another way under the button', async () => {
    const state = await show<WmErrorState>(
      html`<wm-error-state heading="No" retryLabel="Try again"><button>Other</button></wm-error-state>`,
    )
    const other = state.querySelector('button')!.getBoundingClientRect()
    expect(other.top).to.be.at.least(inner(state, 'wm-button').getBoundingClientRect().bottom)
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () => html`<wm-error-state heading="It did not load" message="No answer" retryLabel="Try again"></wm-error-state>`,
    ))
})
