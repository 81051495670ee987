// Both screens of an approval in a window: what stands in the frame for it, and what the window shows.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { context } from '../../../../demo/approvals/node.js'
import { states } from '../../../../demo/approvals/requests.js'
import { focused } from '../../../../test/support/modal-page.js'
import { violations } from '../../../../test/support/themed.js'
import { ApiError } from '../../../frame/api.js'
import { describeRequest } from '../../../frame/approvals/describe.js'
import { createApprovalStack } from '../../../frame/approvals/stack.js'
import { ARMING_MS } from '../../../frame/approvals/view/arming.js'
import { decode } from '../../../frame/encoding.js'
import type { Asked, Attempt, WindowEnd } from '../../../frame/popup/ask-window.js'
import { writeFragment } from '../../../frame/popup/fragment.js'
import { readAnswer, writeRequest } from '../../../frame/popup/request.js'
import { hashOf, newSecret, newWindowKeys, openAnswer, sealRequest } from '../../../frame/popup/seal.js'
import { windowScreens } from '../../../frame/popup/window-element.js'
import { decideInWindow } from '../../../frame/popup/window-page.js'

const ORIGIN = 'https://app.example.org'
const ending: AbortController[] = []
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }) // a press counts after a moment, which passes where a test lets it
  await page.viewport(360, 600)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const each of ending.splice(0)) each.abort()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('dir')
  document.documentElement.lang = 'en'
  await page.viewport(1024, 800)
})
const approvalOf = (state: string) => describeRequest(states[state]!.request, context, new AbortController().signal)

/** Attempts that a test answers. */
function attempts() {
  const all: { readonly url: string; readonly ended: string[]; answer(end: WindowEnd): void }[] = []
  const ask = (_asked: Asked, _signal: AbortSignal): Promise<Attempt> => {
    const ended: string[] = []
    let answer: (end: WindowEnd) => void = () => undefined
    const answered = new Promise<WindowEnd>((resolve) => (answer = resolve))
    const url = `https://wallet.example.org/approve#${all.length + 1}`
    all.push({ url, ended, answer: (end) => answer(end) })
    return Promise.resolve({ url, answered: () => answered, end: (outcome) => void ended.push(outcome) })
  }
  return { all, ask: vi.fn(ask) }
}

/** A stack whose risky approvals go elsewhere. */
async function ask(state = 'unlimited', { locale = 'en' } = {}) {
  const end = new AbortController()
  ending.push(end)
  const made = attempts()
  const screens = windowScreens(document, { projectId: 'demo', session: {} as never, api: { now: Date.now } })
  const elsewhere = async () => () => Object.assign(screens(), { ask: made.ask })
  const stack = createApprovalStack({ document, locale, theme: 'light', elsewhere })
  const approval = await approvalOf(state)
  const decided = stack.ask(approval, end.signal, ORIGIN)
  decided.catch(() => undefined)
  const screen = await vi.waitUntil(() => document.querySelector('wm-window'))
  const find = (selector: string) => screen.shadowRoot!.querySelector<HTMLElement>(selector)!
  await vi.waitUntil(() => find('.reject'))
  const status = () => find('.status').textContent?.trim() ?? ''
  const armed = async () => {
    await userEvent.hover(find('h1'))
    await vi.advanceTimersByTimeAsync(ARMING_MS)
    await vi.waitUntil(() => find('.approve').getAttribute('aria-disabled') === 'false')
  }
  return { ...made, stack, approval, decided, screen, find, status, armed, end }
}
const opens = (result: object | null) => vi.spyOn(window, 'open').mockReturnValue(result as Window | null)

test('a press opens the window, without an opener, and what it answers decides', async () => {
  // attacks 69, 77
  const opened = { opener: window }
  const open = opens(opened)
  const asked = await ask()
  expect(focused()).toBe(asked.find('.reject'))
  expect(asked.ask.mock.calls[0]?.[0]).toEqual({ origin: ORIGIN, locale: 'en', theme: 'light', approval: asked.approval })
  asked.find('.approve').click()
  expect(open, 'a script presses nothing').not.toHaveBeenCalled()
  await asked.armed()
  expect(asked.status()).toContain('wallet.example.org')
  await userEvent.click(asked.find('.approve'))
  expect(open.mock.calls[0]).toEqual([asked.all[0]!.url, '_blank', expect.stringContaining('popup')])
  expect(opened.opener).toBeNull()
  await vi.waitUntil(() => asked.status() === 'Decide in the other window.')
  asked.all[0]!.answer({ outcome: 'approved', approval: asked.approval })
  const decision = await asked.decided
  expect(decision).toMatchObject({ outcome: 'approved', approval: asked.approval })
  expect(asked.all[0]!.ended).toEqual(['approved'])
  await vi.waitUntil(() => asked.status().includes('Signing'))
  if (decision.outcome === 'approved') decision.done()
  expect(document.querySelector('wm-window')).toBeNull()
})

