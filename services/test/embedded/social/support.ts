// The services with social logins against the local identity provider, and people who log in with a browser of their own.
import { onTestFinished } from 'vitest'
import { startIdentityProvider, type IdentityProvider } from '../../../devnet/identity-provider/provider.js'
import type { Db } from '../../../src/db/db.js'
import type { WireAnswer } from '../../../src/embedded/wire.js'
import type { SocialProvider } from '../../../src/settings/social.js'
import type { Engine } from '../../support/engines.js'
import { APP, newDevice, startFrame, type Device, type FrameOptions, type TestFrame } from '../support/frame.js'
import { openBrowser, type TestBrowser, type Visit } from './browser.js'

export interface SocialWorld {
  readonly frame: TestFrame
  readonly db: Db
  readonly idp: IdentityProvider
  /** Of the frame, for people. */
  readonly origin: string
}

/** A database, a provider and a frame, until the test ends. */
export async function socialWorld(engine: Engine, options: Omit<FrameOptions, 'db'> = {}): Promise<SocialWorld> {
  const idp = await startIdentityProvider()
  const db = await engine.open()
  const frame = await startFrame({
    db,
    ...options,
    config: { dev: true, social: { providers: idp.settings }, ...options.config },
  })
  idp.allow(frame.url)
  onTestFinished(async () => {
    await frame.stop()
    await idp.stop()
    await db.close()
  })
  return { frame, db, idp, origin: frame.url }
}

/** A login that has started. */
export interface Started {
  readonly device: Device
  readonly browser: TestBrowser
  readonly attempt: string
  readonly uri: string
}

export interface StartOptions {
  readonly device?: Device
  readonly browser?: TestBrowser
  readonly locale?: string
  /** True: the frame's cookies are kept apart from those of the top level, as in a page of another site. */
  readonly isCrossSite?: boolean
}

export async function start(
  { frame }: Pick<SocialWorld, 'frame'>,
  provider: SocialProvider,
  { device, browser = openBrowser(), locale = 'en', isCrossSite = false }: StartOptions = {},
): Promise<Started> {
  const own = device ?? (await newDevice(frame))
  const reply = await own.call('/api/social/start', { projectId: 'demo', appOrigin: APP, provider, locale })
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.field ?? ''}`)
  if (!isCrossSite) browser.keep(frame.url, reply.headers)
  return { device: own, browser, ...reply.body }
}

/** From the window that the app opens to the provider's page. */
export const toProvider = ({ browser, uri }: Started): Promise<Visit> => browser.open(uri)

/** From the provider's page to the end. Apple's answer is a form, which its script sends. */
export async function logInAs(browser: TestBrowser, page: Visit, fields: Readonly<Record<string, string>>): Promise<Visit> {
  const next = await browser.submit(page, fields)
  return next.text.includes('document.forms[0].submit()') ? browser.submit(next, {}) : next
}

/** A whole login. */
export async function logIn(
  world: Pick<SocialWorld, 'frame'>,
  provider: SocialProvider,
  person: string,
  options: StartOptions = {},
): Promise<{ end: Visit; outcome: WireAnswer<'/api/social/wait'>; started: Started }> {
  const started = await start(world, provider, options)
  const end = await logInAs(started.browser, await toProvider(started), { person })
  const outcome = await started.device.ask('/api/social/wait', { attempt: started.attempt })
  return { end, outcome, started }
}

/** The session and user of a login. */
export function doneOf(outcome: WireAnswer<'/api/social/wait'>): Extract<WireAnswer<'/api/social/wait'>, { state: 'done' }> {
  if (outcome.state !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`)
  return outcome
}
