// How the page `/wallet` looks, and what a press does: its views over pages and sections that are told what they know. `whole/wallet-page*.test.ts` has the real ones.
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { ApiError } from '../../../frame/api.js'
import type { PageContext } from '../../../frame/page/context.js'
import type { MailCode } from '../../../frame/page/mail-code.js'
import { en } from '../../../frame/page/messages.js'
import type { SignedIn, WalletPage } from '../../../frame/page/page.js'
import { sectionsOf } from '../../../frame/page/sections.js'
import { pageTextsFor } from '../../../frame/page/texts.js'
import { browserTools, type PageTools } from '../../../frame/page/tools.js'
import { createPageView } from '../../../frame/page/view.js'
import type { WireUser } from '../../../src/embedded/wire.js'

const WORDS = Array.from({ length: 24 }, (_, at) => `word${at}`).join(' ')
const CODE = 'AAAA-BBBB'
const NOW = Date.UTC(2030, 4, 6, 7, 8)

beforeEach(() => screen.viewport(320, 700))
afterEach(async () => {
  document.querySelectorAll('main').forEach((each) => each.remove())
  document.adoptedStyleSheets = []
  for (const name of ['lang', 'dir', 'data-mode']) document.documentElement.removeAttribute(name)
  await screen.viewport(1024, 800)
})

function codeOf(of: Partial<MailCode>): MailCode {
  const idle = { send: vi.fn(), submit: vi.fn(), restart: vi.fn(), close: vi.fn() }
  const none = { email: 'ada@example.org', matchCode: '42', failure: undefined, isBusy: false }
  return { purpose: 'login', step: 'code', ...none, ...idle, ...of }
}

/** A page that is told what it shows, and its view. */
function show(of: Partial<WalletPage>) {
  const root = document.createElement('main')
  document.body.append(root)
  const acts = { start: vi.fn(), open: vi.fn(), recover: vi.fn(), cancelCode: vi.fn(), signOut: vi.fn() }
  const nothing = { isLoading: false, failure: undefined, notice: undefined, code: undefined, signedIn: undefined }
  const page = { texts: en, locale: 'en' as const, ...nothing, ...acts, ...of }
  const draw = createPageView(root, page)
  draw()
  return { root, page, draw, set: (more: Partial<WalletPage>) => (Object.assign(page, more), draw()) }
}
const press = (name: string, at = 0) => userEvent.click(screen.getByRole('button', { name, exact: true }).nth(at))
const faults = async () => (await axe.run(document.querySelector('main') ?? document)).violations.map(({ id }) => id)

test('the page starts in a browser that knows nobody, and says so when the services do not answer', async () => {
  await import('../../../frame/page/main.js')
  const email = screen.getByLabelText(en.email)
  await expect.element(email).toBeVisible()
  expect(document.title).toBe(en.title)
  await userEvent.fill(email, 'ada@example.org')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('(SERVICES_UNAVAILABLE)')
  expect(await faults()).toEqual([])
})

test.each(['en', 'de', 'ar'] as const)('each step of a code in %s: what it says, and what its presses do', async (locale) => {
  const texts = await pageTextsFor(locale)
  expect(Object.keys(texts)).toEqual(Object.keys(en))
  const shown = show({ texts, locale, isLoading: true })
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual([locale, locale === 'ar' ? 'rtl' : 'ltr'])
  shown.set({ isLoading: false, failure: { code: 'OFFLINE' } })
  await press(texts.retry)
  expect(shown.page.start).toHaveBeenCalledOnce()
  const email = codeOf({ step: 'email', failure: { code: 'EMAIL_COOLDOWN', retryAfterMs: 12_000 } })
  shown.set({ failure: undefined, notice: 'ended', code: email })
  expect(document.activeElement).toBe(shown.root.querySelector('input'))
  expect(shown.root.textContent).toContain('12')
  await press(texts.send)
  expect(email.send).toHaveBeenCalledWith('ada@example.org')
  const device = codeOf({ step: 'device' })
  shown.set({ notice: undefined, code: device })
  expect(shown.root.querySelector('.number')?.textContent).toBe('42')
  await press(texts.otherAddress)
  await press(texts.resend)
  expect([device.restart, device.send].map((act) => vi.mocked(act).mock.calls.length)).toEqual([1, 1])
  const code = codeOf({ purpose: 'export' })
  shown.set({ code })
  await userEvent.keyboard('012345{Enter}')
  expect(code.submit).toHaveBeenCalledWith('012345')
  expect(await faults()).toEqual([])
  shown.set({ code: codeOf({ purpose: 'recover', step: 'email', failure: { code: 'OFFLINE' } }) })
  await press(texts.cancel)
  expect(shown.page.cancelCode).toHaveBeenCalledOnce()
})

