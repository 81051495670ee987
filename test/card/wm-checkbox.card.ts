// <wm-checkbox>: a real checkbox with its label.
import '../../src/elements/primitives/checkbox.js'
import type { WmCheckbox } from '../../src/elements/primitives/checkbox.js'
import { expect, expectAccessible, focused, hasFocus, heard, html, inner, press, show } from './support.js'

describe('wm-checkbox', () => {
  it('is a native checkbox inside its label', async () => {
    const box = await show<WmCheckbox>(html`<wm-checkbox>Certified only</wm-checkbox>`)
    expect(box).shadowDom.to.equal(`
      <label>
        <span class="box"><input part="box" type="checkbox"><wm-icon name="check"></wm-icon></span>
        <span><slot></slot></span>
      </label>
    `)
    expect(inner(box, 'input').labels).to.have.lengthOf(1)
  })

  it('is ticked by its label and by Space, and tells what it is then', async () => {
    const box = await show<WmCheckbox>(html`<wm-checkbox>Certified only</wm-checkbox>`)
    const changes = heard(box, 'wm-change')
    inner(box, 'label').click()
    await box.updateComplete
    expect(box.checked).to.equal(true)
    expect(box).to.have.attribute('checked')
    box.focus()
    expect(hasFocus(inner(box, 'input'))).to.equal(true)
    await press('Space')
    expect(changes.map(({ checked }) => checked)).to.deep.equal([true, false])
    expect(changes.map(({ bubbles, composed }) => bubbles && composed)).to.deep.equal([true, true])
  })

  it('shows its mark only when it is ticked', async () => {
    const box = await show<WmCheckbox>(html`<wm-checkbox>Word</wm-checkbox>`)
    const mark = inner(box, 'wm-icon')
    expect(getComputedStyle(mark).visibility).to.equal('hidden')
    box.checked = true
    await box.updateComplete
    expect(inner(box, 'input').checked).to.equal(true)
    expect(getComputedStyle(mark).visibility).to.equal('visible')
  })

  it('that is set by code tells nobody', async () => {
    const box = await show<WmCheckbox>(html`<wm-checkbox>Word</wm-checkbox>`)
    const changes = heard(box, 'wm-change')
    box.checked = true
    await box.updateComplete
    expect(changes).to.have.lengthOf(0)
  })

  it('that is disabled is neither ticked nor reached', async () => {
    const box = await show<WmCheckbox>(html`<wm-checkbox disabled>Word</wm-checkbox>`)
    const changes = heard(box, 'wm-change')
    inner(box, 'label').click()
    await press('Tab')
    expect([box.checked, changes.length, focused() === inner(box, 'input')]).to.deep.equal([false, 0, false])
  })

  it('is not ticked by a link in its label', async () => {
    const box = await show<WmCheckbox>(html`<wm-checkbox>I agree to the <a href="#terms">terms</a></wm-checkbox>`)
    const link = box.querySelector('a')!
    let followed = 0
    link.addEventListener('click', (event) => {
      followed++
      event.preventDefault() // the runner's page stays where it is
    })
    link.click()
    await box.updateComplete
    expect([followed, box.checked]).to.deep.equal([1, false])
  })

  it('stands on the right of its label where writing runs from right to left', async () => {
    const box = await show<WmCheckbox>(html`<wm-checkbox dir="rtl" style="display: block">Word</wm-checkbox>`)
    const square = inner(box, '.box').getBoundingClientRect()
    const words = inner(box, 'label > span:last-child').getBoundingClientRect()
    expect(square.left).to.be.at.least(words.right)
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () =>
        html`<div>
          <wm-checkbox>One</wm-checkbox><wm-checkbox checked>Two</wm-checkbox><wm-checkbox disabled>Three</wm-checkbox>
        </div>`,
    ))
})
