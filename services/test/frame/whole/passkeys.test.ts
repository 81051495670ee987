// Wallets and passkeys, by the handlers of the frame, the real keys and the real services. Only the authenticator is the tests' own.
import { verifyMessage } from 'viem'
import { expect, test } from 'vitest'
import type { PageContext } from '../../../frame/page/context.js'
import { rotateWithout } from '../../../frame/page/rotate.js'
import { addPasskeySlot } from '../../../frame/passkeys/slots.js'
import { createPasskey, evaluatePasskey } from '../../../frame/passkeys/webauthn.js'
import { engine } from '../../support/engines.js'
import { testAuthenticator, type TestAuthenticator } from '../passkeys/authenticator.js'
import { logIn, openBrowser, openWorld, type Tab, type World } from './support.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const hello = '0x68656c6c6f'
const { signal } = new AbortController()

const sign = async (tab: Tab, address: string) => {
  const signature = (await tab.rpc('personal_sign', [hello, address])) as `0x${string}`
  return verifyMessage({ address: address as `0x${string}`, message: 'hello', signature })
}
const changing = (tab: Tab) => ({ api: tab.frame.session, keyring: tab.keyring, signal })
/** Takes slots away as the page `/wallet` does. */
const remove = async (tab: Tab, ...kinds: readonly string[]) => {
  const context = { api: tab.frame.session, keys: async () => tab.keyring, wallet: { lock: () => tab.keyring.lock() }, signal }
  const { wallet } = await userOf(tab)
  const gone = wallet?.slots.filter(({ kind }) => kinds.includes(kind)).map(({ slotId }) => slotId) ?? []
  await rotateWithout(context as unknown as PageContext, gone) // the parts of it that a rotation uses
}
const userOf = (tab: Tab) => tab.frame.session.call('/api/user', {})

async function addPasskey(tab: Tab, at: TestAuthenticator) {
  const user = await userOf(tab)
  const walletId = user.wallet?.walletId ?? ''
  const passkey = await createPasskey(at, { userId: user.userId, userName: 'ada', walletId, known: [] }, signal)
  const rpId = new URL(at.origin).hostname
  return addPasskeySlot(changing(tab), { user, passkey, rpId, label: 'My key' })
}

/** A wallet with a passkey, without `kinds`, a week later; and another browser that has the same authenticator. */
async function withPasskey(world: World, ...kinds: readonly string[]) {
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const { address } = await logIn(world, tab)
  expect(await sign(tab, address)).toBe(true)
  const at = testAuthenticator({ origin: world.url })
  const wallet = await addPasskey(tab, at)
  if (kinds.length > 0) await remove(tab, ...kinds)
  world.later(8 * DAY)
  const other = openBrowser(world)
  other.authenticators = at
  return { browser, tab, address, at, wallet, other }
}

test('a passkey opens the wallet on a new device at once, without the recovery service, and the device is one of its own then', async () => {
  const world = await openWorld(engine)
  const { address, wallet, other, at } = await withPasskey(world)
  expect(wallet.slots.map(({ kind }) => kind).sort()).toEqual(['assisted', 'device', 'passkey'])
  const tab = await other.tab()
  expect(await logIn(world, tab)).toMatchObject({ address })
  expect(tab.person.asked).toEqual(['passkey yes or mail'])
  expect(await sign(tab, address)).toBe(true)
  expect(other.called.filter((path) => path.startsWith('/api/recovery'))).toEqual([])
  const { wallet: seen } = await userOf(tab)
  expect(seen?.slots.filter(({ isThisDevice }) => isThisDevice)).toHaveLength(1)
  expect((await world.mails('ada@example.org')).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['A passkey was added to your wallet', 'A new device opens your wallet with a passkey']),
  )
  // A page that is opened again needs it no more.
  const asked = at.asked.length
  const again = await other.tab()
  expect(await again.ask('GET_USER')).toMatchObject({ address })
  expect(await sign(again, address)).toBe(true)
  expect(again.person.asked).toEqual([])
  expect(at.asked).toHaveLength(asked)
})

test('who wants the e-mail instead waits, and is not asked for the passkey at each visit, but when the wallet is needed', async () => {
  const world = await openWorld(engine)
  const { address, other } = await withPasskey(world)
  const tab = await other.tab()
  tab.person.passkey = 'other'
  expect(await logIn(world, tab)).toMatchObject({ address, recovery: { mode: 'assisted' } })
  const again = await other.tab()
  expect((await again.ask('GET_USER')).recovery?.heldUntil).toBeGreaterThan(world.now())
  expect(again.person.asked).toEqual([])
  expect(await sign(again, address)).toBe(true)
  expect(again.person.asked).toEqual(['passkey yes or mail'])
})