test('a blocked window is a link; one that was closed or whose time is over is opened anew with another address', async () => {
  const open = opens(null)
  const asked = await ask()
  await asked.armed()
  await userEvent.click(asked.find('.approve'))
  const link = await vi.waitUntil(() => asked.screen.shadowRoot?.querySelector('a.approve'))
  expect(link.getAttribute('href')).toBe(asked.all[0]!.url)
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(asked.status()).toContain('blocked')

  asked.all[0]!.answer({ outcome: 'closed' })
  await vi.waitUntil(() => asked.all.length === 2)
  expect(asked.all[0]!.ended).toEqual(['aborted'])
  expect(asked.status()).toContain('closed')
  open.mockReturnValue({ opener: null } as Window)
  await asked.armed()
  await userEvent.click(asked.find('.approve'))
  expect(open.mock.calls.at(-1)?.[0]).toBe(asked.all[1]!.url)
  asked.all[1]!.answer({ outcome: 'expired' })
  await vi.waitUntil(() => asked.status().includes('time'))
  asked.all[2]!.answer({ outcome: 'wrong' })
  await vi.waitUntil(() => asked.status().includes('Nothing was signed'))
  await userEvent.click(asked.find('.reject'))
  expect(await asked.decided).toEqual({ outcome: 'rejected' })
})

test('services that are away can be tried again, and an abort ends the attempt', async () => {
  const asked = await ask()
  asked.ask.mockRejectedValueOnce(new ApiError('offline'))
  asked.all[0]!.answer({ outcome: 'closed' })
  await vi.waitUntil(() => asked.status().includes('not reachable'))
  opens({ opener: null })
  await asked.armed()
  await userEvent.click(asked.find('.approve'))
  await vi.waitUntil(() => asked.all.length === 2)
  asked.end.abort()
  await expect(asked.decided).rejects.toThrow()
  await vi.waitUntil(() => asked.all[1]!.ended.length === 1)
  expect(asked.all[1]!.ended).toEqual(['aborted'])
})

test('of two requests the second waits, and a normal one is decided in the frame', async () => {
  const asked = await ask()
  const end = new AbortController()
  ending.push(end)
  const second = asked.stack.ask(await approvalOf('send'), end.signal, ORIGIN)
  second.catch(() => undefined)
  await vi.waitUntil(() => asked.find('.stack')?.textContent === 'Request 1 of 2')
  asked.all[0]!.answer({ outcome: 'rejected' })
  expect(await asked.decided).toEqual({ outcome: 'rejected' })
  expect(asked.all[0]!.ended).toEqual(['rejected'])
  await vi.waitUntil(() => document.querySelector('wm-approval'))
})

