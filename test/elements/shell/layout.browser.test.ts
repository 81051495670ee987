// The closed button's place on the page: kept before its code is there, and never stretched by what is around it.
import { afterEach, expect, test } from 'vitest'
import layout from '../../../src/layout.css?raw'
import '../../../src/index.js'

afterEach(() => document.body.replaceChildren())

const entry = new URL('../../../src/index.ts', import.meta.url).href

/** A page of its own, in which the elements are not defined yet. */
async function blankPage(markup: string): Promise<Window & typeof globalThis> {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><style>${layout}</style>${markup}`
  frame.style.cssText = 'inline-size: 600px; block-size: 400px'
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  return frame.contentWindow as Window & typeof globalThis
}

test('P4: nothing on the page moves when the code of the button arrives', async () => {
  const page = await blankPage(
    '<p>before</p><wallet-connect-button></wallet-connect-button><span id="beside">beside</span><p id="below">below</p>',
  )
  const boxOf = (selector: string) => page.document.querySelector(selector)!.getBoundingClientRect().toJSON() as object
  const boxes = () => ['wallet-connect-button', '#beside', '#below'].map(boxOf)
  const before = boxes()
  expect(before[0]).toMatchObject({ width: 128, height: 44 })
  const script = Object.assign(page.document.createElement('script'), { type: 'module', src: entry })
  page.document.head.append(script)
  await page.customElements.whenDefined('wallet-connect-button')
  await expect.poll(() => page.document.querySelector('wallet-connect-button')?.shadowRoot?.querySelector('button')).toBeTruthy()
  expect(boxes()).toEqual(before)
})

test.each(['flex-direction: column', 'flex-direction: row; align-items: center', 'display: grid; align-items: start'])(
  'P4: the button keeps its own size where the page’s layout stretches what is in it (%s)',
  async (style) => {
    document.body.innerHTML = `<div style="display: flex; inline-size: 500px; block-size: 300px; ${style}"><wallet-connect-button></wallet-connect-button></div>`
    const host = document.querySelector('wallet-connect-button')!
    await host.updateComplete
    const size = (element: Element) => [element.getBoundingClientRect().width, element.getBoundingClientRect().height]
    expect(size(host)).toEqual([128, 44])
    expect(size(host.shadowRoot!.querySelector('button')!)).toEqual([128, 44])
  },
)

test('P4: a page that wants a wide button says so, and all of it can be pressed', async () => {
  document.body.innerHTML =
    '<style>wallet-connect-button { inline-size: 300px }</style><wallet-connect-button></wallet-connect-button>'
  const host = document.querySelector('wallet-connect-button')!
  await host.updateComplete
  expect(host.shadowRoot!.querySelector('button')!.getBoundingClientRect().width).toBe(300)
})
