// The frame's own screens and its table in a real browser: what they say, who may press, and what a press does.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { en, type FrameLocale } from '../../../frame/messages.js'
import { ar } from '../../../frame/messages-ar.js'
import { de } from '../../../frame/messages-de.js'
import { createScreens } from '../../../frame/screens.js'
import { createStore, openTable, type FrameStore } from '../../../frame/store.js'
import { createSurface } from '../../../frame/surface.js'
import { applyTheme, readVariables } from '../../../frame/theme.js'

const ending: AbortController[] = []
beforeEach(() => page.viewport(360, 600))
afterEach(async () => {
  for (const each of ending.splice(0)) each.abort()
  vi.restoreAllMocks()
  document.documentElement.removeAttribute('lang')
  document.documentElement.removeAttribute('dir')
  await page.viewport(1024, 800)
})

function open(locale: FrameLocale = 'en', store?: FrameStore) {
  const end = new AbortController()
  ending.push(end)
  const shown: boolean[] = []
  const surface = createSurface((isShown) => shown.push(isShown))
  const screens = createScreens({ document, surface, locale: () => locale, canShow: () => true, store })
  return { screens, shown, signal: end.signal, end }
}
const screen = () => vi.waitUntil(() => document.querySelector<HTMLElement>('main.screen'))
async function find<E extends Element>(selector: string): Promise<E> {
  const root = await screen()
  const found = root.querySelector<E>(selector)
  if (!found) throw new Error(`no ${selector}`)
  return found
}
/** The button that means something works, and the mouse has been over the page for as long. */
async function armed(): Promise<HTMLButtonElement> {
  const button = await find<HTMLButtonElement>('button.main')
  await userEvent.hover(await find('h1'))
  await vi.waitUntil(() => !button.disabled)
  return button
}
/** A press counts only after a moment, which a busy machine makes longer: as a person does, it is pressed again. */
async function press(button: Element): Promise<void> {
  await expect
    .poll(
      async () => {
        if (button.isConnected) await userEvent.click(button)
        return button.isConnected
      },
      { interval: 300 },
    )
    .toBe(false)
}

test('consent is given by a person who could see the screen, and refused by the button with the focus', async () => {
  // attacks 76, 77
  const { screens, shown, signal } = open()
  const about = { origin: 'https://app.example', user: 'ada@example.org', mode: 'assisted' } as const
  const asked = screens.askConsent(about, signal)
  const root = await screen()
  expect(root.textContent).toContain('https://app.example')
  expect(root.textContent).toContain('ada@example.org')
  expect(root.textContent).toContain(en.assistedLabel)
  const allow = await find<HTMLButtonElement>('button.main')
  expect(document.activeElement?.textContent).toBe(en.refuse)
  allow.disabled = false
  allow.click() // a script is nobody
  ;(document.activeElement as HTMLElement).click()
  expect(root.isConnected).toBe(true)
  // A second question waits for the first.
  const second = screens.askConsent({ ...about, user: undefined, mode: undefined }, signal)
  expect(document.querySelectorAll('main.screen')).toHaveLength(1)
  await press(await armed())
  expect(await asked).toBe(true)
  await vi.waitUntil(() => document.querySelector('main.screen')?.textContent.includes(en.consentBodyUnnamed))
  expect((await screen()).textContent).not.toContain(en.assistedLabel)
  await userEvent.click(await find('button'))
  expect(await second).toBe(false)
  expect(shown.at(0)).toBe(true)
  expect(shown.at(-1)).toBe(false)
})

test('a phrase that is chosen with the first consent stands on every screen, and is not asked for again', async () => {
  // attack 78
  const store = createStore()
  const { screens, signal } = open('en', store)
  const about = { origin: 'https://app.example', user: undefined, mode: 'sealed' } as const
  const refused = screens.askConsent(about, signal)
  await userEvent.fill(await find('input'), 'not this one')
  await userEvent.click(await find('button'))
  expect([await refused, await store.get('phrase')]).toEqual([false, undefined])
  const asked = screens.askConsent(about, signal)
  await vi.waitUntil(() => document.querySelector('main.screen input'))
  await userEvent.fill(await find('input'), '  amber <b>fox</b> ')
  await press(await armed())
  expect(await asked).toBe(true)
  const entering = screens.askCode(async () => true, signal)
  await vi.waitUntil(() => document.querySelector('main.screen')?.textContent.includes('amber <b>fox</b>'))
  expect(document.querySelector('main.screen b')).toBeNull()
  await userEvent.click(await find('.actions button'))
  expect(await entering).toBe(false)
  void screens.askConsent(about, signal).catch(() => undefined)
  await vi.waitUntil(() => document.querySelector('main.screen')?.textContent.includes('amber'))
  expect((await screen()).querySelector('input')).toBeNull()
})

test('what a page or a person is called is text on a screen', async () => {
  // attack 53
  const { screens, signal, end } = open('ar')
  const name = '<img src=x onerror=alert(1)>'
  const asked = screens.askConsent({ origin: 'https://app.example', user: name, mode: 'sealed' }, signal)
  const root = await screen()
  expect(root.querySelector('img')).toBeNull()
  expect(root.textContent).toContain(name)
  expect(root.textContent).toContain(ar.sealedLabel)
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
  end.abort()
  await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
  expect(document.querySelector('main.screen')).toBeNull()
})

