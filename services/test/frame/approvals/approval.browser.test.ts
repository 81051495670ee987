// Approvals on a page: when their buttons work, who may press them, how they read. Covers are seen in Chromium alone (Intersection Observer v2).
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { approvalOf as approvalOfState } from '../../../../demo/approvals/approval.js'
import { states } from '../../../../demo/approvals/requests.js'
import { focused, frames } from '../../../../test/support/modal-page.js'
import { violations } from '../../../../test/support/themed.js'
import { createApprovalStack, type ApprovalStackOptions, type Decision } from '../../../frame/approvals/stack.js'
import { ARMING_MS, canSeeCovers } from '../../../frame/approvals/view/arming.js'

const ending: AbortController[] = []
beforeEach(() => page.viewport(360, 600))
afterEach(async () => {
  vi.useRealTimers()
  for (const each of ending.splice(0)) each.abort()
  document.documentElement.removeAttribute('style')
  document.body.removeAttribute('style')
  document.querySelectorAll('.cover').forEach((cover) => cover.remove())
  await page.viewport(1024, 800)
})

const approvalOf = (state: string) => approvalOfState(states[state]!)

/** Asks for one state, and the mouse is over the page as it would be. Time passes only where the test lets it: a busy machine may take longer for a press. */
async function ask(state: string, options: Partial<ApprovalStackOptions> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const end = new AbortController()
  ending.push(end)
  const stack = createApprovalStack({ document, locale: 'en', theme: 'light', ...options })
  const decided = stack.ask(await approvalOf(state), end.signal)
  const settled: Decision[] = []
  decided.then(
    (decision) => settled.push(decision),
    () => undefined,
  )
  const screen = await vi.waitUntil(() => document.querySelector('wm-approval'))
  await screen.updateComplete
  const find = (selector: string): HTMLElement => {
    const found = screen.shadowRoot?.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`no ${selector}`)
    return found
  }
  await vi.waitUntil(() => screen.shadowRoot?.querySelector('.reject'))
  await userEvent.hover(find('h1'))
  const isOff = () => find('.approve').getAttribute('aria-disabled') === 'true'
  return { stack, decided, settled, screen, find, isOff, end }
}
/** As `ask`; the moment has just begun. */
async function askAtRest(state: string) {
  const asked = await ask(state)
  await vi.waitUntil(() => !asked.find('.status').textContent?.includes('not covered'))
  window.dispatchEvent(new Event('resize')) // begins it anew
  await asked.screen.updateComplete
  return asked
}
/** The buttons work, and the mouse has been over the page for a moment too. */
const armed = async (asked: { isOff(): boolean }) => {
  await vi.advanceTimersByTimeAsync(ARMING_MS)
  await vi.waitUntil(() => !asked.isOff())
}
/** Presses what says that it does not work yet. */
const press = (element: Element) => userEvent.click(element, { force: true })

test('the focus is on Reject, the buttons work after a moment and by a real press', async () => {
  // attack 77
  const asked = await askAtRest('send')
  expect(focused()).toBe(asked.find('.reject'))
  expect(asked.isOff()).toBe(true)
  await vi.advanceTimersByTimeAsync(ARMING_MS - 1)
  await asked.screen.updateComplete
  expect(asked.isOff()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  await asked.screen.updateComplete
  expect(asked.isOff()).toBe(false)
  await vi.advanceTimersByTimeAsync(ARMING_MS) // the mouse has its own moment
  await userEvent.click(asked.find('.approve'))
  expect(await asked.decided).toMatchObject({ outcome: 'approved', approval: { title: 'call.send' } })
  expect(asked.find('.status').textContent).toContain('Signing')
})

test('a press before that does nothing, then or later', async () => {
  // attack 77
  const asked = await askAtRest('send')
  await press(asked.find('.approve'))
  expect(asked.isOff()).toBe(true)
  expect(asked.settled).toEqual([])
  await vi.advanceTimersByTimeAsync(ARMING_MS)
  await asked.screen.updateComplete
  expect(asked.isOff()).toBe(false)
  expect(asked.settled).toEqual([])
})

test('presses of scripts count for nothing', async () => {
  // attack 77
  const asked = await ask('send')
  await armed(asked)
  for (const name of ['.approve', '.reject']) {
    asked.find(name).click()
    asked.find(name).dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
  }
  await frames()
  expect(asked.settled).toEqual([])
})

test('the second press of a double click, and a key that is held down, press nothing', async () => {
  // attack 77
  const asked = await ask('send')
  await armed(asked)
  const twice = vi.fn()
  asked.screen.addEventListener('wm-approve', twice)
  await userEvent.dblClick(asked.find('.approve'))
  expect(twice).toHaveBeenCalledTimes(1) // the first one
  asked.end.abort()
  await vi.waitUntil(() => !document.querySelector('wm-approval'))
  const other = await ask('send')
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true, composed: true })
  other.find('.reject').dispatchEvent(held)
  expect(held.defaultPrevented).toBe(true)
})

