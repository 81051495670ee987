// Wallets on known and new devices, by the handlers of the frame and the real services.
import { verifyMessage } from 'viem'
import { expect, test } from 'vitest'
import { engine } from '../../support/engines.js'
import { codeIn } from '../../embedded/support/frame.js'
import { APP, approveDevice, logIn, openBrowser, openWorld, reachCode, type Tab } from './support.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const hello = '0x68656c6c6f'

const sign = async (tab: Tab, address: string) => {
  const signature = (await tab.rpc('personal_sign', [hello, address])) as `0x${string}`
  return verifyMessage({ address: address as `0x${string}`, message: 'hello', signature })
}

test('a new wallet has a slot of this device and one for the e-mail, and signs', async () => {
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  const { address } = await logIn(world, tab)
  expect(await sign(tab, address)).toBe(true)
  const { wallet } = await tab.frame.session.call('/api/user', {})
  expect(wallet?.mode).toBe('assisted')
  expect(wallet?.slots.map(({ kind, label }) => [kind, label]).sort()).toEqual([
    ['assisted', ''],
    ['device', 'Test browser'],
  ])
})

test('a page that is opened again signs with the slot of its device', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const { address } = await logIn(world, await browser.tab())
  const again = await browser.tab()
  expect(await again.ask('GET_USER')).toMatchObject({ address })
  expect(browser.called.filter((path) => path === '/api/slots/release')).toEqual([])
  expect(await sign(again, address)).toBe(true)
  expect(await sign(again, address)).toBe(true)
  expect(browser.called.filter((path) => path === '/api/slots/release')).toHaveLength(1)
})

test('two tabs that log in at once make one wallet', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const [one, two] = [await browser.tab(), await browser.tab()]
  await one.ask('CONNECT_OTP', { otp: await reachCode(world, one, 'ada@example.org') })
  const users = await Promise.all([one.ask('GET_USER'), two.ask('GET_USER')])
  expect(users[1].address).toBe(users[0].address)
  expect(browser.called.filter((path) => path === '/api/wallet/create')).toHaveLength(1)
})

test('a new device gets a young wallet back by the e-mail, and is one of its devices then', async () => {
  const world = await openWorld(engine)
  const { address } = await logIn(world, await openBrowser(world).tab())
  world.later(HOUR)
  const other = openBrowser(world)
  const tab = await other.tab()
  expect(await logIn(world, tab)).toMatchObject({ address })
  expect(await sign(tab, address)).toBe(true)
  other.called.length = 0
  const again = await other.tab()
  expect(await again.ask('GET_USER')).toMatchObject({ address })
  expect(await sign(again, address)).toBe(true)
  expect(other.called).not.toContain('/api/recovery/start')
})

test('a new device waits for an older wallet, is told until when, and opens it then', async () => {
  // attack 27
  const world = await openWorld(engine)
  const { address } = await logIn(world, await openBrowser(world).tab())
  world.later(8 * DAY)
  const tab = await openBrowser(world).tab()
  const user = await logIn(world, tab)
  expect(user).toMatchObject({ address, recovery: { mode: 'assisted' } })
  const heldUntil = user.recovery?.heldUntil ?? 0
  expect(heldUntil).toBeGreaterThan(world.now() + 23 * HOUR)
  await expect(tab.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'RECOVERY_HELD', heldUntil })
  expect(tab.person.approvals).toEqual([])
  world.later(25 * HOUR)
  expect(await sign(tab, address)).toBe(true)
})

test('other addresses than this device has kept are refused', async () => {
  // attack 29
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const { address } = await logIn(world, await browser.tab())
  const [key = ''] = [...browser.table.values.keys()].filter((name) => name.startsWith('wallet:'))
  const kept = browser.table.values.get(key) as { addresses: { eip155: string } }
  browser.table.values.set(key, { ...kept, addresses: { ...kept.addresses, eip155: `0x${'11'.repeat(20)}` } })
  const tab = await browser.tab()
  await expect(tab.ask('GET_USER')).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  await expect(tab.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
})

test('a device that was removed from the list signs nothing more, though its keys are open, and does not open again', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const { address } = await logIn(world, tab)
  world.later(HOUR)
  const other = await openBrowser(world).tab()
  await logIn(world, other)
  const { devices } = await other.frame.session.call('/api/devices', {})
  const gone = devices.find(({ current }) => !current)
  expect(await sign(tab, address)).toBe(true)
  await other.frame.session.call('/api/devices/remove', { slotId: gone?.slotId ?? '' })
  tab.person.approvals.length = 0
  const again = await browser.tab()
  // The first to ask learns that the session has ended, and forgets it for the others.
  for (const [one, code] of [
    [tab, 'SESSION_EXPIRED'],
    [again, 'NOT_CONNECTED'],
  ] as const) {
    await expect(one.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code })
    expect(one.person.approvals).toEqual([])
  }
})