test.each(['en', 'de', 'ar'])('nothing is wider than the frame: %s', async (locale) => {
  const asked = await ask('unlimited', { locale })
  await page.viewport(320, 568)
  await asked.screen.updateComplete
  expect(asked.find('main').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr')
  expect(asked.screen.scrollWidth).toBeLessThanOrEqual(320)
})

/** A window over an API that a test answers. */
async function openWindow(
  state = 'unlimited',
  {
    locale = 'en',
    ...lies
  }: { locale?: string; appOrigin?: string; hash?: string; key?: string; turn?: number; failure?: ApiError } = {},
) {
  const approval = await approvalOf(state)
  const frame = await newWindowKeys()
  const secret = newSecret()
  const key = await hashOf(decode(frame.publicKey))
  const bytes = writeRequest({ origin: ORIGIN, locale, theme: 'light', isChanged: true, approval })
  const hash = await hashOf(bytes)
  const box = await sealRequest({ secret, turn: lies.turn ?? 0, key, hash }, bytes)
  const attempt = 'a'.repeat(22)
  const answers: { publicKey: string; box: { iv: string; data: string } }[] = []
  let tell: (said: { state: string }) => void = () => undefined
  const watched = new Promise<{ state: string }>((resolve) => (tell = resolve))
  const post = vi.fn(async (path: string, body: object): Promise<unknown> => {
    if (lies.failure) throw lies.failure
    if (path === '/api/approval/open')
      return {
        appOrigin: lies.appOrigin ?? ORIGIN,
        publicKey: frame.publicKey,
        hash: lies.hash ?? hash,
        box,
        leave: 'l'.repeat(43),
      }
    if (path === '/api/approval/watch') return watched
    answers.push(body as (typeof answers)[number])
    return {}
  })
  const fake = {
    document,
    customElements,
    navigator,
    location: { hash: writeFragment({ attempt, key: lies.key ?? key, hash, secret }), pathname: '/approve' },
    history: { replaceState: vi.fn() },
    fetch: vi.fn(async () => new Response()),
    addEventListener: vi.fn(),
    close: vi.fn(),
  }
  const done = decideInWindow({ window: fake as never, api: { post: post as never } })
  return {
    approval,
    fake,
    post,
    done,
    tell,
    said: async () => {
      const [answer] = answers
      if (!answer) return undefined
      const binding = { secret, attempt, turn: 0, hash, frame: frame.publicKey, window: answer.publicKey }
      const read = readAnswer(await openAnswer({ ...binding, privateKey: frame.privateKey }, answer.box))
      return { ...read, isThis: read.hash === hash }
    },
    text: () => document.querySelector('p[role=status]')?.textContent ?? '',
  }
}
const screenOf = async () => {
  const screen = await vi.waitUntil(() => document.querySelector('wm-approval'))
  const find = (selector: string) => screen.shadowRoot!.querySelector<HTMLElement>(selector)!
  await vi.waitUntil(() => find('.reject'))
  return { screen, find }
}

test('the window shows who asks and what, and passes on what a person presses after reading', async () => {
  // attacks 69, 76, 77
  const opened = await openWindow()
  const { find } = await screenOf()
  expect(opened.fake.history.replaceState).toHaveBeenCalledWith(null, '', '/approve')
  expect(find('header').textContent).toContain('app.example.org')
  expect(find('.risks').textContent).toContain('no limit')
  find('.approve').click()
  await userEvent.hover(find('h1'))
  await vi.advanceTimersByTimeAsync(ARMING_MS)
  await userEvent.click(find('.sure input'))
  await vi.advanceTimersByTimeAsync(ARMING_MS)
  await vi.waitUntil(() => find('.approve').getAttribute('aria-disabled') === 'false')
  expect(await opened.said()).toBeUndefined()
  await userEvent.click(find('.approve'))
  await opened.done
  expect(await opened.said()).toMatchObject({ outcome: 'approved', isThis: true })
  expect(opened.fake.close).toHaveBeenCalled()
  expect(opened.text()).toContain('passed on')
})

test('a rejection is passed on, and a request that is over goes away', async () => {
  const first = await openWindow()
  await userEvent.click((await screenOf()).find('.reject'))
  await first.done
  expect(await first.said()).toMatchObject({ outcome: 'rejected', isThis: true })
  const second = await openWindow()
  await screenOf()
  second.tell({ state: 'over' })
  await second.done
  expect(document.querySelector('wm-approval')).toBeNull()
  expect(second.text()).toContain('over')
  expect(await second.said()).toBeUndefined()
})

test.each([
  ['another page than in the request', { appOrigin: 'https://other.example.org' }],
  ['another hash than in the fragment', { hash: 'h'.repeat(43) }],
  ['another key than in the fragment', { key: 'k'.repeat(43) }],
  ['a request of another turn', { turn: 1 }],
])('the window refuses %s, draws nothing of it, and says that it is closed', async (_, lies) => {
  // attack 69
  const opened = await openWindow('unlimited', lies)
  await opened.done
  expect(opened.text()).toContain('changed on its way')
  expect(document.querySelector('wm-approval')).toBeNull()
  expect(opened.fake.fetch).toHaveBeenCalledWith('/api/approval/leave', expect.objectContaining({ keepalive: true }))
  expect(await opened.said()).toBeUndefined()
})

test('a window that is the second one, offline, or without a fragment, says so', async () => {
  const second = await openWindow('unlimited', { failure: new ApiError('refused', 'attempt', 410) })
  await second.done
  expect(second.text()).toContain('another window has it')
  const offline = await openWindow('unlimited', { failure: new ApiError('offline') })
  await offline.done
  expect(offline.text()).toContain('not reachable')
  await decideInWindow({
    window: { ...offline.fake, location: { hash: '', pathname: '/approve' } } as never,
    api: { post: vi.fn() },
  })
  expect(offline.text()).toContain('nothing to decide')
  vi.useRealTimers() // of which axe has some
  expect(await violations(document.querySelector('main')!)).toEqual([])
})

test.each(['de', 'ar'])('the window has the language of the frame: %s', async (locale) => {
  const opened = await openWindow('unlimited', { locale })
  const { screen } = await screenOf()
  expect(document.documentElement.dir).toBe(locale === 'ar' ? 'rtl' : 'ltr')
  vi.useRealTimers() // of which axe has some
  expect(await violations(screen)).toEqual([])
  opened.tell({ state: 'over' })
  await opened.done
})
