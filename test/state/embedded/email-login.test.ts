// Signing in by e-mail over a fake frame: mails and their time limits, the device, the code, the connection, and what the browser keeps of it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyMessage } from 'viem'
import type { ModalConfig } from '../../../src/config/types.js'
import { FrameError } from '../../../src/frame/frame-error.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createProvider } from '../../../src/state/connections/provider.js'
import { createEmailLogin } from '../../../src/state/embedded/email-login.js'
import { createEmbedded } from '../../../src/state/embedded/embedded.js'
import { createEmbeddedUser } from '../../../src/state/embedded/embedded-user.js'
import { createSurface } from '../../../src/state/embedded/surface.js'
import { createUpdateEmail } from '../../../src/state/embedded/update-email.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createSetupAlerts } from '../../../src/state/interface/setup-alerts.js'
import { createTheme } from '../../../src/state/interface/theme.js'
import { storageKey } from '../../../src/state/lib/storage.js'
import { base, bitcoin, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createBrokenStorage, createMemoryStorage, createTestCore, type TestCoreOptions } from '../../support/core.js'
import { CODE, createFakeFrame, frameAccounts, MATCH_CODE, type FakeFrameOptions } from '../../support/fake-frame.js'
import { createTestWindow } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const EMAIL = 'ada@example.com'
const config: ModalConfig = { networks: [mainnet, base, solana, bitcoin], services: { frame: 'https://wallet.example' } }

function start(options: FakeFrameOptions = {}, more: Partial<TestCoreOptions> = {}) {
  const frame = createFakeFrame(options)
  const made = createTestCore({
    config,
    connectors: { embed: frame.embed },
    window: createTestWindow().window,
    ...more,
  })
  const { core } = made
  const events: string[] = []
  core.on('event', ({ name }) => events.push(name))
  core.use(createReactions)
  const modal = core.use(createModal)
  modal.open()
  const stored = (name: string) => made.storage.getItem(storageKey(core, name))
  return { ...made, frame, events, modal, stored, login: core.use(createEmailLogin), router: core.use(createRouter) }
}

async function signIn(world: ReturnType<typeof start>) {
  await world.login.send(EMAIL)
  world.router.push({ name: 'EmailVerifyOtp', email: EMAIL })
  await world.login.verify(CODE)
  await vi.advanceTimersByTimeAsync(0)
}

describe('the mail', () => {
  test('no frame is made before an address is sent', () => {
    const { frame } = start()
    expect(frame.made).toEqual([])
  })

  test('an address is trimmed; what is none is refused before the frame is asked', async () => {
    const { login, frame } = start()
    await expect(login.send('ada@')).rejects.toMatchObject({ code: 'EMAIL_INVALID', message: 'Invalid email' })
    await expect(login.send('a@b\r\nBcc: c@d.e')).rejects.toMatchObject({ code: 'EMAIL_INVALID' })
    expect(frame.asked).toEqual([])
    await login.send(`  ${EMAIL} `)
    expect(frame.asked).toEqual([{ name: 'CONNECT_EMAIL', payload: { email: EMAIL } }])
  })

  test('a second call while one is pending sends nothing twice', async () => {
    const { login, frame } = start()
    await Promise.all([login.send(EMAIL), login.send(EMAIL)])
    expect(frame.count('CONNECT_EMAIL')).toBe(1)
  })

  test('after 29.1 s one second is left, rounded up; after 30 s another may be sent; a clock moved back does not block', async () => {
    // attack 21
    const { login, frame, stored } = start()
    frame.on('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' })) // a frame that says nothing of the next one
    await login.send(EMAIL)
    expect(Number(stored('LAST_EMAIL_LOGIN_TIME'))).toBe(Date.now())
    await vi.advanceTimersByTimeAsync(29_100)
    await expect(login.send(EMAIL)).rejects.toMatchObject({
      code: 'EMAIL_COOLDOWN',
      message: 'Please try again after 1 seconds',
    })
    await vi.advanceTimersByTimeAsync(900)
    await login.send(EMAIL)
    vi.setSystemTime(Date.now() - 86_400_000)
    await login.send(EMAIL)
    expect(frame.count('CONNECT_EMAIL')).toBe(3)
  })

  test('the time of the services counts more than the own', async () => {
    const { login, frame } = start()
    frame.on('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP', resendAfterMs: 45_000 }))
    await login.send(EMAIL)
    await vi.advanceTimersByTimeAsync(31_000)
    await expect(login.send(EMAIL)).rejects.toMatchObject({ message: 'Please try again after 14 seconds' })
    await vi.advanceTimersByTimeAsync(14_000)
    frame.refuse('CONNECT_EMAIL', new FrameError('EMAIL_COOLDOWN', 'too soon', { retryAfterMs: 2_500 }))
    await expect(login.send(EMAIL)).rejects.toMatchObject({ message: 'Please try again after 3 seconds' })
    expect(login.$nextAt.get()).toBe(Date.now() + 2_500)
  })

  test('the time of the last mail outlives the page', async () => {
    const storage = createMemoryStorage()
    await start({}, { storage }).login.send(EMAIL)
    await vi.advanceTimersByTimeAsync(10_000)
    await expect(start({}, { storage }).login.send(EMAIL)).rejects.toMatchObject({ message: 'Please try again after 20 seconds' })
  })

  test('offline: a coded error, and the address stays for another try', async () => {
    // attack 80
    const { login, frame } = start()
    frame.refuse('CONNECT_EMAIL', new FrameError('OFFLINE', 'no network'))
    await expect(login.send(EMAIL)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    frame.on('CONNECT_EMAIL', undefined)
    expect(await login.send(EMAIL)).toBe('VERIFY_DEVICE')
  })
})