test('sealed: the code is shown before the wallet is there, and who gives up has none', async () => {
  const world = await openWorld(engine, { recovery: 'sealed-required' })
  const tab = await openBrowser(world).tab()
  tab.person.writes = false
  await expect(logIn(world, tab)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect((await tab.frame.session.call('/api/user', {})).wallet).toBeUndefined()
  tab.person.writes = true
  const user = await tab.ask('GET_USER')
  expect(tab.person.asked).toEqual(['code', 'code'])
  expect(tab.person.code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{2}$/)
  const { wallet } = await tab.frame.session.call('/api/user', {})
  expect(wallet?.mode).toBe('sealed')
  expect(await sign(tab, user.address)).toBe(true)
})

test('sealed: a new device has a session and no key until the recovery code is typed', async () => {
  // attack 26
  const world = await openWorld(engine, { recovery: 'sealed-required' })
  const first = await openBrowser(world).tab()
  const { address } = await logIn(world, first)
  world.later(HOUR)
  const tab = await openBrowser(world).tab()
  expect(await logIn(world, tab)).toMatchObject({ address, recovery: { mode: 'sealed' } })
  await expect(tab.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'USER_REJECTED' })
  tab.person.code = 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AA'
  await expect(tab.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(tab.person.approvals).toEqual([])
  tab.person.code = first.person.code
  expect(await sign(tab, address)).toBe(true)
  const asked = tab.person.asked.length
  expect(await sign(tab, address)).toBe(true)
  expect(tab.person.asked).toHaveLength(asked)
})

test.each(['assisted', 'sealed-required'] as const)(
  '%s: who starts a login elsewhere and is told the code has a session on a new device, and no key', // attack 78
  async (recovery) => {
    const world = await openWorld(engine, { recovery })
    const { address } = await logIn(world, await openBrowser(world).tab())
    world.later(8 * DAY)
    const thief = await openBrowser(world).tab()
    const started = await thief.ask('CONNECT_EMAIL', { email: 'ada@example.org' })
    expect(started.action).toBe('VERIFY_DEVICE')
    // What the mail says is all that the owner can notice: which page, which browser, when, and the two digits of the other screen.
    const [asked] = await world.mails('ada@example.org')
    for (const told of [APP, String(started.matchCode), String(new Date(world.now()).getUTCFullYear())])
      expect(asked?.text).toContain(told)
    expect(codeIn(asked)).toBe('') // there is nothing to tell anybody yet
    const waiting = thief.ask('CONNECT_DEVICE')
    await approveDevice(world, 'ada@example.org')
    await waiting
    await thief.ask('CONNECT_OTP', { otp: codeIn((await world.mails('ada@example.org'))[0]) })
    expect((await world.mails('ada@example.org')).map(({ subject }) => subject)).toContain('New device logged in to your wallet')
    expect(await thief.ask('GET_USER')).toMatchObject({ address })
    const code = recovery === 'assisted' ? 'RECOVERY_HELD' : 'USER_REJECTED'
    await expect(thief.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code })
    expect(thief.person.approvals).toEqual([])
  },
)

test('offline while the slot is released says so, and the next try signs', async () => {
  // attack 80
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const { address } = await logIn(world, await browser.tab())
  const tab = await browser.tab()
  await tab.ask('GET_USER')
  browser.isOnline = false
  await expect(tab.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'OFFLINE' })
  browser.isOnline = true
  expect(await sign(tab, address)).toBe(true)
})

test('a tab whose session another has ended signs nothing more', async () => {
  // attack 34
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const [one, two] = [await browser.tab(), await browser.tab()]
  const { address } = await logIn(world, one)
  expect(await sign(two, address)).toBe(true)
  await one.ask('SIGN_OUT')
  await expect(two.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

test('another person on the same device has their own wallet', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const ada = await logIn(world, tab)
  const eve = await logIn(world, tab, 'eve@example.org')
  expect(eve.address).not.toBe(ada.address)
  await expect(tab.rpc('personal_sign', [hello, ada.address])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  expect(await sign(tab, eve.address)).toBe(true)
})
