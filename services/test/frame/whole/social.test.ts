// Logging in with an account elsewhere, by the handlers of the frame, the real services, and what plays the providers and Farcaster here.
import { verifyMessage } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { startFarcasterRelay } from '../../../devnet/farcaster-relay/relay.js'
import { startIdentityProvider } from '../../../devnet/identity-provider/provider.js'
import { socialProviders, type SocialProvider, type SocialSettings } from '../../../src/settings/social.js'
import { logInAs } from '../../embedded/social/support.js'
import type { Visit } from '../../embedded/social/browser.js'
import { engine, type Engine } from '../../support/engines.js'
import { APP, logIn as logInByMail, openBrowser, openWorld, OTHER_APP, type Browser, type Tab } from './support.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const hello = '0x68656c6c6f'

/** The services with the six providers, or some of them. */
async function openSocialWorld({ only }: { only?: readonly SocialProvider[] } = {}) {
  const idp = await startIdentityProvider()
  onTestFinished(() => idp.stop())
  const offered = Object.entries(idp.settings).filter(([name]) => !only || only.includes(name as SocialProvider))
  const social: SocialSettings = { providers: Object.fromEntries(offered) }
  const world = await openWorld(engine, {}, { social })
  idp.allow(world.url)
  return { world, idp }
}

const ask = async (tab: Tab, provider: SocialProvider) => (await tab.ask('GET_SOCIAL_REDIRECT_URI', { provider })).uri

