// Signing in with a social login over a fake frame: the window, its address, how an attempt ends, Farcaster, and what the browser keeps.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { FrameError } from '../../../src/frame/frame-error.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createEmbedded } from '../../../src/state/embedded/embedded.js'
import { createEmbeddedUser, loginOf } from '../../../src/state/embedded/embedded-user.js'
import { createLoginWindow } from '../../../src/state/embedded/login-window.js'
import { offeredSocials, offersLogin } from '../../../src/state/embedded/offered.js'
import { createSocialLogin } from '../../../src/state/embedded/social-login.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { storageKey } from '../../../src/state/lib/storage.js'
import type { WindowSocial } from '../../../src/vocabulary/social.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createTestCore } from '../../support/core.js'
import { createFakeFrame, FARCASTER_URL, frameAccounts } from '../../support/fake-frame.js'
import { createLoginPopup } from '../../support/login-popup.js'
import { createTestWindow } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const services = { frame: 'https://wallet.example' }
const config: ModalConfig = { networks: [mainnet], services, features: { socials: true } }
const ada = { provider: 'google', userName: 'Ada', email: 'ada@example.com' }

function start({ isBlocked = false }: { readonly isBlocked?: boolean } = {}) {
  const frame = createFakeFrame()
  const popup = createLoginPopup({ isBlocked })
  const page = createTestWindow({ globals: { open: popup.open } })
  const made = createTestCore({ config, connectors: { embed: frame.embed }, window: page.window })
  const { core } = made
  const events: unknown[] = []
  core.on('event', (event) => /SOCIAL|CONNECT/.test(event.name) && events.push(event))
  core.use(createReactions)
  const modal = core.use(createModal)
  modal.open()
  const login = core.use(createSocialLogin)
  const router = core.use(createRouter)
  /** As the press of a provider's button, and its view. */
  async function press(social: WindowSocial = 'google') {
    const opening = core.use(createLoginWindow)
    opening.open('Continue with Google')
    router.push({ name: 'ConnectingSocial', social })
    login.begin(social, opening.take()?.popup)
    await vi.advanceTimersByTimeAsync(0)
  }
  async function farcaster() {
    router.push({ name: 'ConnectingFarcaster' })
    login.begin('farcaster')
    await vi.advanceTimersByTimeAsync(0)
  }
  async function end(outcome: Parameters<typeof frame.endSocial>[0]) {
    frame.endSocial(outcome)
    await vi.waitFor(() => expect(['failed', undefined]).toContain(login.$run.get()?.phase))
    await vi.advanceTimersByTimeAsync(0)
  }
  const stored = (name: string) => made.storage.getItem(storageKey(core, name))
  const connections = () => core.use(createConnection).$connections.get()
  return { ...made, frame, popup, page, events, modal, login, router, press, farcaster, end, stored, connections }
}

describe('what is offered', () => {
  const of = (socials: NonNullable<ModalConfig['features']>['socials'], more: ModalConfig = { services }) =>
    createTestCore({ config: { networks: [mainnet], features: { socials, email: false }, ...more } }).core.config

  test('nothing by default, and nothing without a frame', () => {
    expect(offeredSocials(of(undefined))).toEqual([])
    expect(offeredSocials(of(false))).toEqual([])
    expect(offersLogin(of(undefined))).toBe(false)
    expect(offeredSocials(of(true, {}))).toEqual([])
  })

  test('all in the order of the specification, or those of the page in its order', () => {
    expect(offeredSocials(of(true))).toEqual(['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'])
    expect(offeredSocials(of(['github', 'google']))).toEqual(['github', 'google'])
    expect(offersLogin(of(['github']))).toBe(true)
  })
})