test('a recovery code is copied, printed, and written down with a tick', async () => {
  const { screens, signal } = open()
  const copied = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new Error('no'))
  const printed = document.implementation.createHTMLDocument()
  const popup = Object.assign(new EventTarget(), { document: printed, print: vi.fn(), close: vi.fn() })
  const opened = vi
    .spyOn(window, 'open')
    .mockReturnValueOnce(popup as unknown as Window)
    .mockReturnValueOnce(null)
  const code = 'AAAA-BBBB'
  let isDone = false
  const done = screens.showCode(code, signal).then(() => (isDone = true))
  expect((await find('output')).textContent).toBe(code)
  const [copy, print] = [...(await screen()).querySelectorAll('.tools button')]
  const status = await find('[role=status]')
  for (const said of [en.copied, en.copyFailed]) {
    await userEvent.click(copy!)
    await expect.poll(() => status.textContent).toBe(said)
  }
  expect(copied).toHaveBeenCalledWith(code)
  status.textContent = ''
  await userEvent.click(print!)
  expect(printed.body.textContent).toContain(code)
  expect(popup.print).toHaveBeenCalledOnce()
  popup.dispatchEvent(new Event('afterprint'))
  expect(popup.close).toHaveBeenCalledOnce()
  await userEvent.click(print!)
  expect(opened).toHaveBeenCalledTimes(2)
  expect(status.textContent).toBe(en.copyFailed) // a popup that was blocked
  const proceed = await armed()
  const box = await find<HTMLInputElement>('input[type=checkbox]')
  // Without the tick the button goes to it.
  await expect
    .poll(
      async () => {
        await userEvent.click(proceed)
        return document.activeElement === box
      },
      { interval: 300 },
    )
    .toBe(true)
  expect(isDone).toBe(false)
  await userEvent.click(box)
  await press(proceed)
  await done
})

test('a recovery code that is not written down makes no wallet', async () => {
  const { screens, signal } = open()
  const refused = expect(screens.showCode('AAAA', signal)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  const cancel = await vi.waitUntil(() => document.querySelector('.actions button:not(.main)'))
  await userEvent.click(cancel)
  await refused
})

test('a typed code is checked until one is right; what fails is said', async () => {
  // attack 26
  const { screens, signal } = open()
  const answers = [() => Promise.resolve(false), () => Promise.reject(new Error('offline')), () => Promise.resolve(true)]
  const typed: string[] = []
  const asked = screens.askCode((code) => {
    typed.push(code)
    return answers.shift()!()
  }, signal)
  const input = await find<HTMLInputElement>('input')
  const failure = await find('[role=alert]')
  expect(document.activeElement).toBe(input)
  await userEvent.type(input, 'AAAA')
  await armed()
  for (const said of [en.enterWrong, en.enterFailed]) {
    await userEvent.type(input, '{Enter}')
    await expect.poll(() => failure.textContent).toBe(said)
  }
  await userEvent.type(input, 'BB{Enter}')
  expect(await asked).toBe(true)
  expect(typed).toEqual(['AAAA', 'AAAA', 'AAAABB'])
  const gaveUp = screens.askCode(async () => true, signal)
  await userEvent.click(await vi.waitUntil(() => document.querySelector('.actions button:not(.main)')))
  expect(await gaveUp).toBe(false)
})

test('that the browser keeps nothing is said until it is read', async () => {
  // attack 31
  const { screens, signal } = open('de')
  const told = screens.tellNotKept(signal)
  expect((await screen()).textContent).toContain(de.notKeptBody)
  await userEvent.click(await find('button'))
  await told
})

test('the table of the browser keeps keys that cannot be exported, by name', async () => {
  indexedDB.deleteDatabase('wallet-frame')
  const store = createStore(() => openTable(indexedDB))
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  await store.set('device', privateKey)
  await store.set('wallet:ada', { generation: 1 })
  await store.set('wallet:eve', { generation: 2 })
  const later = createStore(() => openTable(indexedDB))
  const kept = (await later.get('device')) as CryptoKey
  expect(kept.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('pkcs8', kept)).rejects.toThrow()
  await later.deleteAll('wallet:a')
  await store.delete('device')
  const last = createStore(() => openTable(indexedDB))
  expect([await last.get('wallet:ada'), await last.get('device'), await last.get('wallet:eve')]).toEqual([
    undefined,
    undefined,
    { generation: 2 },
  ])
  expect([store, later, last].map(({ isKept }) => isKept)).toEqual([true, true, true])
  // What cannot be stored is a refusal of the browser, and does not end the page.
  const lost = vi.fn()
  last.onLost(lost)
  await last.set('session', () => 'a function')
  expect(lost).toHaveBeenCalledOnce()
  expect(last.isKept).toBe(false)
})

test('a page’s theme sets its tokens on the root, and takes those of the last one away', () => {
  // attack 83
  const { style, dataset } = document.documentElement
  applyTheme(document, 'dark', readVariables({ '--wm-accent': '#ff0000', '--wm-evil': 'url(https://evil.example)' }))
  expect([dataset['mode'], style.getPropertyValue('--wm-accent'), style.getPropertyValue('--wm-evil')]).toEqual([
    'dark',
    '#ff0000',
    '',
  ])
  applyTheme(document, undefined, readVariables({ '--wm-radius-control': '4px' }))
  expect([style.getPropertyValue('--wm-accent'), style.getPropertyValue('--wm-radius-control')]).toEqual(['', '4px'])
  applyTheme(document, undefined, new Map())
  delete dataset['mode']
})