test('a frame that is pushed below the mouse at the last moment does not take the press', async () => {
  // attack 76
  const asked = await ask('send')
  await armed(asked)
  document.documentElement.dispatchEvent(new PointerEvent('pointerleave'))
  await userEvent.click(asked.find('.approve'))
  await frames()
  expect(asked.settled).toEqual([])
  await vi.advanceTimersByTimeAsync(ARMING_MS)
  await userEvent.click(asked.find('.approve'))
  expect(await asked.decided).toMatchObject({ outcome: 'approved' })
})

describe('a covered frame (Chromium)', () => {
  // attack 76
  test('this browser sees covers', () => {
    expect(canSeeCovers(window)).toBe(true)
  })
  test.each<[string, () => void]>([
    ['opacity', () => (document.body.style.opacity = '0.01')],
    ['scale', () => (document.body.style.transform = 'scale(0.5) rotate(1deg)')],
    ['blur', () => (document.documentElement.style.filter = 'blur(1px)')],
    [
      'a cover',
      () => {
        const cover = document.createElement('div')
        cover.className = 'cover'
        cover.style.cssText = 'position:fixed;inset:0;background:#fff;pointer-events:none'
        document.body.append(cover)
      },
    ],
  ])('%s disarms', async (_, change) => {
    // attack 76
    const asked = await ask('send')
    await armed(asked)
    change()
    await vi.waitUntil(() => asked.isOff())
    expect(asked.find('.status').textContent).toContain('not covered')
  })
  test('a small frame disarms, and arms again after a moment when it is large enough', async () => {
    // attack 76
    const asked = await ask('send')
    await armed(asked)
    await page.viewport(360, 300)
    await vi.waitUntil(() => asked.isOff())
    await page.viewport(360, 600)
    await armed(asked)
  })
})

test('a risky request needs a second consent, which another allowance takes back', async () => {
  // attack 69
  const asked = await ask('unlimited')
  await vi.waitUntil(() => asked.find('.status').textContent?.includes('decide now'))
  await press(asked.find('.approve'))
  expect(asked.find('.status').textContent).toContain('confirm first')
  const box = asked.find('.sure input') as HTMLInputElement
  box.click()
  await asked.screen.updateComplete
  expect([box.checked, asked.isOff()]).toEqual([false, true]) // not by a script
  await userEvent.click(box)
  await armed(asked)
  await userEvent.fill(asked.find('#amount'), '1,5')
  await userEvent.click(asked.find('form button'))
  await vi.waitUntil(() => asked.find('#amount').getAttribute('aria-invalid') === 'true')
  await userEvent.fill(asked.find('#amount'), '1.5')
  expect(asked.isOff()).toBe(false)
  const seen: boolean[] = []
  const watch = new MutationObserver(() => seen.push(asked.isOff()))
  watch.observe(asked.screen.shadowRoot!, { subtree: true, attributeFilter: ['aria-disabled'] })
  await userEvent.click(asked.find('form button'))
  await vi.waitUntil(() => asked.screen.approval?.risk === 'normal')
  await armed(asked)
  expect(seen).toContain(true)
  watch.disconnect()
  await userEvent.click(asked.find('.approve'))
  const decision = await asked.decided
  if (decision.outcome !== 'approved') throw new Error('rejected')
  expect(decision.approval.rows).toContainEqual({
    label: 'row.allowance',
    value: { type: 'amount', amount: 1_500_000n, decimals: 6, symbol: 'USDC' },
  })
  const { sign } = decision.approval
  expect(sign.type === 'evmTransaction' && BigInt(`0x${sign.transaction.data.slice(-64)}`)).toBe(1_500_000n)
})

test('each allowance of a batch has a form of its own, which changes this one alone and asks for another look', async () => {
  // attack 69
  const asked = await ask('batchUnlimited')
  const datas = () => {
    const { sign } = asked.screen.approval!
    return sign.type === 'evmTransactions' ? sign.transactions.map(({ data }) => BigInt(`0x${data.slice(-64)}`)) : []
  }
  const [endless, other, swapped] = datas()
  const apply = async (field: string, text: string) => {
    const form = asked.find(field).closest('form')!
    form.closest('details')!.open = true
    await userEvent.fill(asked.find(field), text)
    await userEvent.click(form.querySelector('button')!)
  }
  await apply('#amount1', 'nonsense')
  await vi.waitUntil(() => asked.find('#amount1').getAttribute('aria-invalid') === 'true')
  expect(asked.find('#amount').getAttribute('aria-invalid')).toBe('false')
  expect(asked.find('#amount1-hint').className).toBe('error')
  expect(asked.find('#amount-hint').className).toBe('hint')
  await apply('#amount', '250')
  await vi.waitUntil(() => asked.screen.approval?.risk === 'normal')
  await asked.screen.updateComplete
  expect(datas()).toEqual([250_000_000n, other, swapped])
  expect(asked.find('#amount1').getAttribute('aria-invalid')).toBe('false') // of another approval by now
  await apply('#amount1', '0.5')
  await vi.waitUntil(() => datas()[1] === 5n * 10n ** 17n)
  expect([datas()[0], endless]).toEqual([250_000_000n, 2n ** 256n - 1n])
})

