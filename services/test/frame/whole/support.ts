// A frame as it runs in a browser, joined to the real services: the handlers that a page reaches over the channel, with the real keys behind a port.
// What a person does (reads mail, approves, writes a code down) a test does.
import { onTestFinished, vi } from 'vitest'
import { FrameError } from '../../../../src/frame/frame-error.js'
import type { FramePayload, FrameReply, FrameRequestName } from '../../../../src/frame/messages.js'
import { createApi } from '../../../frame/api.js'
import type { Approval } from '../../../frame/approvals/types.js'
import { composeFrame, type Frame } from '../../../frame/compose.js'
import { loadDevice } from '../../../frame/device.js'
import type { Keyring } from '../../../frame/keys/keyring.js'
import { createPage, type WalletPage } from '../../../frame/page/page.js'
import { en } from '../../../frame/page/messages.js'
import type { PageTools } from '../../../frame/page/tools.js'
import { createLock } from '../../../frame/locks.js'
import { createApprove } from '../../../frame/rpc/approve.js'
import { createSender } from '../../../frame/rpc/send.js'
import type { Screens } from '../../../frame/screens.js'
import { createStore } from '../../../frame/store.js'
import { compose } from '../../../src/compose.js'
import type { Db } from '../../../src/db/db.js'
import { migrate } from '../../../src/db/migrations.js'
import type { KeptMail } from '../../../src/embedded/mails/mailbox.js'
import { listen } from '../../../src/http/server.js'
import { createLog } from '../../../src/operations/log.js'
import type { Config } from '../../../src/settings/config.js'
import type { Authenticators } from '../../../frame/passkeys/webauthn.js'
import { createKeeper } from '../../../src/recovery/keeper.js'
import { recoverySteps } from '../../../src/recovery/tables.js'
import { openBrowser as openWindow, type TestBrowser } from '../../embedded/social/browser.js'
import { callLink, CHEAP_CODES, codeIn, frameSettings, tokenIn } from '../../embedded/support/frame.js'
import type { FrameConfig } from '../../../src/embedded/wire.js'
import type { Engine } from '../../support/engines.js'
import { testConfig, type ServicesOptions } from '../../support/services.js'
import { serve } from '../keys/support.js'
import { memoryTable, tabChannels } from '../page/support.js'

export const APP = 'http://localhost:5173'
export const OTHER_APP = 'http://localhost:5174'

export interface World {
  readonly url: string
  now(): number
  later(ms: number): void
  /** Of one mailbox, newest first. */
  mails(to: string): Promise<readonly KeptMail[]>
  /** All rows of the services' database, and of the recovery service's. */
  dump(): Promise<{ readonly services: string; readonly recovery: string }>
}

