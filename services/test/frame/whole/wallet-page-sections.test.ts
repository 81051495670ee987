// What a visitor does on the page `/wallet`, with the real services and the real keys: devices, apps, activity, export, sealing.
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { openKit } from '../../../frame/keys/recovery-kit.js'
import { rowText, type ActivitySection } from '../../../frame/page/activity.js'
import type { AppsSection } from '../../../frame/page/apps.js'
import type { DevicesSection } from '../../../frame/page/devices.js'
import type { ExportSection } from '../../../frame/page/export.js'
import { en } from '../../../frame/page/messages.js'
import type { RecoverySection } from '../../../frame/page/recovery-section.js'
import { engine } from '../../support/engines.js'
import { logIn, logInOn, openBrowser, openWorld, typeCode, type PageTab, type Tab, type World } from './support.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000
const EMAIL = 'ada@example.org'
const hello = '0x68656c6c6f'

interface Sections {
  readonly devices: DevicesSection
  readonly apps: AppsSection
  readonly activity: ActivitySection
  readonly export: ExportSection
  readonly recovery: RecoverySection
}
const sectionOf = <K extends keyof Sections>({ page }: PageTab, id: K): Sections[K] => {
  const found = page.signedIn?.sections.find((section) => section.id === id)
  if (!found) throw new Error(`no ${id}`)
  return found as unknown as Sections[K]
}
/** Does something that asks for a fresh code first. */
async function proving(world: World, tab: PageTab, act: Promise<void>): Promise<void> {
  await vi.waitUntil(() => tab.page.code?.step === 'code')
  expect(tab.page.code?.purpose).toBe('export')
  await typeCode(world, tab)
  await act
}
const sign = (tab: Tab, address: string) => tab.rpc('personal_sign', [hello, address])

test('a device that was lost is removed from a new one at once, after a fresh code when the login is older than five minutes', async () => {
  const world = await openWorld(engine)
  const lost = await openBrowser(world).tab()
  const { address } = await logIn(world, lost)
  world.later(HOUR)
  const browser = openBrowser(world)
  const tab = await browser.walletPage()
  await logInOn(world, tab)
  const section = sectionOf(tab, 'devices')
  const names = () => section.devices?.map(({ label, current }) => [label, current])
  expect(names()).toEqual(expect.arrayContaining([['Test browser', false], ['Page of a test', true]])) // oxfmt-ignore
  const other = section.devices?.find(({ current }) => !current)
  if (!other) throw new Error('no other device')
  world.later(6 * MINUTE)
  browser.called.length = 0
  // Whoever finds the page open cannot: neither without a code, nor by a call of its own.
  const refused = section.remove(other)
  await vi.waitUntil(() => tab.page.code?.step === 'code')
  tab.page.cancelCode()
  await refused
  expect(browser.called).not.toContain('/api/devices/remove')
  world.later(6 * MINUTE)
  await proving(world, tab, section.remove(other))
  expect(names()).toEqual([['Page of a test', true]])
  await expect(sign(lost, address)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  expect(tab.page.signedIn?.user.wallet?.slots.map(({ kind }) => kind).sort()).toEqual(['assisted', 'device'])
})

test('the services take no device away and note no export by a login that is older than five minutes', async () => {
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  await logIn(world, tab)
  const { session } = tab.frame
  const [own] = (await session.call('/api/devices', {})).devices
  world.later(6 * MINUTE)
  const slotId = own?.slotId ?? ''
  const calls = [() => session.call('/api/devices/remove', { slotId }), () => session.call('/api/export', { what: 'words' })]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ field: 'stale', status: 403 })
  // A code for an export goes to the account's own address, and to nobody without a session.
  const start = { appOrigin: world.url, purpose: 'export', email: 'eve@example.org' } as const
  await expect(session.call('/api/email/start', start)).rejects.toMatchObject({ field: 'email', status: 403 })
  expect(await world.mails('eve@example.org')).toEqual([])
})

test('a device that is old enough takes another away with a new data key, and signs on', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const frame = await browser.tab()
  const { address } = await logIn(world, frame)
  world.later(HOUR)
  const gone = await openBrowser(world).tab()
  await logIn(world, gone)
  world.later(2 * DAY)
  const tab = await browser.walletPage()
  await tab.page.start()
  const section = sectionOf(tab, 'devices')
  const other = section.devices?.find(({ current }) => !current)
  if (!other) throw new Error('no other device')
  const before = (await frame.frame.session.call('/api/wallet/slots', {})).vault
  await proving(world, tab, section.remove(other))
  expect(browser.called).toContain('/api/wallet/rotate')
  expect((await frame.frame.session.call('/api/wallet/slots', {})).vault).not.toEqual(before)
  await expect(sign(gone, address)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  const again = await browser.tab()
  expect(await sign(again, address)).toMatch(/^0x/)
})

test('an app that is removed no longer knows who is signed in', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  await logIn(world, await browser.tab())
  const tab = await browser.walletPage()
  await tab.page.start()
  const section = sectionOf(tab, 'apps')
  expect(section.apps?.map(({ appOrigin }) => appOrigin)).toEqual(['http://localhost:5173'])
  await section.remove('http://localhost:5173')
  expect(section.apps).toEqual([])
  expect(await (await browser.tab()).ask('IS_CONNECTED')).toEqual({ isConnected: false })
})