const slot = (kind: 'device' | 'code' | 'assisted', isThisDevice = false) =>
  ({ slotId: `${kind}-slot-of-a-wallet`, kind, label: '', isThisDevice, createdAt: NOW, lastUsedAt: NOW }) as const

const addresses = { eip155: `0x${'a'.repeat(40)}`, solana: '1'.repeat(32), bip122: `bc1q${'q'.repeat(38)}` }
const userWith = (...kinds: ('device' | 'code' | 'assisted')[]): WireUser => ({
  userId: 'user-of-a-wallet-1',
  email: 'ada@example.org',
  provider: 'email',
  wallet: {
    walletId: 'wallet-of-a-user-1',
    mode: kinds.includes('assisted') ? 'assisted' : 'sealed',
    addresses,
    slots: kinds.map((kind) => slot(kind, kind === 'device')),
    createdAt: NOW,
  },
})

/** All sections over services that answer as they are told, and how often each was asked. */
function sectionWorld(user = userWith('device', 'assisted')) {
  const devices = ['this', 'other'].map((label, at) => {
    return { slotId: `device-${label}-0123456789`, label, current: at === 0, createdAt: NOW, lastUsedAt: NOW }
  })
  const asked: string[] = []
  const answers: Record<string, () => unknown> = {
    '/api/devices': () => ({ devices }),
    '/api/devices/remove': () => (devices.pop(), {}),
    '/api/consent/list': () => ({ consents: [{ appOrigin: 'https://app.example', at: NOW }] }),
    '/api/consent/remove': () => ({ consents: [] }),
    '/api/audit': () => ({ rows: [{ at: NOW, what: 'login', detail: 'https://app.example', browser: 'Firefox' }], next: '7' }),
    '/api/export': () => ({}),
    '/api/wallet/slots': () => ({ vault: {}, slots: [] }),
    '/api/wallet/rotate': () => {
      throw new ApiError('refused', 'held', 403)
    },
    '/api/slots/reserve': () => ({ slots: [{ slotId: 'new' }] }),
    '/api/slots/add': () => ({}),
  }
  const keyring = {
    exportMnemonic: async () => WORDS,
    exportKit: async () => '{}',
    rotate: async () => ({ vault: {}, slots: [] }),
    addSlot: async () => ({ slot: {}, vault: {}, recoveryCode: CODE }),
  }
  const hidden: (() => void)[] = []
  const copied: string[] = []
  const tools: PageTools = {
    copy: async (text) => {
      if (copied.push(text) > 1) throw new Error('not allowed')
    },
    download: vi.fn(),
    onHidden: (listener) => (hidden.push(listener), () => undefined),
    after: () => () => undefined,
  }
  const shown = show({})
  const context = {
    api: {
      async call(path: string) {
        asked.push(path)
        return answers[path]?.()
      },
    },
    wallet: { lock: async () => undefined },
    store: { delete: async () => undefined },
    screens: { showCode: async () => undefined },
    tools,
    user: () => user,
    refresh: async () => undefined,
    keys: async () => keyring,
    texts: en,
    locale: 'en',
    update: () => shown.set({ signedIn }),
    reauthenticate: async () => undefined,
    signal: new AbortController().signal,
  } as unknown as PageContext
  const sections = sectionsOf(context)
  const signedIn: SignedIn = { user, wallet: undefined, failure: undefined, isBusy: false, sections }
  const load = async () => {
    for (const section of sections) await section.load?.()
  }
  return {
    ...shown,
    answers,
    asked,
    hidden,
    copied,
    tools,
    load,
    told: (of: Partial<SignedIn>) => shown.set({ signedIn: { ...signedIn, ...of } }),
  }
}
const ready = { walletId: 'wallet-of-a-user-1', mode: 'assisted', addresses } as unknown as NonNullable<SignedIn['wallet']>