describe('the window', () => {
  test('is opened in the press with a line of text and no way back, and led to the address on the frame’s origin', async () => {
    const { login, popup, frame, press } = start()
    await press()
    expect([popup.note(), popup.hasOpener()]).toEqual(['Continue with Google', false])
    expect(popup.visited).toEqual(['https://wallet.example/oauth/start/google'])
    expect(login.$run.get()).toMatchObject({ social: 'google', phase: 'away' })
    expect(frame.asked.map(({ name, payload }) => [name, payload])).toEqual([
      ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }],
      ['CONNECT_SOCIAL', { uri: 'https://wallet.example/oauth/start/google' }],
    ])
  })

  testRows([
    'javascript:alert(1)//https://wallet.example',
    'data:text/html,hello',
    'blob:https://wallet.example/0b3f',
    'http://wallet.example/oauth/start/1',
    'https://wallet.example.evil.example/oauth/start/1',
    'https://wallet.example:8443/oauth/start/1',
    'https://somebody:secret@wallet.example/oauth/start/1',
    'https://accounts.google.com/o/oauth2/v2/auth',
  ])('%s is not opened', async (uri) => {
    // attack 41
    const { login, popup, frame, press } = start()
    frame.on('GET_SOCIAL_REDIRECT_URI', () => ({ uri }))
    await press()
    expect(popup.visited).toEqual([])
    expect(popup.closed()).toBe(true)
    expect(login.$run.get()).toMatchObject({ phase: 'failed' })
    expect(frame.count('CONNECT_SOCIAL')).toBe(0)
    // What is no web address at all the protocol refuses before.
    expect(login.$run.get()?.error?.code).toMatch(/^(?:MALFORMED_RESPONSE|WALLET_FAILED|UNKNOWN)$/)
    if (uri.startsWith('http')) expect(login.$run.get()?.error?.code).toBe('MALFORMED_RESPONSE')
  })

  test('a browser that opens none: the address stays for a press, and the login goes on', async () => {
    // attack 40
    const { login, press, end, connections } = start({ isBlocked: true })
    await press()
    expect(login.$run.get()).toMatchObject({ phase: 'blocked', url: 'https://wallet.example/oauth/start/google' })
    login.opened()
    expect(login.$run.get()?.phase).toBe('away')
    await end(ada)
    expect(connections()).toHaveLength(1)
  })

  test('a window that is gone ends nothing, because a site may have cut it off; the login completes', async () => {
    // attack 40
    const { login, popup, press, end, connections } = start()
    await press()
    popup.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(login.$run.get()).toMatchObject({ phase: 'gone' })
    await end(ada)
    expect(connections()).toHaveLength(1)
  })

  test('a site that cuts its window off, while the visitor is there: nothing is asked before they are back', async () => {
    // attack 40
    const { login, popup, page, press } = start()
    await press()
    page.go('unfocused')
    popup.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(login.$run.get()).toMatchObject({ phase: 'away' })
    page.go('focused')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(login.$run.get()).toMatchObject({ phase: 'gone' })
  })

  test('another attempt ends the one before, and its window', async () => {
    const { login, popup, frame, press } = start()
    await press()
    popup.close()
    await vi.advanceTimersByTimeAsync(1_000)
    await press('x')
    expect(login.$run.get()).toMatchObject({ social: 'x', phase: 'away' })
    expect(popup.visited).toEqual(['https://wallet.example/oauth/start/google', 'https://wallet.example/oauth/start/x'])
    expect(frame.count('CONNECT_SOCIAL')).toBe(2)
  })

  test('one that no login takes over is closed with the modal', () => {
    const { core, popup, modal } = start()
    core.use(createLoginWindow).open('Continue with Google')
    modal.close()
    expect(popup.closed()).toBe(true)
    expect(core.use(createLoginWindow).take()).toBeUndefined()
  })
})