test('export: the words are those of the accounts, are told and noted, leave the page by no request, and go again', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const { address } = await logIn(world, await browser.tab())
  const tab = await browser.walletPage()
  await tab.page.start()
  const section = sectionOf(tab, 'export')
  expect(section.words).toBeUndefined()
  world.later(6 * MINUTE)
  // The services tell how old the login is that the page has found.
  await proving(world, tab, section.reveal())
  const words = section.words?.join(' ') ?? ''
  expect(mnemonicToAccount(words).address).toBe(address)
  tab.tools.hide()
  expect(section.words).toBeUndefined()
  await section.reveal()
  expect(section.words?.join(' ')).toBe(words)
  tab.tools.pass()
  expect(section.words).toBeUndefined()

  await section.saveKit()
  const [{ name, text }] = tab.tools.saved as [{ name: string; text: string }]
  const code = section.code ?? ''
  expect(name).toMatch(/\.json$/)
  expect(text).not.toContain(code)
  const kit = await openKit(text, code)
  expect(kit.accounts.addresses.eip155).toBe(address)

  await section.reveal()
  await tab.page.signOut()
  expect([section.words, section.code]).toEqual([undefined, undefined])
  const mails = await world.mails(EMAIL)
  expect(mails.filter(({ subject }) => subject === 'The keys of your wallet were exported')).toHaveLength(4)
  const { services, recovery } = await world.dump()
  const secrets = [
    words,
    code,
    code.replaceAll('-', ''),
    Buffer.from(kit.entropy).toString('hex'),
    Buffer.from(kit.entropy).toString('base64url'),
  ]
  const told = [...browser.wire.flatMap(({ asked, answered }) => [asked, answered]), services, recovery, JSON.stringify(mails)]
  for (const secret of secrets) expect(told.some((each) => each.includes(secret))).toBe(false)
  expect(services).toContain('"exported"')
})

test('without the network nothing is shown, because nobody would be told', async () => {
  // attack 80
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const tab = await browser.walletPage()
  await logIn(world, await browser.tab())
  world.later(6 * MINUTE)
  await tab.page.start()
  const section = sectionOf(tab, 'export')
  await proving(world, tab, section.reveal())
  tab.tools.hide()
  browser.through = (path, next) => (path === '/api/export' ? Promise.reject(new TypeError('Failed to fetch')) : next())
  await section.reveal()
  expect(section.words).toBeUndefined()
  expect(tab.keyring.isUnlocked).toBe(true)
})

test('a recovery code is one of the wallet’s once it is written down; sealing leaves the operator nothing', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const { address } = await logIn(world, await browser.tab())
  const tab = await browser.walletPage()
  world.later(MINUTE)
  await tab.page.start()
  const section = sectionOf(tab, 'recovery')
  const kinds = () => tab.page.signedIn?.user.wallet?.slots.map(({ kind }) => kind).sort()
  tab.person.writes = false
  await section.addCode()
  expect(tab.page.code, 'the login that the page has found is a minute old').toBeUndefined()
  world.later(5 * MINUTE)
  await proving(world, tab, section.addCode())
  expect(kinds()).toEqual(['assisted', 'device'])
  tab.person.writes = true
  await section.addCode()
  expect(kinds()).toEqual(['assisted', 'code', 'device'])
  const halves = async () => (JSON.parse((await world.dump()).recovery) as object[][]).flat().filter((row) => 'half' in row)
  expect(await halves()).toHaveLength(1)
  await section.seal()
  expect([kinds(), tab.page.signedIn?.user.wallet?.mode]).toEqual([['code', 'device'], 'sealed'])
  expect(await halves()).toEqual([])
  const activity = sectionOf(tab, 'activity')
  await activity.load()
  expect(activity.rows?.map((row) => rowText(en, row))).toContain(en.didSealed)
  // The code opens it elsewhere.
  world.later(HOUR)
  const elsewhere = await openBrowser(world).walletPage()
  elsewhere.person.code = tab.person.code
  await logInOn(world, elsewhere)
  await elsewhere.page.open()
  expect(elsewhere.page.signedIn?.wallet).toMatchObject({ addresses: { eip155: address }, recovery: undefined })
})

test('each row of the activity has words, and what is called by others is text without signs that turn it', () => {
  const row = (what: string, detail = '') => rowText(en, { what, detail, at: 0 })
  expect(row('slot_released', 'device Chrome, Linux')).toBe('Opened the wallet: \u2068a device: Chrome, Linux\u2069')
  expect(row('exported', 'kit')).toBe(en.didKit)
  expect(row('login', 'https://app.example google')).toContain('https://app.example google')
  expect(row('constructor', 'x')).toBe('Other: \u2068constructor x\u2069')
  expect(row('device_removed', '\u202eevil\u2069')).toBe('Device removed: \u2068evil\u2069')
  expect(row('device_removed', 'x'.repeat(500)).length).toBeLessThan(120)
})