describe('the device', () => {
  test('the number to compare is there, and approving leads to the code', async () => {
    const { login, frame, events, router } = start()
    expect(await login.send(EMAIL)).toBe('VERIFY_DEVICE')
    expect(login.$sent.get()).toEqual({ email: EMAIL, action: 'VERIFY_DEVICE', matchCode: MATCH_CODE })
    router.push({ name: 'EmailVerifyDevice', email: EMAIL })
    const waited = login.awaitDevice()
    await vi.advanceTimersByTimeAsync(0)
    frame.approveDevice()
    await waited
    expect(events).toEqual(
      expect.arrayContaining(['EMAIL_SUBMITTED', 'DEVICE_REGISTERED_FOR_EMAIL', 'EMAIL_VERIFICATION_CODE_SENT']),
    )
  })

  test('a declined request is DEVICE_DENIED', async () => {
    const { login, frame, router } = start()
    await login.send(EMAIL)
    router.push({ name: 'EmailVerifyDevice', email: EMAIL })
    const waited = login.awaitDevice()
    await vi.advanceTimersByTimeAsync(0)
    frame.denyDevice()
    await expect(waited).rejects.toMatchObject({ code: 'DEVICE_DENIED' })
  })

  test('waiting ends when the visitor leaves', async () => {
    const { login, router, modal } = start()
    await login.send(EMAIL)
    router.push({ name: 'EmailVerifyDevice', email: EMAIL })
    const waited = login.awaitDevice()
    await vi.advanceTimersByTimeAsync(0)
    modal.back()
    await expect(waited).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('the code', () => {
  test('of a second login is waited for only as long as the visitor stays', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    await world.core.use(createConnection).disconnect()
    world.modal.open()
    await world.login.send(EMAIL)
    world.router.push({ name: 'EmailVerifyOtp', email: EMAIL })
    world.frame.on('CONNECT_OTP', () => new Promise(() => {}))
    const verified = world.login.verify(CODE)
    world.modal.back()
    await expect(verified).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('connects on every ecosystem that is configured, and remembers the login', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const { core, stored, frame, modal, events } = world
    const connections = core.use(createConnection).$connections.get()
    expect(connections.map(({ id, transport }) => [id, transport]).sort()).toEqual([
      ['bip122 embedded', 'embedded'],
      ['eip155 embedded', 'embedded'],
      ['solana embedded', 'embedded'],
    ])
    const evm = connections.find(({ namespace }) => namespace === 'eip155')
    expect(evm?.grant.accounts).toEqual([
      { chain: 'eip155:1', address: frameAccounts.eip155, type: 'eoa' },
      { chain: 'eip155:8453', address: frameAccounts.eip155, type: 'eoa' },
    ])
    expect(evm?.wallet).toEqual({ id: 'embedded', name: 'wallet.example' })
    expect([stored('EMAIL'), stored('EMAIL_LOGIN_USED_KEY'), stored('LAST_EMAIL_LOGIN_TIME')]).toEqual([
      JSON.stringify(EMAIL),
      '"true"',
      null,
    ])
    expect(core.use(createEmbeddedUser).$user.get()).toEqual({ email: EMAIL, provider: 'email' })
    expect(modal.$open.get()).toBe(false)
    expect(frame.made).toHaveLength(1)
    expect(events.filter((name) => /EMAIL|CONNECT/.test(name))).toEqual([
      'EMAIL_SUBMITTED',
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_PASS',
      'CONNECT_SUCCESS',
    ])
  })

  test('a chain that the frame does not serve is left out', async () => {
    const world = start({ isKnownDevice: true, without: ['eip155:8453', 'bip122'] })
    await signIn(world)
    const connections = world.core.use(createConnection).$connections.get()
    expect(connections.map(({ namespace }) => namespace).sort()).toEqual(['eip155', 'solana'])
    expect(connections.find(({ namespace }) => namespace === 'eip155')?.grant.chains).toEqual(['eip155:1'])
  })

  test('a wrong one is told, and connects nothing', async () => {
    const { login, router, core, events } = start({ isKnownDevice: true })
    await login.send(EMAIL)
    router.push({ name: 'EmailVerifyOtp', email: EMAIL })
    await expect(login.verify('000000')).rejects.toMatchObject({ code: 'OTP_INVALID' })
    expect(core.use(createConnection).$connections.get()).toEqual([])
    expect(events).toContain('EMAIL_VERIFICATION_CODE_FAIL')
  })

  test('a wallet that is held back says until when', async () => {
    const { login, router, frame } = start({ isKnownDevice: true })
    frame.refuse('GET_USER', new FrameError('RECOVERY_HELD', 'held', { heldUntil: 1_900_000_000_000 }))
    await login.send(EMAIL)
    router.push({ name: 'EmailVerifyOtp', email: EMAIL })
    await expect(login.verify(CODE)).rejects.toMatchObject({
      code: 'RECOVERY_HELD',
      details: { heldUntil: 1_900_000_000_000 },
    })
  })

  test('where the frame has a session already, the address alone connects', async () => {
    const { login, core } = start({ signedIn: EMAIL })
    expect(await login.send(EMAIL)).toBe('CONNECT')
    expect(core.use(createConnection).$connections.get()).toHaveLength(3)
  })

  test('a storage that throws: everything works', async () => {
    // attack 32
    const world = start({ isKnownDevice: true }, { storage: createBrokenStorage() })
    await signIn(world)
    expect(world.core.use(createConnection).$connections.get()).toHaveLength(3)
  })
})

describe('signing out, and coming back', () => {
  test('the caches go first, also when the frame is slow to answer; the frame is told', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const { core, frame, stored } = world
    let answer = () => {}
    frame.on('SIGN_OUT', () => new Promise<void>((resolve) => (answer = resolve)))
    const ended = core.use(createConnection).disconnect()
    await vi.advanceTimersByTimeAsync(0)
    expect(['EMAIL', 'EMAIL_LOGIN_USED_KEY', 'LAST_USED_CHAIN_KEY', 'SOCIAL_USERNAME', 'connections'].map(stored)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect(frame.count('SIGN_OUT')).toBe(1)
    answer()
    await ended
    expect(core.use(createConnection).$connections.get()).toEqual([])
    expect(core.use(createEmbeddedUser).$user.get()).toBeUndefined()
  })

  test('after a reload it is connected again, without a question to the visitor', async () => {
    const storage = createMemoryStorage()
    await signIn(start({ isKnownDevice: true }, { storage }))
    const { core, frame } = start({ signedIn: EMAIL }, { storage })
    await core.use(createConnection).reconnect()
    expect(core.use(createConnection).$connections.get()).toHaveLength(3)
    expect(frame.asked[0]?.name).toBe('IS_CONNECTED')
    expect(frame.count('CONNECT_EMAIL')).toBe(0)
  })

  test.each([
    ['says that nobody has signed in', undefined],
    ['fails', new FrameError('FAILED', 'An error occurred')],
  ])('when the check %s, all that was kept is deleted', async (_, error) => {
    const storage = createMemoryStorage()
    await signIn(start({ isKnownDevice: true }, { storage }))
    const { core, frame, stored } = start({}, { storage })
    if (error) frame.refuse('IS_CONNECTED', error)
    await core.use(createConnection).reconnect()
    expect(core.use(createConnection).$connections.get()).toEqual([])
    expect(['EMAIL', 'EMAIL_LOGIN_USED_KEY'].map(stored)).toEqual([null, null])
  })

  test('without the mark of a login no frame is made', async () => {
    const storage = createMemoryStorage()
    const before = start({ isKnownDevice: true }, { storage })
    await signIn(before)
    storage.removeItem(storageKey(before.core, 'EMAIL_LOGIN_USED_KEY'))
    const { core, frame } = start({ signedIn: EMAIL }, { storage })
    await core.use(createConnection).reconnect()
    expect(frame.made).toEqual([])
    expect(core.use(createConnection).$connections.get()).toEqual([])
  })

  test('signed out in another tab: it is not connected any more', async () => {
    // attack 34
    const world = start({ isKnownDevice: true })
    await signIn(world)
    world.frame.signOutElsewhere()
    await vi.advanceTimersByTimeAsync(900)
    expect(world.core.use(createConnection).$connections.get()).toEqual([])
    expect(world.stored('EMAIL')).toBeNull()
  })
})

describe('requests of the page', () => {
  test('a signature opens the modal for the approval, which then closes, and it is one of the account', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const { core, frame, modal, router } = world
    const account = `eip155:1:${frameAccounts.eip155}` as const
    const signed = core.use(createConnection).active('eip155').connector.sign({ account, message: 'Hello' })
    await vi.advanceTimersByTimeAsync(0)
    expect([modal.$open.get(), router.$view.get().name, frame.waiting]).toEqual([true, 'ApproveTransaction', ['personal_sign']])
    expect(modal.close()).toBe(false) // refused
    await frame.approve()
    const { signature } = await signed
    expect(await verifyMessage({ address: frameAccounts.eip155, message: 'Hello', signature: signature as `0x${string}` })).toBe(
      true,
    )
    expect(modal.$open.get()).toBe(false)
  })

  test('it goes back to where it was', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const { core, frame, modal, router } = world
    modal.open({ name: 'AccountSettings' })
    const sent = core.use(createProvider).request({ method: 'personal_sign', params: ['0x00', frameAccounts.eip155] })
    await vi.advanceTimersByTimeAsync(0)
    expect(router.$view.get().name).toBe('ApproveTransaction')
    frame.reject()
    await expect(sent).rejects.toMatchObject({ code: 4001 })
    expect([modal.$open.get(), router.$view.get().name]).toEqual([true, 'AccountSettings'])
  })

  test('closed by force: 4001 for all that waits', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const { core, frame, modal } = world
    const provider = core.use(createProvider)
    const asked = ['0x00', '0x01'].map((text) =>
      provider.request({ method: 'personal_sign', params: [text, frameAccounts.eip155] }).catch((error: unknown) => error),
    )
    await vi.advanceTimersByTimeAsync(0)
    modal.close({ force: true })
    expect(await Promise.all(asked)).toMatchObject([{ code: 4001 }, { code: 4001 }])
    expect(frame.waiting).toEqual([])
    expect(core.use(createSurface).$shown.get()).toBe(false)
  })

  test('a method that is not allowed: the error, the words after 300 ms, and nothing waits any more', async () => {
    // attack 75
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const { core, frame, modal } = world
    const provider = core.use(createProvider)
    const open = provider
      .request({ method: 'personal_sign', params: ['0x00', frameAccounts.eip155] })
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    await expect(provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({
      code: 4100,
      message: 'Requested RPC call is not allowed',
    })
    expect(await open).toMatchObject({ code: 4001 })
    expect(frame.count('RPC_REQUEST')).toBe(1)
    await vi.advanceTimersByTimeAsync(299)
    expect(core.use(createNotices).$notice.get()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(core.use(createNotices).$notice.get()?.code).toBe('METHOD_NOT_ALLOWED')
    expect(modal.$open.get()).toBe(true)
  })

  test('eth_chainId is answered without the frame, and the frame follows the network', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const { core, frame, stored } = world
    await core.use(createConnection).switchTo(base)
    expect(await core.use(createProvider).request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(frame.count('RPC_REQUEST')).toBe(0)
    expect(frame.asked.at(-1)).toEqual({ name: 'SWITCH_NETWORK', payload: { chainId: 'eip155:8453' } })
    expect(stored('LAST_USED_CHAIN_KEY')).toBe('"eip155:8453"')
  })
})

describe('problems of the set-up', () => {
  testRows([
    [
      'a frame that does not load', // attack 81
      new FrameError('LOAD_FAILED', 'Unable to load email login dependency'),
      'FRAME_UNREACHABLE',
    ],
    ['a frame that does not answer', new FrameError('REQUEST_TIMEOUT', 'timeout'), 'FRAME_TIMEOUT'],
    ['an origin that is not allowed', new FrameError('ORIGIN_NOT_ALLOWED', 'no'), 'ORIGIN_NOT_ALLOWED'], // attack 4
    ['a clock that is wrong', new FrameError('CLOCK_SKEW', 'clock'), 'CLOCK_SKEW'], // attack 82
    ['a session that has expired', new FrameError('SESSION_EXPIRED', 'expired'), 'SESSION_EXPIRED'],
  ])('the developer is told of %s', async (_, error, code) => {
    const { login, core, frame } = start({}, { config: { ...config, debug: true } })
    frame.refuse('CONNECT_EMAIL', error)
    await expect(login.send(EMAIL)).rejects.toMatchObject({ code })
    await vi.waitFor(() => expect(core.use(createSetupAlerts).$alert.get()?.code).toBe(code))
  })
})

test('the frame is told of the theme, and of each change', async () => {
  const world = start({ isKnownDevice: true })
  await signIn(world)
  world.core.use(createTheme).setMode('dark')
  await vi.advanceTimersByTimeAsync(0)
  expect(world.frame.asked.at(-1)).toEqual({ name: 'SYNC_THEME', payload: { themeMode: 'dark', themeVariables: {} } })
})

test('the frame is told of the page', async () => {
  const { login, frame, core } = start()
  await login.send(EMAIL)
  expect(frame.made[0]?.dappData()).toMatchObject({ projectId: core.config.projectId, sdkType: 'wallet-modal' })
})

describe('another address', () => {
  test('a code to each address, and then it is the new one', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const { core, router, modal, stored } = world
    const update = core.use(createUpdateEmail)
    modal.open({ name: 'UpdateEmailWallet' })
    expect(await update.start(' lin@example.com ')).toBe('VERIFY_PRIMARY_OTP')
    router.push({ name: 'UpdateEmailPrimaryOtp' })
    await expect(update.confirmPrimary('000000')).rejects.toMatchObject({ code: 'OTP_INVALID' })
    await update.confirmPrimary(CODE)
    await update.confirmSecondary(CODE)
    expect(stored('EMAIL')).toBe('"lin@example.com"')
    expect(core.use(createEmbeddedUser).$user.get()?.email).toBe('lin@example.com')
  })

  test('shares the time between two mails with signing in', async () => {
    const world = start({ isKnownDevice: true })
    await signIn(world)
    const update = world.core.use(createUpdateEmail)
    world.modal.open({ name: 'UpdateEmailWallet' })
    await update.start('lin@example.com')
    await expect(update.start('max@example.com')).rejects.toMatchObject({ message: 'Please try again after 30 seconds' })
  })
})

test('the session of an earlier page is refused without a frame', async () => {
  const { core } = start({}, { config: { networks: [mainnet] } })
  await expect(core.use(createEmbedded).restore(core.signal)).rejects.toMatchObject({ code: 'NO_SERVICES' })
})