test('devices, apps and activity: a second press takes away, the focus stays where the press was', async () => {
  const { root, answers, asked, load, told } = sectionWorld()
  answers['/api/devices'] = () => {
    throw new ApiError('offline')
  }
  await load()
  expect(root.querySelector('#devices [role=alert]')?.textContent).toContain('(OFFLINE)')
  const gone = [{ slotId: 'device-gone-0123456789', label: '', current: false, createdAt: NOW, lastUsedAt: NOW }]
  answers['/api/devices'] = () => ({ devices: gone })
  await userEvent.click(root.querySelector('#devices button')!)
  await vi.waitUntil(() => root.querySelector('#devices li'))
  told({ wallet: ready })
  await press(`Remove \u2068${en.deviceUnnamed}\u2069`)
  await vi.waitUntil(() => document.activeElement?.id === 'devices-title')
  await press(en.cancel)
  await press(`Remove \u2068${en.deviceUnnamed}\u2069`)
  answers['/api/devices/remove'] = () => (gone.pop(), {})
  await press(en.remove)
  await vi.waitUntil(() => !root.querySelector('#devices li'))
  // Too new for another data key: ended at once all the same.
  expect(asked).toEqual(expect.arrayContaining(['/api/wallet/rotate', '/api/devices/remove']))
  expect(root.querySelector('#devices')?.textContent).toContain('was removed')
  await press('Remove \u2068https://app.example\u2069')
  await vi.waitUntil(() => root.querySelector('#apps')?.textContent.includes(en.appsNone))
  answers['/api/audit'] = () => ({ rows: [{ at: NOW, what: 'wallet_sealed', detail: 'assisted ' }] })
  await press(en.more)
  await vi.waitUntil(() => root.querySelectorAll('#activity li').length === 2)
  expect(root.querySelector('#activity')?.textContent).toContain(en.didSealed)
  expect(await faults()).toEqual([])
})

test('the words are not in the document before the press, nor after the page was left; a kit shows its code once', async () => {
  const { root, hidden, copied, tools, load, told } = sectionWorld()
  await load()
  told({ wallet: ready })
  const has = (text: string) => root.outerHTML.includes(text)
  expect(has('word7')).toBe(false)
  await press(en.reveal)
  await vi.waitUntil(() => has('word7'))
  await press(en.copy)
  await expect.element(screen.getByText(en.copied)).toBeVisible()
  expect(copied).toEqual([WORDS])
  expect(has('word7')).toBe(true)
  for (const listener of hidden) listener()
  expect(has('word7')).toBe(false)
  await press(en.reveal)
  await vi.waitUntil(() => has('word7'))
  await press(en.hide)
  expect(has('word7')).toBe(false)
  await press(en.saveKit)
  const output = await vi.waitUntil(() => root.querySelector('output'))
  expect(tools.download).toHaveBeenCalledWith('wallet-recovery-kit.json', '{}')
  const code = output.textContent
  await press(en.copy)
  await expect.element(screen.getByText(en.copyFailed)).toBeVisible()
  await press(en.written)
  expect(has(code)).toBe(false)
  expect(await faults()).toEqual([])
})

test('a recovery code, and sealing, which is asked twice and says when the device is too new', async () => {
  const bare = sectionWorld()
  await bare.load()
  expect(bare.root.textContent).toContain(en.assistedLabel)
  expect(bare.root.textContent).not.toContain(en.sealBody)
  await press(en.addCode)
  await vi.waitUntil(() => bare.asked.includes('/api/slots/add'))
  bare.root.remove()
  const { root, load } = sectionWorld(userWith('device', 'code', 'assisted'))
  await load()
  await press(en.seal)
  expect(root.textContent).toContain(en.sealAsk)
  await press(en.cancel)
  await press(en.seal)
  await press(en.seal)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('(DEVICE_TOO_NEW)')
})

test('why this device does not open the wallet yet, and what helps', async () => {
  const { root, page, told, load } = sectionWorld()
  await load()
  told({ failure: { code: 'SERVICES_UNAVAILABLE' } })
  await press(en.retry)
  told({ wallet: { ...ready, recovery: { mode: 'sealed' } } })
  await press(en.enterCode)
  told({ wallet: { ...ready, recovery: { mode: 'assisted', heldUntil: NOW } } })
  expect(root.textContent).toContain('2030')
  await press(en.retry)
  expect(page.open).toHaveBeenCalledTimes(3)
  told({ wallet: { ...ready, recovery: { mode: 'assisted' } } })
  expect(await faults()).toEqual([])
  await press(en.recover)
  expect(page.recover).toHaveBeenCalledOnce()
  await press(en.signOut)
  expect(page.signOut).toHaveBeenCalledOnce()
})

test('a browser copies, saves a file and tells when the page is left', async () => {
  const tools = browserTools(window)
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await tools.copy('a')
  expect(write).toHaveBeenCalledWith('a')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const made = vi.spyOn(URL, 'createObjectURL')
  tools.download('kit.json', '{}')
  expect([click.mock.calls.length, await (made.mock.calls[0]?.[0] as Blob).text()]).toEqual([1, '{}'])
  const left = vi.fn()
  const end = tools.onHidden(left)
  window.dispatchEvent(new Event('blur'))
  document.dispatchEvent(new Event('visibilitychange')) // still to be seen
  end()
  window.dispatchEvent(new Event('blur'))
  expect(left).toHaveBeenCalledOnce()
  await new Promise<void>((resolve) => void tools.after(1, resolve))
  vi.restoreAllMocks()
})
