// The page `/wallet` without its looks, joined to the real services: logging in, and opening the wallet on a device that is new to it.
import { expect, test, vi } from 'vitest'
import { codeIn } from '../../embedded/support/frame.js'
import { engine } from '../../support/engines.js'
import { approveDevice, logIn, logInOn, openBrowser, openWorld, typeCode } from './support.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const EMAIL = 'ada@example.org'

test('a visitor logs in by mail, on a device that is approved first, and has the wallet that an app made', async () => {
  const world = await openWorld(engine)
  const { address } = await logIn(world, await openBrowser(world).tab())
  world.later(HOUR)
  const browser = openBrowser(world)
  const tab = await browser.walletPage()
  const { page } = tab
  await page.start()
  expect([page.code?.step, page.signedIn]).toEqual(['email', undefined])
  await page.code?.send('nonsense')
  expect(page.code?.failure?.code).toBe('EMAIL_INVALID')
  await page.code?.send(EMAIL)
  expect(page.code?.step).toBe('device')
  const [mail] = await world.mails(EMAIL)
  for (const told of [world.url, page.code?.matchCode ?? 'no number']) expect(mail?.text).toContain(told)
  await approveDevice(world, EMAIL)
  await vi.waitUntil(() => page.code?.step === 'code')
  await page.code?.submit('000')
  expect(page.code?.failure?.code).toBe('OTP_INVALID')
  await page.code?.submit(codeIn((await world.mails(EMAIL))[0]))
  expect(page.code).toBeUndefined()
  expect(page.signedIn?.wallet).toMatchObject({ addresses: { eip155: address } })
  expect(page.signedIn?.wallet?.recovery).toBeUndefined()
  expect(page.signedIn?.user.wallet?.slots.filter(({ kind }) => kind === 'device')).toHaveLength(2)
  // The wallet's own page is no app that was let in.
  const again = await browser.walletPage()
  await again.page.start()
  expect(again.page.signedIn?.user.email).toBe(EMAIL)
  const frame = await browser.tab()
  expect(await frame.frame.session.call('/api/consent/list', {})).toEqual({
    consents: [{ appOrigin: 'http://localhost:5173', at: expect.any(Number) as number }],
  })
})

test('no wallet is made here, and nothing is asked of one', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const tab = await browser.walletPage()
  await logInOn(world, tab, 'new@example.org')
  expect(tab.page.signedIn?.user.wallet).toBeUndefined()
  expect(tab.page.signedIn?.sections).toEqual([])
  expect(browser.called).not.toContain('/api/slots/reserve')
})

test('signing out here and the end of the session elsewhere take away what was shown', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  await logIn(world, await browser.tab())
  const tab = await browser.walletPage()
  await tab.page.start() // the session is there already
  expect(tab.page.signedIn?.user.email).toBe(EMAIL)
  await tab.page.signOut()
  expect([tab.page.signedIn, tab.page.notice, tab.page.code?.purpose]).toEqual([undefined, 'signedOut', 'login'])
  world.later(HOUR)
  await logInOn(world, tab)
  const other = await browser.walletPage()
  await other.page.start()
  await other.page.signOut()
  expect([tab.page.signedIn, tab.page.notice]).toEqual([undefined, 'ended'])
})

test('a new device waits for an older wallet; and one that lost its slot gets it back by another link', async () => {
  // attack 27
  const world = await openWorld(engine)
  await logIn(world, await openBrowser(world).tab())
  world.later(8 * DAY)
  const browser = openBrowser(world)
  const tab = await browser.walletPage()
  await logInOn(world, tab)
  const until = tab.page.signedIn?.wallet?.recovery?.heldUntil
  expect(until).toBeGreaterThan(world.now() + 23 * HOUR)
  await tab.page.open()
  expect(tab.page.signedIn?.wallet?.recovery?.heldUntil).toBe(until)
  world.later(25 * HOUR)
  await tab.page.open()
  expect(tab.page.signedIn?.wallet?.recovery).toBeUndefined()
  expect(tab.page.signedIn?.failure).toBeUndefined()
  // What this browser kept of the wallet is gone, and the link of the login is long ago.
  for (const key of browser.table.values.keys()) if (key.startsWith('wallet:')) browser.table.values.delete(key)
  const anew = await browser.walletPage()
  await anew.page.start()
  expect(anew.page.signedIn?.wallet?.recovery).toEqual({ mode: 'assisted', heldUntil: undefined })
  const recovering = anew.page.recover()
  await vi.waitUntil(() => anew.page.code?.step === 'device')
  await typeCode(world, anew)
  await recovering
  expect(anew.page.signedIn?.wallet?.recovery?.heldUntil).toBeGreaterThan(world.now())
})

test('a sealed wallet is opened on this device by its recovery code', async () => {
  // attack 26
  const world = await openWorld(engine, { recovery: 'sealed-required' })
  const first = await openBrowser(world).tab()
  await logIn(world, first)
  world.later(HOUR)
  const tab = await openBrowser(world).walletPage()
  await logInOn(world, tab)
  expect(tab.page.signedIn?.wallet?.recovery).toEqual({ mode: 'sealed' })
  await tab.page.open() // gives up
  expect([tab.page.signedIn?.failure, tab.page.signedIn?.wallet?.recovery?.mode]).toEqual([undefined, 'sealed'])
  tab.person.code = first.person.code
  await tab.page.open()
  expect(tab.page.signedIn?.wallet?.recovery).toBeUndefined()
  expect(tab.keyring.isUnlocked).toBe(true)
})

test('offline, the page says so and can be asked again', async () => {
  // attack 80
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  await logIn(world, await browser.tab())
  const tab = await browser.walletPage()
  browser.isOnline = false
  await tab.page.start()
  expect([tab.page.failure?.code, tab.page.isLoading]).toEqual(['OFFLINE', false])
  browser.isOnline = true
  await tab.page.start()
  expect([tab.page.failure, tab.page.signedIn?.user.email]).toEqual([undefined, EMAIL])
})