/** From the window that the page opens to the provider's page. Where no cookie of the frame came along, a person is asked first. */
async function toProvider({ window }: Browser, uri: string): Promise<{ page: Visit; wasAsked: boolean }> {
  const first = await window.open(uri)
  const go = /href="([^"]*go=[^"]*)"/.exec(first.text)?.[1]
  if (go === undefined) return { page: first, wasAsked: false }
  expect(first.text).toContain(new URL(APP).host)
  return { page: await window.open(new URL(go.replace(/&#38;|&amp;/g, '&'), first.url).href), wasAsked: true }
}
/** What a person does in the window. */
async function inWindow(browser: Browser, uri: string, fields: Readonly<Record<string, string>> = { person: 'ada' }) {
  return logInAs(browser.window, (await toProvider(browser, uri)).page, fields)
}
/** A whole login. */
async function logIn(browser: Browser, tab: Tab, provider: SocialProvider, person = 'ada') {
  const uri = await ask(tab, provider)
  const waiting = tab.ask('CONNECT_SOCIAL', { uri, chainId: 'eip155:1' })
  await inWindow(browser, uri, { person })
  return waiting
}
/** The end of a promise that must not be left without a listener. */
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )
const isSignedIn = async (tab: Tab) => (await tab.ask('IS_CONNECTED')).isConnected

test(
  'each of the six providers leads to a wallet of its own, whatever address it names', // attacks 40 and 42
  async () => {
    const { world } = await openSocialWorld()
    const seen: Record<string, unknown> = {}
    const addresses = new Set<string>()
    for (const provider of socialProviders) {
      const browser = openBrowser(world)
      const tab = await browser.tab()
      const { address, ...reply } = await logIn(browser, tab, provider)
      seen[provider] = [reply.userName, reply.email]
      expect(reply).toMatchObject({ chainId: 1, accounts: [{ address, type: 'eoa' }], preferredAccountType: 'eoa' })
      expect(await tab.ask('GET_USER')).toMatchObject({ address, provider })
      expect(tab.person.asked).toEqual([])
      addresses.add(address)
      if (provider !== 'apple') continue
      await tab.ask('SIGN_OUT')
      // Apple tells the name once; the wallet is the same.
      expect(await logIn(browser, tab, provider)).toMatchObject({ address, userName: 'Ada Test' })
    }
    expect(seen).toEqual({
      google: ['Ada Test', 'ada@example.org'],
      github: ['Ada Test', 'ada@example.org'],
      apple: ['Ada Test', expect.stringMatching(/@privaterelay\.appleid\.example$/)],
      facebook: ['Ada Test', null],
      x: ['ada', null],
      discord: ['Ada Test', 'ada@example.org'],
    })
    addresses.add((await logInByMail(world, await openBrowser(world).tab())).address)
    expect(addresses.size).toBe(7)
  },
)

test('the window goes to the provider at once where the browser keeps the frame’s cookie, and asks first where it does not', async () => {
  const { world } = await openSocialWorld({ only: ['discord'] })
  for (const isCrossSite of [false, true]) {
    const browser = openBrowser(world)
    browser.isCrossSite = isCrossSite
    const tab = await browser.tab()
    const uri = await ask(tab, 'discord')
    expect(uri).toMatch(new RegExp(`^${world.url}/oauth/start/[\\w-]{16,}$`))
    const { page, wasAsked } = await toProvider(browser, uri)
    expect(wasAsked).toBe(isCrossSite)
    await logInAs(browser.window, page, { person: 'ada' })
    expect(await tab.ask('CONNECT_SOCIAL', { uri })).toMatchObject({ userName: 'Ada Test' })
  }
})

test('on another device the same account opens a young wallet, and waits for an older one', async () => {
  // attacks 27 and 42
  const { world } = await openSocialWorld({ only: ['github'] })
  const first = openBrowser(world)
  const { address } = await logIn(first, await first.tab(), 'github')
  const [second, third] = [openBrowser(world), openBrowser(world)]
  const tab = await second.tab()
  expect(await logIn(second, tab, 'github')).toMatchObject({ address })
  const signature = (await tab.rpc('personal_sign', [hello, address])) as `0x${string}`
  expect(await verifyMessage({ address: address as `0x${string}`, message: 'hello', signature })).toBe(true)
  world.later(8 * DAY)
  const held = await third.tab()
  expect(await logIn(third, held, 'github')).toMatchObject({ address })
  await expect(held.rpc('personal_sign', [hello, address])).rejects.toMatchObject({ code: 'RECOVERY_HELD' })
  expect(held.person.approvals).toEqual([])
})

test('GET_USER with the address of a login waits for it, as CONNECT_SOCIAL does', async () => {
  const { world } = await openSocialWorld({ only: ['x'] })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const socialUri = await ask(tab, 'x')
  const waiting = tab.ask('GET_USER', { socialUri })
  await inWindow(browser, socialUri, { person: 'bo' })
  expect(await waiting).toMatchObject({ userName: 'bo', provider: 'x' })
  expect(await codeOf(tab.ask('GET_USER', { socialUri }))).toBe('LOGIN_EXPIRED')
})

test('cancelled at the provider is told apart from refused; nobody is signed in, and another try works', async () => {
  // attack 39
  const { world } = await openSocialWorld({ only: ['google', 'apple'] })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  for (const provider of ['google', 'apple'] as const) {
    const uri = await ask(tab, provider)
    const waiting = codeOf(tab.ask('CONNECT_SOCIAL', { uri }))
    await inWindow(browser, uri, { cancel: '1' })
    expect(await waiting).toBe('CANCELLED')
    expect(await codeOf(tab.ask('CONNECT_SOCIAL', { uri }))).toBe('LOGIN_EXPIRED')
  }
  // Somebody else's window took part.
  const uri = await ask(tab, 'google')
  const waiting = codeOf(tab.ask('CONNECT_SOCIAL', { uri }))
  const { page } = await toProvider(browser, uri)
  const state = new URL(page.path[1] ?? '').searchParams.get('state') ?? ''
  await openBrowser(world).window.open(`${world.url}/oauth/callback/google?code=x&state=${state}`)
  expect(await waiting).toBe('LOGIN_REFUSED')
  expect(await isSignedIn(tab)).toBe(false)
  await logIn(browser, tab, 'google')
  expect(await isSignedIn(tab)).toBe(true)
})

test('a wrong state ends nothing; a login that has ended is not waited for again', async () => {
  // attack 39
  const { world } = await openSocialWorld({ only: ['google'] })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const uri = await ask(tab, 'google')
  const waiting = tab.ask('CONNECT_SOCIAL', { uri })
  const { page } = await toProvider(browser, uri)
  await browser.window.open(`${world.url}/oauth/callback/google?code=x&state=${'A'.repeat(43)}`)
  await browser.window.open(`${world.url}/oauth/callback/google?error=access_denied`)
  await logInAs(browser.window, page, { person: 'ada' })
  expect(await waiting).toMatchObject({ userName: 'Ada Test' })
  expect(await codeOf(tab.ask('CONNECT_SOCIAL', { uri }))).toBe('LOGIN_EXPIRED')
  expect(await isSignedIn(tab)).toBe(true)
})

test('a login ends with its time, and when the provider is away', async () => {
  // attack 40
  const { world, idp } = await openSocialWorld({ only: ['google', 'github'] })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const late = await ask(tab, 'github')
  world.later(10 * 60_000)
  expect((await browser.window.open(late)).url.search).toContain('as=failed')
  expect(await codeOf(tab.ask('CONNECT_SOCIAL', { uri: late }))).toBe('LOGIN_EXPIRED')
  await idp.stop()
  const uri = await ask(tab, 'google')
  const waiting = codeOf(tab.ask('CONNECT_SOCIAL', { uri }))
  expect((await browser.window.open(uri)).url.search).toContain('as=failed')
  expect(await waiting).toBe('PROVIDER_UNAVAILABLE')
})

test('a page that leaves has nobody signed in, whatever the window does then', async () => {
  // attack 40
  const { world } = await openSocialWorld({ only: ['discord'] })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const leave = new AbortController()
  const uri = await ask(tab, 'discord')
  const waiting = codeOf(tab.ask('CONNECT_SOCIAL', { uri }, APP, leave.signal))
  const { page } = await toProvider(browser, uri)
  leave.abort()
  expect(await waiting).toBe('ABORTED')
  await logInAs(browser.window, page, { person: 'ada' })
  expect(await isSignedIn(tab)).toBe(false)
  expect(await codeOf(tab.ask('CONNECT_SOCIAL', { uri }))).toBe('LOGIN_EXPIRED')

  // In the last moments: the session is there already, and is ended again.
  for (const step of ['/api/consent', '/api/wallet/create']) {
    const last = new AbortController()
    browser.through = (path, next) => {
      if (path === step) last.abort()
      return next()
    }
    const next = await ask(tab, 'discord')
    const ended = codeOf(tab.ask('CONNECT_SOCIAL', { uri: next }, APP, last.signal))
    await inWindow(browser, next)
    expect([step, await ended, await isSignedIn(tab)]).toEqual([step, 'ABORTED', false])
    expect(browser.called.at(-1)).toBe('/api/session/end')
    browser.through = (_, pass) => pass()
  }
})

test('a second login ends the first, and so do one by e-mail and a sign-out', async () => {
  const { world } = await openSocialWorld({ only: ['x', 'discord'] })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const others: readonly (() => Promise<unknown>)[] = [
    () => tab.ask('CONNECT_EMAIL', { email: 'ada@example.org' }),
    () => tab.ask('SIGN_OUT'),
    () => ask(tab, 'discord'),
  ]
  for (const other of others) {
    const uri = await ask(tab, 'x')
    const waiting = codeOf(tab.ask('CONNECT_SOCIAL', { uri }))
    const { page } = await toProvider(browser, uri)
    await other()
    expect(await waiting).toBe('ABORTED')
    await logInAs(browser.window, page, { person: 'bo' })
    expect(await isSignedIn(tab)).toBe(false)
  }
  // Of two that are asked for at once, the later one is open.
  const [early, uri] = [codeOf(ask(tab, 'x')), ask(tab, 'discord')]
  expect(await early).toBe('ABORTED')
  const both = [tab.ask('CONNECT_SOCIAL', { uri: await uri }), tab.ask('CONNECT_SOCIAL', { uri: await uri })]
  await inWindow(browser, await uri)
  for (const reply of await Promise.all(both)) expect(reply).toMatchObject({ userName: 'Ada Test' })
})

test('an address that is not the open login’s is refused unasked, and so is one that the services should not give', async () => {
  // attack 41
  const { world } = await openSocialWorld({ only: ['google'] })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const uri = await ask(tab, 'google')
  browser.called.length = 0
  for (const other of ['javascript:alert(1)', 'data:text/html,x', 'https://evil.example/', `${uri}x`, `${uri}?a=b`, ''])
    expect(await codeOf(tab.ask('CONNECT_SOCIAL', { uri: other }))).toBe('LOGIN_EXPIRED')
  // It belongs to the page that asked for it.
  expect(await codeOf(tab.ask('CONNECT_SOCIAL', { uri }, OTHER_APP))).toBe('LOGIN_EXPIRED')
  expect(await codeOf(tab.ask('CONNECT_FARCASTER'))).toBe('LOGIN_EXPIRED')
  expect(browser.called).toEqual([])
  for (const lie of ['javascript:alert(1)', 'https://evil.example/oauth/start/x', 'no address']) {
    browser.through = async (_, next) => Response.json({ ...((await (await next()).json()) as object), uri: lie })
    expect(await codeOf(ask(tab, 'google'))).toBe('SERVICES_UNAVAILABLE')
    expect(await codeOf(tab.ask('CONNECT_SOCIAL', { uri: lie }))).toBe('LOGIN_EXPIRED')
  }
})

test('what the operator has not set up is said to be so; a strange origin and a missing network have their codes, too', async () => {
  const { world } = await openSocialWorld({ only: ['google'] })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  browser.called.length = 0
  expect(await codeOf(ask(tab, 'apple'))).toBe('PROVIDER_NOT_OFFERED')
  expect(await codeOf(tab.ask('GET_FARCASTER_URI'))).toBe('PROVIDER_NOT_OFFERED')
  expect(browser.called).toEqual([])
  const strange = tab.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' }, 'https://evil.example')
  expect(await codeOf(strange)).toBe('ORIGIN_NOT_ALLOWED')
  browser.isOnline = false
  expect(await codeOf(ask(tab, 'google'))).toBe('OFFLINE')
})

test('Farcaster signs a person in by the code; a false claim, a late one and a relay that is away do not', async () => {
  // attacks 43 and 44
  const { world, relay } = await openFarcasterWorld(engine)
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const scan = async (url: string, person: string) => {
    const { window } = openBrowser(world) // the phone
    return window.submit(await window.open(url), { person })
  }
  const begin = async () => (await tab.ask('GET_FARCASTER_URI')).url

  // Back, and again: the first code is worth nothing any more.
  const leave = new AbortController()
  const first = await begin()
  const left = codeOf(tab.ask('CONNECT_FARCASTER', undefined, APP, leave.signal))
  leave.abort()
  expect(await left).toBe('ABORTED')
  await scan(first, '0')
  expect(await codeOf(tab.ask('CONNECT_FARCASTER'))).toBe('LOGIN_EXPIRED')

  const claimed = await begin()
  expect(claimed).not.toBe(first)
  await scan(claimed, '2')
  expect(await codeOf(tab.ask('CONNECT_FARCASTER'))).toBe('LOGIN_REFUSED')

  await begin()
  world.later(5 * 60_000)
  expect(await codeOf(tab.ask('CONNECT_FARCASTER'))).toBe('LOGIN_EXPIRED')
  expect(await isSignedIn(tab)).toBe(false)

  const url = await begin()
  const waiting = tab.ask('CONNECT_FARCASTER')
  await scan(url, '0')
  expect(await waiting).toEqual({ userName: '!101' })
  const user = await tab.ask('GET_USER')
  expect(user).toMatchObject({ provider: 'farcaster', userName: '!101', email: null })
  const signature = (await tab.rpc('personal_sign', [hello, user.address])) as `0x${string}`
  expect(await verifyMessage({ address: user.address as `0x${string}`, message: 'hello', signature })).toBe(true)

  for (const lie of ['javascript:alert(1)', 'http://evil.example/', 'no address']) {
    browser.through = async (_, next) => Response.json({ ...((await (await next()).json()) as object), url: lie })
    expect(await codeOf(tab.ask('GET_FARCASTER_URI'))).toBe('SERVICES_UNAVAILABLE')
  }
  browser.through = (_, next) => next()
  await relay.stop()
  expect(await codeOf(tab.ask('GET_FARCASTER_URI'))).toBe('SERVICES_UNAVAILABLE')
})

async function openFarcasterWorld(engine: Engine) {
  const relay = await startFarcasterRelay()
  onTestFinished(() => relay.stop())
  const world = await openWorld(engine, {}, { social: { providers: {}, farcaster: relay.settings } })
  return { world, relay }
}