describe('how it ends', () => {
  test('signed in: connected, remembered, told, and the window and the modal are closed', async () => {
    const { core, popup, modal, login, press, end, stored, connections, events } = start()
    await press()
    await end(ada)
    expect(connections()[0]?.grant.accounts[0]?.address).toBe(frameAccounts.eip155)
    expect(core.use(createEmbeddedUser).$user.get()).toEqual(ada)
    expect(['EMAIL', 'SOCIAL_USERNAME', 'EMAIL_LOGIN_USED_KEY'].map(stored)).toEqual(['"ada@example.com"', '"Ada"', '"true"'])
    expect([popup.closed(), modal.$open.get(), login.$run.get()]).toEqual([true, false, undefined])
    expect(events).toEqual([
      { name: 'SOCIAL_LOGIN_STARTED', provider: 'google' },
      { name: 'SOCIAL_LOGIN_REQUEST_USER_DATA', provider: 'google' },
      { name: 'SOCIAL_LOGIN_SUCCESS', provider: 'google' },
      { name: 'CONNECT_SUCCESS', method: 'social', wallet: 'wallet.example' },
    ])
  })

  test('a provider without an address of the visitor: none is kept', async () => {
    const { press, end, stored } = start()
    await press('x')
    await end({ provider: 'x', userName: 'ada' })
    expect([stored('EMAIL'), stored('SOCIAL_USERNAME')]).toEqual([null, '"ada"'])
  })

  test('disconnecting deletes the name too', async () => {
    const { core, press, end, stored } = start()
    await press()
    await end(ada)
    await core.use(createConnection).disconnect()
    expect(['EMAIL', 'SOCIAL_USERNAME', 'EMAIL_LOGIN_USED_KEY', 'LAST_USED_CHAIN_KEY'].map(stored)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('after a reload it is connected again, with what the frame knows of the visitor', async () => {
    const { core, press, end } = start()
    await press()
    await end(ada)
    const session = await core.use(createEmbedded).restore(core.signal)
    expect(session.user).toEqual(ada)
  })

  testRows([
    ['declined', new FrameError('CANCELLED', 'no'), 'USER_REJECTED', 'SOCIAL_LOGIN_CANCELED'],
    ['not finished in time', new FrameError('LOGIN_EXPIRED', 'late'), 'LOGIN_EXPIRED', 'SOCIAL_LOGIN_ERROR'],
    ['refused', new FrameError('LOGIN_REFUSED', 'no'), 'SIGN_IN_INVALID', 'SOCIAL_LOGIN_ERROR'],
    ['the provider is away', new FrameError('PROVIDER_UNAVAILABLE', 'away'), 'NETWORK_ERROR', 'SOCIAL_LOGIN_ERROR'],
    ['the services have no client of it', new FrameError('PROVIDER_NOT_OFFERED', 'no'), 'CONFIG_INVALID', 'SOCIAL_LOGIN_ERROR'],
    ['offline', new FrameError('OFFLINE', 'away'), 'NETWORK_ERROR', 'SOCIAL_LOGIN_ERROR'], // attack 80
    ['the frame does not answer', new FrameError('REQUEST_TIMEOUT', 'late'), 'FRAME_TIMEOUT', 'SOCIAL_LOGIN_ERROR'],
    ['the frame has ended it', new FrameError('ABORTED', 'Something went wrong'), 'ABORTED', 'SOCIAL_LOGIN_ERROR'],
  ])('%s: said, the window is closed, and another attempt can be made', async (_, error, code, event) => {
    const { login, popup, press, end, connections, events } = start()
    await press()
    await end(error)
    expect(login.$run.get()).toMatchObject({ social: 'google', phase: 'failed', error: { code } })
    expect(popup.closed()).toBe(true)
    expect(events.at(-1)).toEqual({ name: event, provider: 'google' })
    await press()
    await end(ada)
    expect(connections()).toHaveLength(1)
  })

  test('Back, and closing the modal, end the attempt and close the window', async () => {
    for (const leave of ['back', 'close'] as const) {
      const { login, popup, modal, press, events, end, connections } = start()
      await press()
      modal[leave]()
      await vi.advanceTimersByTimeAsync(0)
      expect([login.$run.get(), popup.closed()]).toEqual([undefined, true])
      expect(events.at(-1)).toEqual({ name: 'SOCIAL_LOGIN_CANCELED', provider: 'google' })
      await end(ada)
      expect(connections()).toEqual([])
    }
  })

  test('what is no social login begins nothing', () => {
    const { login, frame } = start()
    login.begin('constructor' as 'google')
    expect([login.$run.get(), frame.asked]).toEqual([undefined, []])
  })
})

testRows([
  [
    { provider: 'discord', userName: 'ada#0' },
    { social: 'discord', name: 'ada' },
  ],
  [
    { provider: 'discord', userName: 'neo10' },
    { social: 'discord', name: 'neo10' },
  ],
  [
    { provider: 'github', userName: 'ada#0' },
    { social: 'github', name: 'ada#0' },
  ],
  [
    { provider: 'x', userName: '\u202eada\nlovelace' },
    { social: 'x', name: 'ada lovelace' },
  ],
  [
    { provider: 'google', email: 'ada@example.com' },
    { social: 'google', name: 'ada@example.com' },
  ],
  [
    { provider: 'email', userName: 'Ada', email: 'ada@example.com' },
    { social: undefined, name: 'ada@example.com' },
  ],
  [
    { provider: 'constructor', email: 'ada@example.com' },
    { social: undefined, name: 'ada@example.com' },
  ],
])('how somebody is known: %j', (user, expected) => {
  expect(loginOf(user)).toEqual(expected)
})

describe('Farcaster', () => {
  test('the address for the code, and connected once it is approved', async () => {
    const { login, farcaster, end, stored, connections, frame } = start()
    await farcaster()
    expect(login.$run.get()).toEqual({ social: 'farcaster', phase: 'away', url: FARCASTER_URL })
    await end({ provider: 'farcaster', userName: '!7' })
    expect(connections()).toHaveLength(1)
    expect(stored('SOCIAL_USERNAME')).toBe('"!7"')
    expect(frame.count('RELOAD')).toBe(0)
  })

  test('Back clears the address, ends the attempt, and has the frame load anew', async () => {
    // attack 44
    const { login, farcaster, modal, frame } = start()
    await farcaster()
    modal.back()
    await vi.advanceTimersByTimeAsync(0)
    expect(login.$run.get()).toBeUndefined()
    expect(frame.count('RELOAD')).toBe(1)
  })

  test('a code that has expired, or a relay that is away, is said, and another one can be had', async () => {
    // attack 44
    const { login, farcaster, end, frame } = start()
    frame.refuse('GET_FARCASTER_URI', new FrameError('PROVIDER_UNAVAILABLE', 'away'))
    await farcaster()
    expect(login.$run.get()).toMatchObject({ phase: 'failed', error: { code: 'NETWORK_ERROR' } })
    frame.refuse('GET_FARCASTER_URI', undefined)
    await farcaster()
    await end(new FrameError('LOGIN_EXPIRED', 'late'))
    expect(login.$run.get()).toMatchObject({ phase: 'failed', error: { code: 'LOGIN_EXPIRED' } })
    await farcaster()
    expect(login.$run.get()).toMatchObject({ phase: 'away', url: FARCASTER_URL })
  })

  test.each(['javascript:alert(1)', 'http://farcaster.example/sign-in'])('the address %s is not shown', async (url) => {
    const { login, farcaster, frame } = start()
    frame.on('GET_FARCASTER_URI', () => ({ url }))
    await farcaster()
    expect(login.$run.get()).toMatchObject({ phase: 'failed' })
    expect(login.$run.get()?.url).toBeUndefined()
  })
})
