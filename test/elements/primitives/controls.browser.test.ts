// The controls: what they do by mouse and keyboard, what they tell, and that axe has nothing against them in either theme.
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
import type { WmTabs } from '../../../src/elements/primitives/tabs.js'
import { focused } from '../../support/modal-page.js'
import { clearPlaces, inner, settled, themed, violations } from '../../support/themed.js'

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

test.each(['dark', 'light'] as const)('axe finds nothing in the controls, %s', async (mode) => {
  expect(await violations(await themed(all, mode))).toEqual([])
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

describe('a button', () => {
  test.each(['busy', 'disabled'])('that is %s swallows clicks, however they are made', async (attribute) => {
    const clicked = vi.fn()
    const place = await themed(
      html`<wm-button ?busy=${attribute === 'busy'} ?disabled=${attribute === 'disabled'} @click=${clicked}>Go</wm-button>`,
    )
    const button = place.querySelector('wm-button')
    button?.click()
    inner(button, 'button').click()
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(clicked).not.toHaveBeenCalled()
  })

  test('that becomes busy keeps focus, and says so', async () => {
    const place = await themed(html`<wm-button>Go</wm-button>`)
    const button = place.querySelector('wm-button')
    button?.focus()
    if (button) button.busy = true
    await settled(place)
    expect(focused()).toBe(inner(button, 'button'))
    expect(inner(button, 'button').getAttribute('aria-busy')).toBe('true')
    expect(button?.matches(':state(busy)')).toBe(true)
  })

  test('with an address is a link that gives nothing away', async () => {
    const place = await themed(html`<wm-button href="https://example.org/" target="_blank">Go</wm-button>`)
    const link = inner(place.querySelector('wm-button'), 'a')
    expect([link.href, link.target, link.rel]).toEqual(['https://example.org/', '_blank', 'noopener noreferrer'])
  })
})

test('a row is pressed by Enter and Space, and reports the native click once', async () => {
  const clicked = vi.fn()
  const place = await themed(html`<wm-row label="Alpha" @click=${clicked}></wm-row>`)
  place.querySelector('wm-row')?.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' ')
  expect(clicked).toHaveBeenCalledTimes(2)
})

test('a name from outside is text, never markup', async () => {
  const place = await themed(html`<wm-row label="<img src=x onerror=alert(1)>" .description=${'<b>bold</b>'}></wm-row>`)
  const row = place.querySelector('wm-row')
  expect(row?.shadowRoot?.querySelector('img, b')).toBeNull()
  expect(inner(row, '.label').textContent).toBe('<img src=x onerror=alert(1)>')
})

test('a text field tells what was typed, and ties label, hint and error to its input', async () => {
  const typed: string[] = []
  const place = await themed(
    html`<wm-text-field
      label="Email"
      hint="Hint"
      error="Wrong"
      @wm-input=${(event: HTMLElementEventMap['wm-input']) => typed.push(event.value)}
    ></wm-text-field>`,
  )
  const input = inner(place.querySelector('wm-text-field'), 'input')
  await userEvent.type(input, 'ab')
  expect(typed).toEqual(['a', 'ab'])
  expect(input.labels?.[0]?.textContent).toBe('Email')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-describedby')).toBe('error hint')
})

test('Escape empties a search field first, and only then reaches what is around it', async () => {
  const escaped = vi.fn()
  const typed: string[] = []
  const place = await themed(
    html`<div @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && escaped()}>
      <wm-search-field
        label="Search"
        value="alp"
        @wm-input=${(event: HTMLElementEventMap['wm-input']) => typed.push(event.value)}
      ></wm-search-field>
    </div>`,
  )
  place.querySelector('wm-search-field')?.focus()
  await userEvent.keyboard('{Escape}')
  expect([typed, escaped.mock.calls.length]).toEqual([[''], 0])
  await userEvent.keyboard('{Escape}')
  expect(escaped).toHaveBeenCalledTimes(1)
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

describe('tabs', () => {
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }))
  const mount = async (dir: 'ltr' | 'rtl') => {
    const chosen: string[] = []
    const place = await themed(
      html`<div dir=${dir}>
        <wm-tabs
          label="Ways"
          .tabs=${tabs}
          selected="a"
          @wm-select=${(event: HTMLElementEventMap['wm-select']) => chosen.push(event.value)}
        ></wm-tabs>
      </div>`,
    )
    const element = place.querySelector('wm-tabs') as WmTabs // rendered one line above
    element.focus()
    return { element, chosen }
  }

  test('are one stop; arrows, Home and End choose and move focus, around the ends', async () => {
    const { element, chosen } = await mount('ltr')
    await userEvent.keyboard('{ArrowRight}{End}{ArrowRight}{ArrowLeft}{Home}')
    expect(chosen).toEqual(['b', 'c', 'a', 'c', 'a'])
    await element.updateComplete
    expect([...element.renderRoot.querySelectorAll('button')].map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
    expect(focused()?.textContent.trim()).toBe('A')
  })

  test('turn the arrows around from right to left', async () => {
    const { chosen } = await mount('rtl')
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
    expect(chosen).toEqual(['b', 'a'])
  })
})

test('V4: the picture of a disabled row has no colour, and that of another has', async () => {
  const place = await themed(
    html`<wm-row label="One" disabled><wm-icon slot="icon" name="grid"></wm-icon></wm-row>
      <wm-row label="Two"><wm-icon slot="icon" name="grid"></wm-icon></wm-row>`,
  )
  const filters = [...place.querySelectorAll('wm-icon')].map((icon) => getComputedStyle(icon).filter)
  expect(filters).toEqual(['grayscale(1) opacity(0.5)', 'none'])
})