test('Reject works at once, and by the keyboard', async () => {
  const asked = await ask('send')
  await userEvent.keyboard('{Enter}')
  expect(await asked.decided).toEqual({ outcome: 'rejected' })
  expect(document.querySelector('wm-approval')).toBeNull()
})

test('Tab goes through all that can be used, in the order of reading', async () => {
  const asked = await ask('thief')
  const walked: string[] = []
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}') // Reject is first: what is before it is read by going back
  for (let step = 0; step < 12 && focused() !== document.body && focused() !== null; step++) {
    const { localName, className, id } = focused() as HTMLElement
    walked.unshift(id || className.trim() || localName)
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    if (!asked.screen.contains(document.activeElement)) break
  }
  expect(walked.join(' ')).toMatch(/summary amount button summary input$/)
})

test('several requests are shown one after the other; what is aborted leaves', async () => {
  const surface = vi.fn()
  const asked = await ask('send', { onSurface: surface })
  const second = new AbortController()
  const more = [
    asked.stack.ask(await approvalOf('message'), second.signal),
    asked.stack.ask(await approvalOf('signIn'), asked.end.signal),
  ]
  await asked.screen.updateComplete
  expect(asked.find('.stack').textContent).toBe('Request 1 of 3')
  second.abort(new Error('Request was aborted'))
  await expect(more[0]).rejects.toThrow('Request was aborted')
  await vi.waitUntil(() => asked.find('.stack').textContent === 'Request 1 of 2')
  await userEvent.click(asked.find('.reject'))
  const next = await vi.waitUntil(() => document.querySelector('wm-approval'))
  await vi.waitUntil(() => next.shadowRoot?.querySelector('h1')?.textContent === 'Sign in')
  expect(next.shadowRoot?.querySelector('.stack')?.textContent).toBe('Request 2 of 2')
  expect(asked.stack.size).toBe(1)
  await userEvent.click(next.shadowRoot!.querySelector('.reject')!)
  expect(await more[1]).toEqual({ outcome: 'rejected' })
  expect(surface.mock.calls).toEqual([[true], [false]])
})

test.each([
  ['with its code', 'FAILED', 'That did not work (FAILED).'],
  ['of the network in words', 'OFFLINE', 'The network could not be reached. Close this, and try again when you are back online.'],
])('after approving, the screen tells of progress and of a failure %s', async (_what, code, text) => {
  const asked = await ask('send')
  await armed(asked)
  await userEvent.click(asked.find('.approve'))
  const decision = await asked.decided
  if (decision.outcome !== 'approved') throw new Error('rejected')
  const closed = decision.failed(code)
  await vi.waitUntil(() => asked.find('.status').textContent?.trim() === text)
  await userEvent.click(asked.find('.reject'))
  await closed
  expect(document.querySelector('wm-approval')).toBeNull()
})

test('texts of strangers are text', async () => {
  // attack 53
  const end = new AbortController()
  ending.push(end)
  const markup = '<img src=x onerror="globalThis.owned=1"><script>globalThis.owned=1</script>'
  const { request } = states['message']!
  const approval = await approvalOfState({ request: { ...request, params: [markup, request.account] } })
  void createApprovalStack({ document })
    .ask(approval, end.signal)
    .catch(() => undefined)
  const screen = await vi.waitUntil(() => document.querySelector('wm-approval'))
  const shown = await vi.waitUntil(() => screen.shadowRoot?.querySelector('pre'))
  expect(shown.textContent).toBe(markup)
  expect(screen.shadowRoot?.querySelector('img, script')).toBeNull()
  expect('owned' in globalThis).toBe(false)
})

test('amounts have the digits 0–9 in every language', async () => {
  // attack 87
  for (const locale of ['ar', 'de', 'fa', 'tr', 'not a tag']) {
    const asked = await ask('sendToken', { locale })
    expect(asked.find('.amount').textContent).toMatch(/^125[.,٫]5 USDC$/)
    asked.end.abort()
    await vi.waitUntil(() => !document.querySelector('wm-approval'))
  }
})

/** Which the states have in turn. */
const SIDES = [
  ['light', 'en'],
  ['dark', 'ar'],
] as const
test.each(Object.keys(states).map((state, index) => [state, ...(index % 2 === 0 ? SIDES[0] : SIDES[1])] as const))(
  'axe finds nothing in an approval, and it fits a phone: %s, %s, %s',
  async (state, theme, locale) => {
    const asked = await ask(state, { theme, locale })
    if (states[state]?.progress) asked.screen.progress = states[state].progress
    await vi.waitUntil(() => asked.find('.status').textContent !== '')
    vi.useRealTimers() // of which axe has some
    expect(await violations(asked.screen)).toEqual([])
    for (const width of [320, 360]) {
      await page.viewport(width, 600)
      expect(asked.find('main').scrollWidth, `${String(width)} px`).toBeLessThanOrEqual(width)
    }
  },
)
