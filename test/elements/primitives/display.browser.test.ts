// What primitives show: pictures from outside, states, and a QR code that a decoder can read from the pixels on the screen.
import { html } from 'lit'
import decodeQR from 'qr/decode.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/elements/primitives/avatar.js'
import '../../../src/elements/primitives/badge.js'
import '../../../src/elements/primitives/banner.js'
import '../../../src/elements/primitives/empty-state.js'
import '../../../src/elements/primitives/error-state.js'
import '../../../src/elements/primitives/network-icon.js'
import '../../../src/elements/primitives/qr-code.js'
import '../../../src/elements/primitives/skeleton.js'
import '../../../src/elements/primitives/spinner.js'
import '../../../src/elements/primitives/wallet-icon.js'
import { inkOn, luminanceOf } from '../../../src/elements/primitives/tint.js'
import { clearPlaces, inner, settled, themed, violations } from '../../support/themed.js'

afterEach(() => {
  clearPlaces()
  vi.useRealTimers()
})

const picture =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><rect width='10' height='10' fill='%233355dd'/></svg>"
const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1790000000'

test.each(['dark', 'light'] as const)('axe finds nothing, %s', async (mode) => {
  const place = await themed(
    html`<wm-wallet-icon name="Alpha" .src=${picture}></wm-wallet-icon>
      <wm-wallet-icon name="Alpha" size="lg" state="declined"></wm-wallet-icon>
      <wm-network-icon name="Base"></wm-network-icon>
      <wm-avatar address="0x70997970C51812dc3A010C7d01b50e0d17dc79C8"></wm-avatar>
      ${(['info', 'success', 'warning', 'danger'] as const).map((variant) => html`<wm-banner variant=${variant}>Something to know</wm-banner>`)}
      ${(['neutral', 'accent', 'success', 'warning'] as const).map((variant) => html`<wm-badge variant=${variant}>Word</wm-badge>`)}
      <wm-spinner></wm-spinner><wm-skeleton></wm-skeleton>
      <wm-empty-state heading="Nothing here">Try another word.</wm-empty-state>
      <wm-error-state heading="It did not load" message="The server did not answer" retryLabel="Try again"></wm-error-state>
      <wm-qr-code .uri=${uri} label="A connection link"></wm-qr-code>`,
    mode,
  )
  expect(await violations(place)).toEqual([])
})

describe('a picture from outside', () => {
  test('is an <img> that sends no referrer, over a letter until it is there', async () => {
    const place = await themed(html`<wm-wallet-icon name="<b>alpha</b>" .src=${picture}></wm-wallet-icon>`)
    const icon = place.querySelector('wm-wallet-icon')
    const image = inner(icon, 'img')
    expect([image.referrerPolicy, image.alt]).toEqual(['no-referrer', ''])
    await vi.waitFor(() => expect(icon?.shadowRoot?.querySelector('.monogram')).toBeNull())
  })

  test.each(['javascript:alert(1)', 'data:text/html,<script>', 'file:///etc/passwd', 'x', ''])(
    'with the address %s is not even tried',
    async (src) => {
      const place = await themed(html`<wm-wallet-icon name="Alpha" .src=${src}></wm-wallet-icon>`)
      expect(place.querySelector('wm-wallet-icon')?.shadowRoot?.querySelector('img')).toBeNull()
      expect(inner(place.querySelector('wm-wallet-icon'), '.monogram').textContent.trim()).toBe('A')
    },
  )

  test('that does not come within two seconds gives way to the letter', async () => {
    const place = await themed(html`<wm-network-icon name="Base"></wm-network-icon>`)
    const icon = place.querySelector('wm-network-icon')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // A blocked load: the request is answered by nobody while time is held.
    if (icon) icon.src = 'https://192.0.2.1/never.png'
    await icon?.updateComplete
    expect(icon?.shadowRoot?.querySelector('img')).toBeInstanceOf(Element)
    vi.advanceTimersByTime(1999)
    await icon?.updateComplete
    expect(icon?.shadowRoot?.querySelector('img')).toBeInstanceOf(Element)
    vi.advanceTimersByTime(1)
    await icon?.updateComplete
    expect(icon?.shadowRoot?.querySelector('img')).toBeNull()
    expect(inner(icon ?? null, '.monogram').textContent.trim()).toBe('B')
  })

  test('that is broken gives way to the letter', async () => {
    const place = await themed(html`<wm-wallet-icon name="Élan" .src=${'data:image/png;base64,AAAA'}></wm-wallet-icon>`)
    const icon = place.querySelector('wm-wallet-icon')
    await vi.waitFor(() => expect(icon?.shadowRoot?.querySelector('img')).toBeNull())
    expect(inner(icon, '.monogram').textContent.trim()).toBe('É')
  })
})

