// <wm-tabs>: tabs after the ARIA Authoring Practices.
import '../../src/elements/primitives/tabs.js'
import type { WmTabs } from '../../src/elements/primitives/tabs.js'
import { expect, expectAccessible, focused, hasFocus, heard, html, press, show, textOf } from './support.js'

const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }))
const mount = (dir: 'ltr' | 'rtl' = 'ltr', selected = 'a') =>
  show<WmTabs>(html`<wm-tabs dir=${dir} label="Ways" .tabs=${tabs} selected=${selected}></wm-tabs>`)
const buttons = (element: WmTabs) => [...element.renderRoot.querySelectorAll('button')]

describe('wm-tabs', () => {
  it('is a named list of tabs, of which one is chosen and can be reached', async () => {
    expect(await mount('ltr', 'b')).shadowDom.to.equal(`
      <div aria-label="Ways" class="tabs" role="tablist">
        <button aria-selected="false" part="tab" role="tab" tabindex="-1" type="button">A</button>
        <button aria-selected="true" part="tab" role="tab" tabindex="0" type="button">B</button>
        <button aria-selected="false" part="tab" role="tab" tabindex="-1" type="button">C</button>
      </div>
    `)
  })

  it('chooses the first where there is no such tab', async () => {
    const element = await mount('ltr', 'nobody')
    expect(buttons(element).map((tab) => tab.ariaSelected)).to.deep.equal(['true', 'false', 'false'])
  })

  it('is one stop of Tab; arrows, Home and End choose and move focus, around the ends', async () => {
    const element = await mount()
    const chosen = heard(element, 'wm-select')
    await press('Tab')
    expect(hasFocus(buttons(element)[0])).to.equal(true)
    for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home'] as const) {
      await press(key)
      await element.updateComplete
    }
    expect(chosen.map(({ value }) => value)).to.deep.equal(['b', 'c', 'a', 'c', 'a'])
    expect(buttons(element).map((tab) => tab.tabIndex)).to.deep.equal([0, -1, -1])
    expect(textOf(focused())).to.equal('A')
  })

  it('turns the arrows around where writing runs from right to left', async () => {
    const element = await mount('rtl')
    const chosen = heard(element, 'wm-select')
    await press('Tab')
    await press('ArrowLeft')
    await element.updateComplete
    await press('ArrowRight')
    expect(chosen.map(({ value }) => value)).to.deep.equal(['b', 'a'])
  })

  it('tells of a press once, and of a press on the chosen one not at all', async () => {
    const element = await mount()
    const chosen = heard(element, 'wm-select')
    buttons(element)[2]?.click()
    await element.updateComplete
    buttons(element)[2]?.click()
    expect(chosen.map(({ value }) => value)).to.deep.equal(['c'])
    expect(element.selected).to.equal('c')
  })

  it('leaves other keys to others', async () => {
    const element = await mount()
    const keys = heard(element, 'keydown')
    await press('Tab')
    await press('a')
    expect(keys.filter(({ key }) => key === 'a').map(({ defaultPrevented }) => defaultPrevented)).to.deep.equal([false])
  })

  it('without tabs is empty, and breaks on no key', async () => {
    const element = await show<WmTabs>(html`<wm-tabs label="Ways"></wm-tabs>`)
    element.renderRoot.querySelector('div')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
    expect(buttons(element)).to.have.lengthOf(0)
    expect(element.selected).to.equal('')
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(() => html`<wm-tabs label="Ways" .tabs=${tabs} selected="b"></wm-tabs>`))
})
