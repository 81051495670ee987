// <wm-copy-button>: puts a text on the clipboard.
import '../../src/elements/primitives/copy-button.js'
import type { WmCopyButton } from '../../src/elements/primitives/copy-button.js'
import { expect, expectAccessible, heard, html, inner, press, show, textOf, waitUntil } from './support.js'

/** The clipboard of the page while a test runs; what stood there comes back after it. */
function clipboard(write: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } })
}

describe('wm-copy-button', () => {
  let written: string[] = []
  beforeEach(() => {
    written = []
    clipboard(async (text) => void written.push(text))
  })
  afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'))

  it('copies on a press of Enter, ticks, and tells what it copied', async () => {
    const button = await show<WmCopyButton>(html`<wm-copy-button value="wc:1" label="Copy"></wm-copy-button>`)
    const copied = heard(button, 'wm-copied')
    await press('Tab')
    await press('Enter')
    await waitUntil(() => copied.length > 0, 'nothing was told')
    await button.updateComplete
    expect(written).to.deep.equal(['wc:1'])
    expect(copied.map(({ value }) => value)).to.deep.equal(['wc:1'])
    expect(inner(button, 'wm-icon')).to.have.attribute('name', 'check')
    expect(inner(button, 'button')).to.have.class('copied')
  })

  it('takes its tick back after a while', async () => {
    const button = await show<WmCopyButton>(html`<wm-copy-button value="wc:1" label="Copy"></wm-copy-button>`)
    button.click()
    await waitUntil(() => inner(button, 'wm-icon').getAttribute('name') === 'check', 'no tick')
    await waitUntil(() => inner(button, 'wm-icon').getAttribute('name') === 'copy', 'the tick stays')
  })

  it('tells when the browser refuses, and ticks not', async () => {
    clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    const button = await show<WmCopyButton>(html`<wm-copy-button value="wc:1" label="Copy"></wm-copy-button>`)
    const [failed, copied] = [heard(button, 'wm-copy-failed'), heard(button, 'wm-copied')]
    button.click()
    await waitUntil(() => failed.length > 0, 'nothing was told')
    expect([failed.length, copied.length]).to.deep.equal([1, 0])
    expect(inner(button, 'wm-icon')).to.have.attribute('name', 'copy')
  })

  it('tells the same where the page has no clipboard', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
    const button = await show<WmCopyButton>(html`<wm-copy-button value="wc:1" label="Copy"></wm-copy-button>`)
    const failed = heard(button, 'wm-copy-failed')
    button.click()
    await waitUntil(() => failed.length > 0, 'nothing was told')
  })

  it('without a value cannot be pressed', async () => {
    const button = await show<WmCopyButton>(html`<wm-copy-button label="Copy"></wm-copy-button>`)
    button.click()
    expect(inner(button, 'button').disabled).to.equal(true)
    expect(written).to.deep.equal([])
    button.value = 'x'
    await button.updateComplete
    expect(inner(button, 'button').disabled).to.equal(false)
    button.disabled = true
    await button.updateComplete
    expect(inner(button, 'button').disabled).to.equal(true)
    expect(button).to.have.attribute('disabled')
  })

  it('is called by its label', async () => {
    const button = await show<WmCopyButton>(html`<wm-copy-button value="x" label="Copy link"></wm-copy-button>`)
    expect(textOf(inner(button, 'button'))).to.equal('Copy link')
  })

  it('as a chip says its label before what it shows, and has the icon behind', async () => {
    const button = await show<WmCopyButton>(
      html`<wm-copy-button variant="chip" value="x" label="Copy address"><span>0x12…78</span></wm-copy-button>`,
    )
    expect(button).to.have.attribute('variant', 'chip')
    expect(textOf(inner(button, '.visually-hidden'))).to.equal('Copy address')
    expect(inner(button, 'button').lastElementChild?.localName).to.equal('wm-icon')
    expect(inner(button, 'slot').assignedElements().map(textOf)).to.deep.equal(['0x12…78'])
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () =>
        html`<div>
          <wm-copy-button value="x" label="Copy link"></wm-copy-button>
          <wm-copy-button variant="quiet" value="x" label="Copy text"></wm-copy-button>
          <wm-copy-button variant="chip" value="x" label="Copy address"><span>0x12…78</span></wm-copy-button>
        </div>`,
    ))
})
