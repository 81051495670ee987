// What primitives show: pictures from outside, states, and a QR code that a decoder can read from the pixels on the screen.
import { html, type TemplateResult } from 'lit'
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
import { tintOf } from '../../../src/elements/primitives/tint.js'
import { emulateMotion } from '../../support/emulate-motion.js'
import { clearPlaces, inner, settled, themed } from '../../support/themed.js'

afterEach(async () => {
  await emulateMotion('')
  clearPlaces()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const picture =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><rect width='10' height='10' fill='%233355dd'/></svg>"
const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1790000000'

describe('a picture from outside', () => {
  test('that does not come within two seconds gives way to the letter', async () => {
    // attack 52
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
})

describe('a letter in place of a picture', () => {
  test('stands on a calm ground, OKLCH .62/.09, and reaches a contrast of 4.5 whatever its hue', () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')!
    const luminance = (colour: string) => {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const hues = new Set<string>()
    for (let index = 0; index < 2_000; index++) {
      const { ground, ink } = tintOf(`Wallet ${index}`)
      hues.add(ground)
      expect(ground).toMatch(/^oklch\(0\.62 0\.09 \d+\)$/)
      expect((luminance(ground) + 0.05) / (luminance(ink) + 0.05), ground).toBeGreaterThanOrEqual(4.5)
    }
    expect(hues.size).toBeGreaterThan(340)
  })

  test('has the colours on it', async () => {
    const place = await themed(html`<wm-wallet-icon name="Alpha"></wm-wallet-icon>`)
    const letter = inner(place.querySelector('wm-wallet-icon'), '.monogram')
    await vi.waitFor(() => expect(letter.style.backgroundColor).toBe(tintOf('Alpha').ground))
  })
})

test.each(['light', 'dark'] as const)('a picture as white as the card has an edge of 8 %%, %s', async (mode) => {
  const white =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1' fill='white'/></svg>"
  const place = await themed(html`<wm-wallet-icon name="Alpha" .src=${white}></wm-wallet-icon>`, mode)
  const { borderTopWidth, borderTopColor, borderTopLeftRadius } = getComputedStyle(
    inner(place.querySelector('wm-wallet-icon'), 'img'),
  )
  expect([borderTopWidth, borderTopLeftRadius]).toEqual(['1px', '10px'])
  expect(borderTopColor).toMatch(/ 0\.08\)$/)
})

const widths = [180, 200, 232, 256, 280, 303.5, 328, 358, 480, 716]

describe('the QR code', () => {
  test.each(
    widths.flatMap((width) => [
      [width, 'no picture', undefined, 'light'] as const,
      [width, 'a picture', picture, 'dark'] as const,
    ]),
  )('%d px wide with %s can be read from the pixels on the screen', async (width, _case, logo, mode) => {
    await page.viewport(1024, 800)
    const { place, code } = await drawn(
      html`<wm-qr-code .uri=${uri} .logo=${logo} name="Alpha" label="A connection link"></wm-qr-code>`,
      mode,
    )
    place.style.width = `${width}px`
    if (logo) await vi.waitFor(() => expect(inner(inner(code, 'wm-wallet-icon'), 'img').className).toBe('shown'))
    await still(code)
    expect(decodeQR(await pixelsOf(inner(code, '.code')))).toBe(uri)
  })

  test('with a letter in the middle can be read, and the letter is as large as in a picture', async () => {
    const { place, code } = await drawn(
      html`<wm-qr-code .uri=${uri} logo="x" name="Alpha" label="A connection link"></wm-qr-code>`,
    )
    place.style.width = '328px'
    const icon = inner(code, 'wm-wallet-icon')
    await settled(place)
    expect(icon.getBoundingClientRect().width).toBeCloseTo(60, 0)
    expect(parseFloat(getComputedStyle(inner(icon, '.monogram')).fontSize)).toBeGreaterThan(24)
    await still(code)
    expect(decodeQR(await pixelsOf(inner(code, '.code')))).toBe(uri)
  })

  test('is never narrower than 280 px where there is room', async () => {
    const { place, code } = await drawn(html`<wm-qr-code .uri=${uri} label="x" style="--size: 100px"></wm-qr-code>`)
    place.style.width = '400px'
    expect(inner(code, '.code').getBoundingClientRect().width).toBe(280)
  })

  test('has an edge of one pixel and corners of sixteen, round modules of .35, and three eyes', async () => {
    const { code } = await drawn(html`<wm-qr-code .uri=${uri} label="x"></wm-qr-code>`)
    const { borderTopWidth, borderTopLeftRadius } = getComputedStyle(inner(code, '.code'))
    expect([borderTopWidth, borderTopLeftRadius]).toEqual(['1px', '16px'])
    // Twenty units to a module: a free corner is 7 of them.
    expect(inner(code, '.modules').getAttribute('d')).toMatch(/q7 0 7 7/)
    expect(inner(code, '.modules').getAttribute('transform')).toBe('scale(.05)')
    expect(inner(code, 'path').getAttribute('d')?.match(/M/g)).toHaveLength(3)
  })

  test('has four modules of white around it', async () => {
    const { code } = await drawn(html`<wm-qr-code .uri=${uri} label="x"></wm-qr-code>`)
    const [x = 0, y = 0, width = 0] = (inner(code, 'svg').getAttribute('viewBox') ?? '').split(' ').map(Number)
    const eyes = inner(code, 'path').getBBox()
    expect([x, y]).toEqual([-4, -4])
    expect(width).toBe(eyes.width + 8)
  })

  test('that is awaited shows its three eyes, where they will be, and no picture that is said', async () => {
    const place = await themed(html`<wm-qr-code label="x"></wm-qr-code>`)
    const code = place.querySelector('wm-qr-code')!
    const eyes = () => inner(code, 'path').getBoundingClientRect()
    const before = eyes()
    expect(inner(code, '.code').getAttribute('aria-hidden')).toBe('true')
    code.uri = uri
    await vi.waitFor(() => expect(code.shadowRoot?.querySelector('.modules')).toBeInstanceOf(Element))
    expect(Math.abs(eyes().width - before.width)).toBeLessThan(0.06 * before.width) // of a code some modules larger
    expect(inner(code, '.code').getAttribute('role')).toBe('img')
  })

  test('appears within 200 ms, from nothing to all', async () => {
    await emulateMotion('no-preference')
    const { code } = await drawn(html`<wm-qr-code .uri=${uri} label="x"></wm-qr-code>`)
    const path = inner(code, '.modules')
    const [fade] = path.getAnimations()
    fade!.pause()
    const sampled = [0, 50, 100, 150, 199].map((ms) => {
      fade!.currentTime = ms
      return Number(getComputedStyle(path).opacity)
    })
    expect(fade!.effect?.getTiming().duration).toBe(200)
    expect(sampled[0]).toBe(0)
    expect(sampled).toEqual([...sampled].sort((one, other) => one - other))
    expect(new Set(sampled).size).toBe(5)
    expect(sampled.at(-1)).toBeGreaterThan(0.98)
  })

  test('stands there at once for a visitor who wants less movement', async () => {
    await emulateMotion('reduce')
    const { code } = await drawn(html`<wm-qr-code .uri=${uri} label="x"></wm-qr-code>`)
    expect(inner(code, '.modules').getAnimations()).toEqual([])
    expect(getComputedStyle(inner(code, '.modules')).opacity).toBe('1')
  })

  test('that holds no more is faded, and is no picture any more', async () => {
    const { code } = await drawn(html`<wm-qr-code .uri=${uri} faded label="x"></wm-qr-code>`)
    expect(inner(code, '.code').getAttribute('aria-hidden')).toBe('true')
    expect(Number(getComputedStyle(inner(code, 'svg')).opacity)).toBeLessThanOrEqual(0.12)
  })

  test('shows the newest of two links, and nothing once there is none', async () => {
    const place = await themed(html`<wm-qr-code .uri=${'first'} label="x"></wm-qr-code>`)
    const code = place.querySelector('wm-qr-code')
    if (code) code.uri = uri
    const modules = () => code?.shadowRoot?.querySelector('.modules')
    await vi.waitFor(() => expect(modules()?.getAttribute('d')?.length).toBeGreaterThan(5000))
    if (code) code.uri = undefined
    await settled(place)
    await vi.waitFor(() => expect(modules()).toBeNull())
  })
})

async function drawn(template: TemplateResult, mode: 'dark' | 'light' = 'light') {
  const place = await themed(template, mode)
  const code = place.querySelector('wm-qr-code')!
  await vi.waitFor(() => expect(code.shadowRoot?.querySelector('.modules')).toBeInstanceOf(Element))
  await code.updateComplete
  return { place, code }
}

/** Nothing fades any more. */
async function still(code: Element) {
  await Promise.all(
    inner(code, '.modules')
      .getAnimations()
      .map(({ finished }) => finished),
  )
}

async function pixelsOf(element: Element) {
  const { base64 } = await page.screenshot({ element, base64: true, path: '../../../.screens/qr.png' })
  const image = new Image()
  image.src = `data:image/png;base64,${base64}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height)
}