/** The services with the embedded wallet, until the test ends. */
export async function openWorld(
  engine: Engine,
  settings: Parameters<typeof frameSettings>[0] = {},
  {
    onLog,
    social,
    smartAccounts,
    ...options
  }: Pick<ServicesOptions, 'evmUrl' | 'chains'> &
    Pick<Config, 'social' | 'smartAccounts'> & { readonly onLog?: (line: string) => void } = {},
): Promise<World> {
  let passed = 0
  const now = () => Date.now() + passed
  const db = await engine.open()
  const config = testConfig({
    chains: { 'eip155:1': ['http://127.0.0.1:1'] },
    ...options,
    config: { frame: frameSettings(settings), smartAccounts, ...(social && { dev: true, social }) },
  })
  const kept = await engine.open()
  await migrate(kept, recoverySteps)
  const recovery = createKeeper({ db: kept, key: 'fedcba9876543210'.repeat(4), now })
  const log = createLog(onLog ? { level: 'debug', write: onLog } : { level: 'silent' })
  const parts = compose({ config, db, log, now, recovery, codeCost: CHEAP_CODES })
  const embedded = parts.embedded
  if (!embedded) throw new Error('the embedded wallet is off')
  const services = await listen(parts.app, { host: '127.0.0.1', port: 0 })
  const frame = await listen(embedded.app, { host: '127.0.0.1', port: 0 })
  embedded.listensAt(frame.url)
  onTestFinished(async () => {
    await parts.stop()
    await Promise.all([services.stop(100), frame.stop(100)])
    await Promise.all([db.close(), kept.close()])
  })
  return {
    url: frame.url,
    now,
    later: (ms) => void (passed += ms),
    async mails(to) {
      await embedded.post.settle()
      const response = await fetch(`${services.url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
      return ((await response.json()) as { mails: KeptMail[] }).mails
    },
    dump: async () => ({ services: await dumpOf(db), recovery: await dumpOf(kept) }),
  }
}

async function dumpOf(db: Db): Promise<string> {
  const tables = await db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_name like 'embedded%' or table_name like 'recovery%'",
  )
  return JSON.stringify(await Promise.all(tables.map(({ name }) => db.query(`select * from ${name}`))))
}

/** What a person does when they are asked. */
export interface Person {
  consents: boolean
  /** Undefined: gives up. */
  code: string | undefined
  /** Whether a recovery code is written down. */
  writes: boolean
  approves: boolean
  /** What is answered when a passkey is asked for; default: it is used. */
  passkey: 'other' | 'cancelled' | undefined
  readonly asked: string[]
  readonly approvals: Approval[]
}

export interface Tab {
  readonly frame: Frame
  readonly keyring: Keyring
  readonly person: Person
  /** Tokens that the page was sent. */
  readonly tokens: string[]
  readonly thumbprint: string
  /** As a page asks. */
  ask<N extends FrameRequestName>(
    name: N,
    payload?: FramePayload<N>,
    origin?: string,
    signal?: AbortSignal,
  ): Promise<FrameReply<N>>
  rpc(method: string, params?: unknown, more?: Partial<FramePayload<'RPC_REQUEST'>>, origin?: string): Promise<unknown>
}

function personOf(): Person {
  return { consents: true, code: undefined, writes: true, approves: true, passkey: undefined, asked: [], approvals: [] }
}

/** Asked by the frame's own screens, a person does what is said of them. */
function screensOf(person: Person): Screens {
  return {
    async askConsent({ origin, user }) {
      person.asked.push(`consent ${origin} ${user ?? ''}`)
      return person.consents
    },
    async showCode(code) {
      person.asked.push('code')
      if (!person.writes) throw new FrameError('USER_REJECTED', 'User rejected the request')
      person.code = code
    },
    async askCode(check) {
      person.asked.push('enter code')
      return person.code !== undefined && check(person.code)
    },
    async askPasskey({ can, other }, unlock) {
      person.asked.push(`passkey ${can} or ${other ?? 'nothing'}`)
      if (person.passkey) return person.passkey
      await unlock()
      return 'opened'
    },
    async tellNotKept() {
      person.asked.push('not kept')
    },
  }
}

/** One call over the network. */
export interface Exchanged {
  readonly path: string
  readonly asked: string
  readonly answered: string
}

export interface Browser {
  readonly table: ReturnType<typeof memoryTable>
  /** False: nothing reaches the services. */
  isOnline: boolean
  /** A JSON-RPC method at whose first call the network goes away: the call does not arrive. */
  breakAt: string | undefined
  /** Paths that were called. */
  readonly called: string[]
  /** Each call with its headers and body, and what was answered. */
  readonly wire: Exchanged[]
  /** Its windows, which have cookies of their own where the frame is on another site than the page. */
  readonly window: TestBrowser
  isCrossSite: boolean
  /** Passkeys that this browser can ask for. */
  authenticators: Authenticators | undefined
  /** Stands between the frame and the services; default: passes on. */
  through: (path: string, next: () => Promise<Response>) => Promise<Response>
  tab(): Promise<Tab>
  /** The page `/wallet`, before it has looked who is signed in. */
  walletPage(): Promise<PageTab>
}

/** The page `/wallet` in a tab of its own. */
export interface PageTab {
  readonly page: WalletPage
  readonly keyring: Keyring
  readonly person: Person
  /** How often it was drawn anew. */
  readonly drawn: { times: number }
  /** What it gave to the browser. */
  readonly tools: TestTools
}

/** What a browser is given by the page. */
export interface TestTools extends PageTools {
  readonly copied: string[]
  readonly saved: { readonly name: string; readonly text: string }[]
  /** The page is looked at no longer. */
  hide(): void
  /** What was to come after a time comes now. */
  pass(): void
}

function testTools(): TestTools {
  const [copied, saved, hidden, later] = [[] as string[], [] as TestTools['saved'], new Set<() => void>(), new Set<() => void>()]
  const add = (to: Set<() => void>, listener: () => void) => {
    to.add(listener)
    return () => void to.delete(listener)
  }
  return {
    copied,
    saved,
    copy: async (text) => void copied.push(text),
    download: (name, text) => void saved.push({ name, text }),
    onHidden: (listener) => add(hidden, listener),
    after: (_, listener) => add(later, listener),
    hide: () => [...hidden].forEach((listener) => listener()),
    pass: () => [...later].forEach((listener) => listener()),
  }
}

/** One partition of a browser. @param over what the services say otherwise of themselves */
export function openBrowser(world: World, over: Partial<FrameConfig> = {}): Browser {
  const table = memoryTable()
  const lock = createLock(undefined)
  const tabs = tabChannels()
  const called: string[] = []
  const wire: Exchanged[] = []
  const browser: Browser = {
    table,
    isOnline: true,
    breakAt: undefined,
    called,
    wire,
    window: openWindow(),
    isCrossSite: false,
    authenticators: undefined,
    through: (_, next) => next(),
    tab,
    walletPage,
  }
  const send: typeof globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (browser.breakAt !== undefined && typeof init?.body === 'string' && init.body.includes(browser.breakAt))
      browser.isOnline = false
    if (!browser.isOnline) throw new TypeError('Failed to fetch')
    called.push(url.pathname)
    const headers = new Headers(init?.headers)
    headers.set('origin', world.url)
    headers.set('sec-fetch-site', 'same-origin')
    const hasCookies = init?.credentials === 'same-origin' && !browser.isCrossSite
    const cookies = [...browser.window.cookies(world.url)].map(([name, value]) => `${name}=${value}`)
    if (hasCookies && cookies.length > 0) headers.set('cookie', cookies.join('; '))
    return browser.through(url.pathname, async () => {
      const given = { method: init?.method ?? 'GET', headers, body: init?.body ?? null, signal: init?.signal ?? null }
      const response = await fetch(url, given)
      if (hasCookies) browser.window.keep(world.url, response.headers)
      const asked = JSON.stringify([url.href, ...headers, given.body])
      const answered = JSON.stringify([...response.headers, await response.clone().text()])
      wire.push({ path: url.pathname, asked, answered })
      return response
    })
  }

  async function tab(): Promise<Tab> {
    const store = createStore(async () => table)
    const device = await loadDevice(store, lock)
    const api = createApi({ origin: world.url, fetch: send, device, now: world.now })
    const served = serve()
    onTestFinished(() => served.stop())
    const person = personOf()
    const tokens: string[] = []
    const screens = screensOf(person)
    const frame = composeFrame({
      origin: world.url,
      projectId: 'demo',
      chainId: undefined,
      config: { ...(await api.config('demo')), ...over },
      locale: () => 'en',
      fetch: send,
      api,
      store,
      lock,
      tabs: tabs(),
      device,
      label: 'Test browser',
      keyring: () => served.keyring,
      screens,
      loadApproving: async () => ({ createApprove, createSender }),
      authenticators: browser.authenticators,
      show: async (approval) => {
        person.approvals.push(approval)
        return person.approves
          ? { outcome: 'approved', approval, done: () => {}, failed: async () => {} }
          : { outcome: 'rejected' }
      },
      emitToken: (token) => void tokens.push(token),
      onTheme: () => {},
      reload: () => {},
    })
    onTestFinished(() => frame.session.close())
    const ask: Tab['ask'] = (name, payload, origin = APP, signal = new AbortController().signal) => {
      const handler = frame.handlers[name] as (payload: unknown, context: unknown) => Promise<never>
      return handler(payload, { origin, signal, pending: () => {} })
    }
    return {
      frame,
      keyring: served.keyring,
      person,
      tokens,
      thumbprint: device.thumbprint,
      ask,
      rpc: (method, params, more = {}, origin = APP) => ask('RPC_REQUEST', { method, params, ...more }, origin),
    }
  }

  async function walletPage(): Promise<PageTab> {
    const store = createStore(async () => table)
    const device = await loadDevice(store, lock)
    const api = createApi({ origin: world.url, fetch: send, device, now: world.now })
    const served = serve()
    onTestFinished(() => served.stop())
    const person = personOf()
    const drawn = { times: 0 }
    const tools = testTools()
    const page = createPage({
      origin: world.url,
      locale: 'en',
      texts: en,
      api,
      store,
      lock,
      tabs: tabs(),
      device,
      label: 'Page of a test',
      keyring: () => served.keyring,
      screens: screensOf(person),
      tools,
      onChange: () => void (drawn.times += 1),
    })
    return { page, keyring: served.keyring, person, drawn, tools }
  }
  return browser
}

/** Presses the link of the newest mail. */
export async function approveDevice(world: World, to: string): Promise<void> {
  const [mail] = await world.mails(to)
  const { status, description } = await callLink(world, '/api/device/approve', { token: tokenIn(mail) })
  if (status !== 200) throw new Error(description)
}

/** Asks for a mail, does what it says, and answers the code of it. */
export async function reachCode(world: World, tab: Tab, email: string, origin = APP): Promise<string> {
  const { action } = await tab.ask('CONNECT_EMAIL', { email }, origin)
  if (action === 'VERIFY_DEVICE') {
    const waiting = tab.ask('CONNECT_DEVICE', undefined, origin)
    await approveDevice(world, email)
    await waiting
  }
  return codeIn((await world.mails(email))[0])
}

/** A whole login; answers who it is. */
export async function logIn(world: World, tab: Tab, email = 'ada@example.org', origin = APP): Promise<FrameReply<'GET_USER'>> {
  await tab.ask('CONNECT_OTP', { otp: await reachCode(world, tab, email, origin) }, origin)
  return tab.ask('GET_USER', undefined, origin)
}

/** Does what a mail says, until the page has what it asked for. */
export async function typeCode(world: World, { page }: PageTab, email = 'ada@example.org'): Promise<void> {
  if (page.code?.step === 'device') {
    await approveDevice(world, email)
    await vi.waitUntil(() => page.code?.step === 'code')
  }
  await page.code?.submit(codeIn((await world.mails(email))[0]))
}

/** A whole login on the page. */
export async function logInOn(world: World, tab: PageTab, email = 'ada@example.org'): Promise<void> {
  await tab.page.start()
  await tab.page.code?.send(email)
  await typeCode(world, tab, email)
}
