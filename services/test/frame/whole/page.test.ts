// The frame in a real browser, as it is built and served, embedded by another site: partitioned storage, policy, worker, screens.
import { verifyMessage, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test, onTestFinished } from 'vitest'
import type { Browser as Chromium, BrowserContext, Frame, Page } from 'playwright'
import { ar } from '../../../frame/messages-ar.js'
import { codeIn } from '../../embedded/support/frame.js'
import { compileServices } from '../../support/compiled.js'
import { engine } from '../../support/engines.js'
import { isBrowserMissing, openChromium, serveApp } from './browser.js'
import { approveDevice, openWorld, type World } from './support.js'

const ADA = 'ada@example.org'
const hello = '0x68656c6c6f'

interface Embedded {
  readonly page: Page
  readonly frame: Frame
  /** What the browser has refused, by the policies of any document. */
  readonly reports: string[]
  ask(name: string, payload?: unknown): Promise<{ payload?: never; error?: { code: string } }>
}

let chromium: Awaited<ReturnType<typeof openChromium>>
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  if (isBrowserMissing) return
  await compileServices()
  chromium = await openChromium()
  app = await serveApp()
})
afterAll(async () => {
  if (isBrowserMissing) return
  await chromium.close()
  await app.close()
})

async function embed(context: BrowserContext, world: World, query = '', by = app): Promise<Embedded> {
  const page = await context.newPage()
  const reports: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|Refused|violat/i.test(message.text())) reports.push(message.text())
  })
  page.on('pageerror', (error) => reports.push(String(error)))
  await page.goto(by.urlFor(world.url).replace('version%3D4', `version%3D4${encodeURIComponent(query)}`))
  await page.evaluate('window.ready')
  const frame = page.frames().find((one) => one.url().startsWith(world.url))
  if (!frame) throw new Error('there is no frame')
  return {
    page,
    frame,
    reports,
    ask: (name, payload) =>
      page.evaluate(([asked, sent]) => (window as unknown as { ask(...of: unknown[]): Promise<never> }).ask(asked, sent), [
        name,
        payload,
      ] as const),
  }
}

async function contextOf(browser: Chromium, options: Parameters<Chromium['newContext']>[0] = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  return context
}

async function logIn(world: World, { ask }: Embedded): Promise<{ address: Hex }> {
  const started = await ask('CONNECT_EMAIL', { email: ADA })
  if ((started.payload as unknown as { action: string }).action === 'VERIFY_DEVICE') {
    const waiting = ask('CONNECT_DEVICE')
    await approveDevice(world, ADA)
    expect(await waiting).not.toHaveProperty('error')
  }
  expect(await ask('CONNECT_OTP', { otp: codeIn((await world.mails(ADA))[0]) })).not.toHaveProperty('error')
  const user = await ask('GET_USER')
  expect(user).not.toHaveProperty('error')
  return user.payload as unknown as { address: Hex }
}

/** Presses a button as a person does: goes there with the mouse, looks, and presses. */
async function press(frame: Frame, selector: string): Promise<void> {
  const button = frame.locator(selector)
  await button.hover({ force: true })
  await button.and(frame.locator(':enabled:not([aria-disabled="true"])')).waitFor()
  await button.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800))) // for so long a mouse must have been there, by the clock of the frame
  await button.click()
}

test.skipIf(isBrowserMissing)(
  'cross-site: logs in, keeps keys that cannot be exported, signs what was approved, and breaks no policy',
  async () => {
    const world = await openWorld(engine)
    const context = await contextOf(chromium.browser)
    const embedded = await embed(context, world)
    const { address } = await logIn(world, embedded)
    const kept = await embedded.frame.evaluate(async () => {
      const opening = indexedDB.open('wallet-frame')
      const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
      const request = database.transaction('kept').objectStore('kept').get('device')
      const { signing, wrapping } = await new Promise<{ signing: CryptoKeyPair; wrapping: CryptoKey }>(
        (resolve) => (request.onsuccess = () => resolve(request.result as never)),
      )
      database.close()
      const { localStorage, document } = window
      return {
        keys: [signing.privateKey.extractable, wrapping.extractable],
        local: localStorage.length,
        cookie: document.cookie,
      }
    })
    expect(kept).toEqual({ keys: [false, false], local: 0, cookie: '' })

    const signing = embedded.ask('RPC_REQUEST', { method: 'personal_sign', params: [hello, address] })
    await press(embedded.frame, 'button.approve')
    const signature = (await signing).payload as unknown as Hex
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    await expect
      .poll(() =>
        embedded.page.evaluate('window.heard.filter(({ type }) => type.endsWith("SURFACE")).map(({ payload }) => payload.shown)'),
      )
      .toEqual([true, false])

    // A second tab, and a reload, go on where it was; signing out ends both.
    const other = await embed(context, world)
    expect(await other.ask('IS_CONNECTED')).toEqual({ payload: { isConnected: true } })
    expect(await embedded.ask('SIGN_OUT')).not.toHaveProperty('error')
    await expect.poll(() => other.ask('IS_CONNECTED')).toEqual({ payload: { isConnected: false } })
    expect([...embedded.reports, ...other.reports]).toEqual([])
  },
)

