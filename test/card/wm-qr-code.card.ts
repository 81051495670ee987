// <wm-qr-code>: a code that phones read. That the pixels on the screen can be read is tested with screenshots, in test/elements/primitives.
import '../../src/elements/primitives/qr-code.js'
import type { WmQrCode } from '../../src/elements/primitives/qr-code.js'
import { expect, expectAccessible, heard, html, inner, type Mode, show, waitUntil, within } from './support.js'

const uri = `wc:${'7f6e504b'.repeat(8)}@2?relay-protocol=irn&symKey=${'587d5484'.repeat(8)}&expiryTimestamp=1790000000`
const mount = async (template = html`<wm-qr-code .uri=${uri} label="A connection link"></wm-qr-code>`, mode: Mode = 'light') => {
  const code = await show<WmQrCode>(template, mode)
  await waitUntil(() => within(code, '.modules') !== null, 'there is no code')
  await code.updateComplete
  return code
}

describe('wm-qr-code', () => {
  it('is a picture that is called by its label', async () => {
    const field = inner(await mount(), '.code')
    expect(field).to.have.attribute('role', 'img')
    expect(field).to.have.attribute('aria-label', 'A connection link')
    expect(field).to.have.attribute('aria-hidden', 'false')
  })

  it('has four modules of white around it, and three eyes', async () => {
    const code = await mount()
    const [x = 0, y = 0, width = 0] = (inner(code, 'svg').getAttribute('viewBox') ?? '').split(' ').map(Number)
    expect([x, y]).to.deep.equal([-4, -4])
    expect(width).to.be.closeTo(inner(code, 'path').getBBox().width + 8, 0.01)
    expect(inner(code, 'path').getAttribute('d')?.match(/M/gu)).to.have.lengthOf(3)
  })

  it('is dark on white in the dark theme too', async () => {
    const code = await mount(undefined, 'dark')
    expect(getComputedStyle(inner(code, '.code')).backgroundColor).to.equal('rgb(255, 255, 255)')
  })

  it('that is awaited shows its eyes, and is no picture that is said', async () => {
    const code = await show<WmQrCode>(html`<wm-qr-code label="x"></wm-qr-code>`)
    expect(inner(code, '.code')).to.have.attribute('aria-hidden', 'true')
    expect(inner(code, '.code')).to.have.class('empty')
    expect(within(code, '.modules')).to.equal(null)
  })

  it('that holds no more is faded, and not said', async () => {
    const code = await mount()
    code.faded = true
    await code.updateComplete
    expect(inner(code, '.code')).to.have.attribute('aria-hidden', 'true')
    expect(inner(code, '.code')).to.have.class('faded')
  })

  it('shows the newest of two links, and nothing once there is none', async () => {
    const code = await show<WmQrCode>(html`<wm-qr-code .uri=${'first'} label="x"></wm-qr-code>`)
    code.uri = uri
    await waitUntil(() => (within(code, '.modules')?.getAttribute('d')?.length ?? 0) > 5000, 'the older code stands there')
    code.uri = undefined
    await waitUntil(() => within(code, '.modules') === null, 'the code stays')
  })

  it('tells that there will be no code for what is too long, and shows none', async () => {
    const code = await mount()
    const failures = heard(code, 'wm-failed')
    code.uri = 'x'.repeat(10_000)
    await waitUntil(() => failures.length > 0, 'it did not tell')
    await code.updateComplete
    expect(within(code, '.modules')).to.equal(null)
    expect(failures).to.have.lengthOf(1)
  })

  it('has the picture of the wallet in its middle', async () => {
    const code = await mount(html`<wm-qr-code .uri=${uri} logo="x" name="Alpha" label="x"></wm-qr-code>`)
    const middle = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [Math.round(left + width / 2), Math.round(top + height / 2)]
    }
    expect(middle(inner(code, 'wm-wallet-icon'))).to.deep.equal(middle(inner(code, '.code')))
    expect(inner(code, 'wm-wallet-icon').name).to.equal('Alpha')
  })

  it('is not mirrored where writing runs from right to left', async () => {
    const code = await mount(html`<wm-qr-code dir="rtl" .uri=${uri} label="x"></wm-qr-code>`)
    expect(getComputedStyle(inner(code, 'svg')).transform).to.equal('none')
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(() => html`<wm-qr-code .uri=${uri} label="A connection link"></wm-qr-code>`))
})
