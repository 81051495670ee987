// The controls together, by a real pointer: contrast in either theme, the order of Tab, what a press does. Each element by itself: test/card.
import { html } from 'lit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../../src/elements/primitives/button.js'
import '../../../src/elements/primitives/checkbox.js'
import '../../../src/elements/primitives/copy-button.js'
import '../../../src/elements/primitives/icon-button.js'
import '../../../src/elements/primitives/icon.js'
import '../../../src/elements/primitives/row.js'
import '../../../src/elements/primitives/search-field.js'
import '../../../src/elements/primitives/tabs.js'
import '../../../src/elements/primitives/text-field.js'
import { focused } from '../../support/modal-page.js'
import { clearPlaces, inner, settled, themed } from '../../support/themed.js'

afterEach(() => {
  clearPlaces()
  vi.restoreAllMocks()
})

const all = html`
  <wm-button>Continue</wm-button>
  <wm-button variant="secondary">Cancel</wm-button>
  <wm-button variant="quiet">Skip</wm-button>
  <wm-button variant="danger">Disconnect</wm-button>
  <wm-button busy>Connecting</wm-button>
  <wm-button disabled>Disabled</wm-button>
  <wm-button href="https://example.org" target="_blank">Website</wm-button>
  <wm-icon-button name="close" label="Close"></wm-icon-button>
  <wm-text-field label="Email" hint="We send a code" error="Not an address" value="bad"></wm-text-field>
  <wm-search-field label="Search wallets" placeholder="Search" value="al" clearLabel="Clear"></wm-search-field>
  <wm-checkbox>I agree to the <a href="#terms">terms</a></wm-checkbox>
  <wm-copy-button value="x" label="Copy link"></wm-copy-button>
  <wm-copy-button variant="chip" value="x" label="Copy address"><span>0x12…345678</span></wm-copy-button>
  <wm-tabs label="Ways" .tabs=${['one', 'two'].map((id) => ({ id, label: id }))} selected="two"></wm-tabs>
  <ul class="group" role="list">
    <li>
      <wm-row label="Alpha" description="Two networks" meta="Last used" chevron
        ><wm-icon slot="icon" name="phone"></wm-icon
      ></wm-row>
    </li>
    <li><wm-row label="Bravo" current meta="Current"></wm-row></li>
    <li><wm-row label="Charlie" busy></wm-row></li>
    <li><wm-row label="Delta" disabled></wm-row></li>
    <li><wm-row label="Echo" href="https://example.org"></wm-row></li>
  </ul>
`

test('small tabs that do not fit into one row leave none alone in the next', async () => {
  const names = ['Ethereum', 'Solana', 'Bitcoin', 'Polkadot', 'Cosmos']
  const place = await themed(
    html`<wm-tabs compact label="Families" style="inline-size: 18em" .tabs=${names.map((id) => ({ id, label: id }))}></wm-tabs>`,
  )
  const tabs = [...place.querySelector('wm-tabs')!.shadowRoot!.querySelectorAll('button')]
  const rows = [...new Set(tabs.map((tab) => tab.offsetTop))]
  expect(rows.map((top) => tabs.filter((tab) => tab.offsetTop === top).length)).toEqual([3, 2])
})

test('every control is one tab stop with a ring of its own', async () => {
  const place = await themed(all)
  const stops: string[] = []
  for (let step = 0; step < 40; step++) {
    await userEvent.tab()
    const active = focused()
    if (active === null || active === document.body || active === document.documentElement) break
    stops.push(active.localName)
    const ring = [active, ...(active.parentElement ? [active.parentElement] : [])].some(
      (element) => getComputedStyle(element).outlineStyle === 'solid',
    )
    expect(ring, `focus ring of ${active.outerHTML.slice(0, 80)}`).toBe(true)
  }
  // 9 buttons and a link, 2 fields, a clear button, a checkbox and its link, a tab, 3 rows and a link; what is disabled is left out
  expect(stops.filter((name) => name === 'input')).toHaveLength(3)
  expect(stops).toHaveLength(19)
  expect(place.isConnected).toBe(true)
})

test('the clear button of a search field gives focus back to the input', async () => {
  const place = await themed(html`<wm-search-field label="Search" value="alp" clearLabel="Clear"></wm-search-field>`)
  const field = place.querySelector('wm-search-field')
  await userEvent.click(inner(field, 'button'))
  expect(field?.value).toBe('')
  expect(focused()).toBe(inner(field, 'input'))
})

test('a checkbox is ticked by its label and by Space', async () => {
  const changes: boolean[] = []
  const place = await themed(
    html`<wm-checkbox @wm-change=${(event: HTMLElementEventMap['wm-change']) => changes.push(event.checked)}
      >Certified only</wm-checkbox
    >`,
  )
  const box = place.querySelector('wm-checkbox')
  await userEvent.click(inner(box, 'label'))
  box?.focus()
  await userEvent.keyboard(' ')
  expect(changes).toEqual([true, false])
})

describe('the copy button', () => {
  test('copies, ticks, and tells', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const copied = vi.fn()
    const place = await themed(html`<wm-copy-button value="wc:1" label="Copy" @wm-copied=${copied}></wm-copy-button>`)
    await userEvent.click(inner(place.querySelector('wm-copy-button'), 'button'))
    await vi.waitFor(() => expect(copied).toHaveBeenCalledTimes(1))
    await settled(place)
    expect(write).toHaveBeenCalledWith('wc:1')
    expect(inner(place.querySelector('wm-copy-button'), 'wm-icon').getAttribute('name')).toBe('check')
  })

  test('tells when the browser refuses', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    const failed = vi.fn()
    const place = await themed(html`<wm-copy-button value="wc:1" label="Copy" @wm-copy-failed=${failed}></wm-copy-button>`)
    await userEvent.click(inner(place.querySelector('wm-copy-button'), 'button'))
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1))
  })
})

test('the picture of a disabled row has no colour, and that of another has', async () => {
  const place = await themed(
    html`<wm-row label="One" disabled><wm-icon slot="icon" name="grid"></wm-icon></wm-row>
      <wm-row label="Two"><wm-icon slot="icon" name="grid"></wm-icon></wm-row>`,
  )
  const filters = [...place.querySelectorAll('wm-icon')].map((icon) => getComputedStyle(icon).filter)
  expect(filters).toEqual(['grayscale(1) opacity(0.5)', 'none'])
})