test('the ink on every monogram colour reaches 4.5', () => {
  for (let hue = 0; hue < 360; hue++) {
    const ground = luminanceOf(hue, 58, 42)
    const ratio = inkOn(hue, 58, 42) === '#ffffff' ? 1.05 / (ground + 0.05) : (ground + 0.05) / 0.05
    expect(ratio, `hue ${hue}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('an address has one pattern, whatever the case of its checksum; another address has another', async () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const others = [address, address.toLowerCase(), '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
  const place = await themed(html`${others.map((value) => html`<wm-avatar address=${value}></wm-avatar>`)}`)
  const [one, same, other] = [...place.querySelectorAll('wm-avatar')].map((avatar) =>
    [...(avatar.shadowRoot?.querySelectorAll('rect') ?? [])]
      .map((rect) => `${rect.getAttribute('x')},${rect.getAttribute('y')},${rect.getAttribute('fill')}`)
      .join(' '),
  )
  expect(one).toBe(same)
  expect(one).not.toBe(other)
})

test('an error state offers another try once per click', async () => {
  const retried = vi.fn()
  const place = await themed(html`<wm-error-state heading="No" retryLabel="Try again" @wm-retry=${retried}></wm-error-state>`)
  inner(place.querySelector('wm-error-state'), 'wm-button').click()
  expect(retried).toHaveBeenCalledTimes(1)
})

describe('the QR code', () => {
  test.each([
    ['without a logo', undefined, 'light'],
    ['with a logo', picture, 'dark'],
  ] as const)('%s can be read from the pixels on the screen', async (_case, logo, mode) => {
    await page.viewport(1024, 800)
    const place = await themed(
      html`<wm-qr-code .uri=${uri} .logo=${logo} name="Alpha" label="A connection link"></wm-qr-code>`,
      mode,
    )
    place.style.width = '328px'
    const code = place.querySelector('wm-qr-code')
    await vi.waitFor(() => expect(code?.shadowRoot?.querySelector('path')).toBeInstanceOf(Element))
    if (logo) await vi.waitFor(() => expect(inner(inner(code, 'wm-wallet-icon'), 'img').className).toBe('shown'))
    const box = inner(code, '.code').getBoundingClientRect()
    expect(box.width).toBeGreaterThanOrEqual(280)
    const { base64 } = await page.screenshot({
      element: inner(code, '.code'),
      base64: true,
      save: true,
      path: `../../../.screens/qr-${mode}.png`,
    })
    expect(decodeQR(await pixelsOf(base64))).toBe(uri)
  })

  test('has four modules of white around it', async () => {
    const place = await themed(html`<wm-qr-code .uri=${uri} label="x"></wm-qr-code>`)
    const code = place.querySelector('wm-qr-code')
    await vi.waitFor(() => expect(code?.shadowRoot?.querySelector('path')).toBeInstanceOf(Element))
    const [x = 0, y = 0, width = 0] = (inner(code, 'svg').getAttribute('viewBox') ?? '').split(' ').map(Number)
    const path = inner(code, 'path').getBBox()
    expect([x, y]).toEqual([-4, -4])
    expect(width).toBe(path.width + 8)
  })

  test('shows the newest of two links, and nothing once there is none', async () => {
    const place = await themed(html`<wm-qr-code .uri=${'first'} label="x"></wm-qr-code>`)
    const code = place.querySelector('wm-qr-code')
    if (code) code.uri = uri
    await vi.waitFor(() => expect(code?.shadowRoot?.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(5000))
    if (code) code.uri = undefined
    await settled(place)
    await vi.waitFor(() => expect(code?.shadowRoot?.querySelector('path')).toBeNull())
  })
})

async function pixelsOf(base64: string) {
  const image = new Image()
  image.src = `data:image/png;base64,${base64}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height)
}