test.skipIf(isBrowserMissing)('a browser that keeps nothing says so, and works until the page is closed', async () => {
  // attack 31
  const world = await openWorld(engine)
  const context = await contextOf(chromium.browser)
  await context.addInitScript(() => {
    if (window !== window.top)
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  const embedded = await embed(context, world)
  const logged = logIn(world, embedded)
  await embedded.frame.getByRole('heading', { name: 'This browser does not keep the wallet' }).waitFor()
  await press(embedded.frame, 'button')
  const { address } = await logged
  const signing = embedded.ask('RPC_REQUEST', { method: 'personal_sign', params: [hello, address] })
  await press(embedded.frame, 'button.approve')
  expect(await signing).not.toHaveProperty('error')
  expect(embedded.reports).toEqual([])
})

test.skipIf(isBrowserMissing)(
  'sealed: the recovery code is shown, in the language and mode of the page, and needs the tick',
  async () => {
    const world = await openWorld(engine, { recovery: 'sealed-required' })
    const context = await contextOf(chromium.browser)
    const embedded = await embed(context, world, '&locale=de')
    await embedded.ask('SYNC_THEME', {
      themeMode: 'dark',
      themeVariables: { '--wm-accent': '#ff8800', '--wm-text': '#16181d' },
    })
    const logged = logIn(world, embedded)
    const { frame } = embedded
    await frame.getByRole('heading', { name: 'Notieren Sie Ihren Wiederherstellungscode' }).waitFor()
    expect(
      await frame.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.dir,
        document.documentElement.dataset['mode'],
      ]),
    ).toEqual(['de', 'ltr', 'dark'])
    expect(await frame.evaluate(() => document.documentElement.style.cssText)).toBe(
      '--wm-accent: #ff8800; --wm-on-accent: #000000;',
    )
    expect(await frame.locator('output').textContent()).toMatch(/^[\w-]{42}$/)
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    // A script of the page cannot press what a person has to.
    await frame.evaluate(() => document.querySelector<HTMLButtonElement>('button.main')?.click())
    await press(frame, 'button.main')
    expect(await frame.getByRole('checkbox').evaluate((box) => box === document.activeElement)).toBe(true)
    await frame.getByRole('checkbox').check()
    await press(frame, 'button.main')
    expect((await logged).address).toMatch(/^0x/)
    expect(embedded.reports).toEqual([])
  },
)

test.skipIf(isBrowserMissing)(
  'a second app of the same site learns who is signed in once the visitor lets it in, here in Arabic',
  async () => {
    const world = await openWorld(engine)
    const context = await contextOf(chromium.browser)
    const { address } = await logIn(world, await embed(context, world))
    const other = await serveApp()
    onTestFinished(() => other.close())
    const embedded = await embed(context, world, '&locale=ar', other)
    const { frame } = embedded
    expect(await embedded.ask('IS_CONNECTED')).toEqual({ payload: { isConnected: false } })
    const refused = embedded.ask('GET_USER')
    const heading = frame.getByRole('heading')
    await heading.waitFor()
    expect(await heading.textContent()).toContain(other.origin)
    expect(await frame.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['ar', 'rtl'])
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await frame.locator('.label').textContent()).toBe(ar.assistedLabel)
    await frame.getByRole('button', { name: ar.refuse }).click()
    expect(await refused).toMatchObject({ error: { code: 'NOT_CONNECTED' } })
    const allowed = embedded.ask('GET_USER')
    await press(frame, 'button.main')
    expect(await allowed).toMatchObject({ payload: { address } })
    expect(await embedded.ask('IS_CONNECTED')).toEqual({ payload: { isConnected: true } })
    expect(embedded.reports).toEqual([])
  },
)

test.skipIf(isBrowserMissing)(
  'a code is worth nothing five minutes after it was made, and a new one leads to the wallet',
  async () => {
    const world = await openWorld(engine)
    const context = await contextOf(chromium.browser)
    // The time of the browser passes as that of the services does.
    await context.addInitScript(() => {
      const { now } = Date
      let passed = 0
      Date.now = () => now() + passed
      Object.assign(window, { later: (ms: number) => (passed += ms) })
    })
    const embedded = await embed(context, world)
    const later = async (ms: number) => {
      world.later(ms)
      await embedded.frame.evaluate(`later(${ms})`)
    }
    expect(await embedded.ask('CONNECT_EMAIL', { email: ADA })).toMatchObject({ payload: { action: 'VERIFY_DEVICE' } })
    const approved = embedded.ask('CONNECT_DEVICE')
    await approveDevice(world, ADA)
    expect(await approved).not.toHaveProperty('error')
    const code = codeIn((await world.mails(ADA))[0])
    await later(5 * 60_000)
    expect(await embedded.ask('CONNECT_OTP', { otp: code })).toMatchObject({ error: { code: 'OTP_EXPIRED' } })
    expect(await embedded.ask('IS_CONNECTED')).toEqual({ payload: { isConnected: false } })
    const { address } = await logIn(world, embedded)
    expect(address).toMatch(/^0x/)
    expect(codeIn((await world.mails(ADA))[0])).not.toBe(code)
    expect(embedded.reports).toEqual([])
  },
)

test.skipIf(isBrowserMissing)('a project that is not known, and a page that is not on the list, have no frame', async () => {
  const world = await openWorld(engine, { allowLoopback: false })
  const context = await contextOf(chromium.browser)
  const page = await context.newPage()
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(app.urlFor(world.url))
  await refused
  expect(await page.evaluate('Promise.race([window.ready.then(() => true), Promise.resolve(false)])')).toBe(false)
})