test('no half-written slot: a passkey that fails, services that refuse, and a network that goes', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const { address } = await logIn(world, tab)
  expect(await sign(tab, address)).toBe(true)
  const kinds = async () => (await userOf(tab)).wallet?.slots.map(({ kind }) => kind).sort()
  await expect(addPasskey(tab, testAuthenticator({ origin: world.url, prf: 'none' }))).rejects.toMatchObject({ code: 'NO_PRF' })
  await expect(addPasskey(tab, testAuthenticator({ origin: 'https://evil.example' }))).rejects.toMatchObject({ field: 'slot' })
  expect(tab.keyring.isUnlocked).toBe(false) // its keys were ahead of the services
  expect(await sign(tab, address)).toBe(true)
  browser.through = (path, next) => (path === '/api/slots/add' ? Promise.reject(new TypeError('Failed to fetch')) : next())
  await expect(addPasskey(tab, testAuthenticator({ origin: world.url }))).rejects.toMatchObject({ failure: 'offline' })
  browser.through = (_, next) => next()
  expect(await kinds()).toEqual(['assisted', 'device'])
  expect(await sign(tab, address)).toBe(true)
  await addPasskey(tab, testAuthenticator({ origin: world.url }))
  expect(await kinds()).toEqual(['assisted', 'device', 'passkey'])
  expect(await sign(tab, address)).toBe(true)
})

test('with the database, the recovery service and the passkey’s row, but without the passkey, a sealed wallet stays closed', async () => {
  // attack 28
  const world = await openWorld(engine)
  const { tab, address, at, browser, other, wallet } = await withPasskey(world, 'assisted')
  expect((await userOf(tab)).wallet?.mode).toBe('sealed')
  expect(await sign(tab, address)).toBe(true)
  const assisted = wallet.slots.find(({ kind }) => kind === 'assisted')?.slotId ?? 'none'
  const { services, recovery } = await world.dump()
  expect(recovery).not.toContain(assisted)
  // Neither the secret nor what it is made of has been anywhere but in the browser.
  const { walletId } = wallet
  const passkeys = [...at.kept.keys()].map((credentialId) => ({ credentialId, transports: [] }))
  const { half } = await evaluatePasskey(at, { walletId, passkeys }, signal)
  const secret = Buffer.from(half).toString('base64url')
  expect(services).not.toContain(secret)
  for (const { asked, answered } of browser.wire) expect(asked + answered).not.toContain(secret)
  // The passkey still opens it, after the data key has changed.
  const fresh = await other.tab()
  expect(await logIn(world, fresh)).toMatchObject({ address, recovery: { mode: 'sealed' } })
  expect(await sign(fresh, address)).toBe(true)
  expect(fresh.person.asked).toEqual(['passkey yes or nothing'])
})

test('a mailbox, or another passkey, opens nothing of a wallet that is sealed by a passkey', async () => {
  // attacks 26, 78
  const world = await openWorld(engine)
  const { address, wallet } = await withPasskey(world, 'assisted')
  const thieves = openBrowser(world)
  // An authenticator of the thief that says it has the owner's passkey.
  const forged = testAuthenticator({ origin: world.url })
  for (const slot of wallet.slots)
    if (slot.passkey) forged.kept.set(slot.passkey.credentialId, { secret: Buffer.alloc(32, 7), user: 'eve' })
  thieves.authenticators = forged
  const thief = await thieves.tab()
  await logIn(world, thief)
  await expect(thief.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  thief.person.passkey = 'cancelled'
  await expect(thief.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'USER_REJECTED' })
  thief.person.passkey = 'other'
  await expect(thief.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  expect(thief.person.approvals).toEqual([])
  const subjects = (await world.mails('ada@example.org')).map(({ subject }) => subject)
  expect(subjects).toContain('A new device opens your wallet with a passkey')
})

test('a passkey that was removed opens nothing, and the last two kinds stay', async () => {
  const world = await openWorld(engine)
  const { tab, address, at, other } = await withPasskey(world, 'passkey')
  expect(await sign(tab, address)).toBe(true)
  await expect(remove(tab, 'assisted')).rejects.toMatchObject({ code: 'TOO_FEW_SLOTS' })
  expect(await sign(tab, address)).toBe(true)
  const fresh = await other.tab()
  const asked = at.asked.length
  expect((await logIn(world, fresh)).recovery?.mode).toBe('assisted')
  expect(at.asked).toHaveLength(asked)
  expect(fresh.person.asked).toEqual([])
})
