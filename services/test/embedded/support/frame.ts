// The services with the embedded wallet, on free ports of the loopback, and devices that speak to them as the frame page does.
import { onTestFinished } from 'vitest'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { createHash, randomUUID } from 'node:crypto'
import { compose, type Parts } from '../../../src/compose.js'
import type { Db } from '../../../src/db/db.js'
import type { KeptMail } from '../../../src/embedded/mails/mailbox.js'
import type { WireAnswer, WireBody, WirePath } from '../../../src/embedded/wire.js'
import { listen } from '../../../src/http/server.js'
import { createLog } from '../../../src/operations/log.js'
import type { RecoveryService } from '../../../src/recovery/service.js'
import type { Config, Project } from '../../../src/settings/config.js'
import type { FrameSettings } from '../../../src/settings/frame.js'
import type { Engine } from '../../support/engines.js'
import { testConfig } from '../../support/services.js'

/** For the hashes of codes: at the usual cost, each login of a test would take a third of a second of processor. */
export const CHEAP_CODES = 2 ** 8
export const SECRET_KEY = '0123456789abcdef'.repeat(4)
export const APP = 'http://localhost:5173'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

export function frameSettings(changes: Partial<FrameSettings> = {}): FrameSettings {
  return {
    port: 0,
    mailFrom: 'Wallet <wallet@example.org>',
    recovery: 'assisted',
    approvalSurface: 'auto',
    deviceCheck: true,
    devOrigins: false,
    allowLoopback: true,
    secretKey: SECRET_KEY,
    limits: { mailboxPerHour: 5, mailboxPerDay: 10, addressPerHour: 100, projectPerHour: 200, allPerTenMinutes: 1000 },
    ...changes,
  }
}

export interface FrameOptions {
  readonly db: Db
  readonly settings?: Partial<FrameSettings>
  readonly projects?: Readonly<Record<string, Project>>
  readonly now?: () => number
  readonly recovery?: RecoveryService
  readonly config?: Partial<Config>
  readonly fetch?: typeof globalThis.fetch
  readonly onLog?: (line: string) => void
  /** Codes are hashed as in production. */
  readonly usualCost?: boolean
}

export interface TestFrame {
  /** Of the frame's listener. */
  readonly url: string
  readonly servicesUrl: string
  readonly parts: Parts
  /** Of one mailbox, newest first. */
  mails(to?: string): Promise<readonly KeptMail[]>
  stop(): Promise<void>
}

export async function startFrame({
  db,
  settings,
  projects = {},
  now,
  recovery,
  config: more,
  fetch: outgoing,
  onLog,
  usualCost = false,
}: FrameOptions): Promise<TestFrame> {
  const config = testConfig({ projects, config: { frame: frameSettings(settings), ...more } })
  const log = createLog(onLog ? { level: 'debug', write: onLog } : { level: 'silent' })
  const parts = compose({ config, db, log, now, recovery, fetch: outgoing, codeCost: usualCost ? undefined : CHEAP_CODES })
  if (!parts.embedded) throw new Error('the embedded wallet is off')
  const services = await listen(parts.app, { host: '127.0.0.1', port: 0 })
  const frame = await listen(parts.embedded.app, { host: '127.0.0.1', port: 0 })
  parts.embedded.listensAt(frame.url)
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await parts.stop()
    await Promise.all([services.stop(100), frame.stop(100)])
  }
  return {
    url: frame.url,
    servicesUrl: services.url,
    parts,
    async mails(to) {
      await parts.embedded?.post.settle()
      const response = await fetch(`${services.url}/dev/mailbox.json${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`)
      return ((await response.json()) as { mails: KeptMail[] }).mails
    },
    stop,
  }
}

/** Opens a database and a frame over it, both until the test ends. */
export async function frameOn(engine: Engine, options: Omit<FrameOptions, 'db'> = {}): Promise<TestFrame & { readonly db: Db }> {
  const db = await engine.open()
  const frame = await startFrame({ db, ...options })
  onTestFinished(async () => {
    await frame.stop()
    await db.close()
  })
  return { ...frame, db }
}

/** What a call answered. */
export interface Reply<Body> {
  readonly status: number
  readonly headers: Headers
  /** Of a success. */
  readonly body: Body
  /** Of a refusal. */
  readonly field: string | undefined
  readonly description: string | undefined
}

/** What of a proof or a request a test falsifies. */
export interface Forgery {
  readonly htu?: string
  readonly htm?: string
  /** Seconds. */
  readonly iat?: number
  readonly jti?: string
  readonly key?: CryptoKey
  readonly jwk?: JWK
  readonly typ?: string
  readonly withoutAth?: boolean
  readonly proof?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly rawBody?: string
}

/** One browser partition with its own key. */
export interface Device {
  readonly thumbprint: string
  token: string | undefined
  call<P extends WirePath>(path: P, body: WireBody<P>, forgery?: Forgery): Promise<Reply<WireAnswer<P>>>
  /** As `call`, for a success. */
  ask<P extends WirePath>(path: P, body: WireBody<P>): Promise<WireAnswer<P>>
  proof(path: string, forgery?: Forgery): Promise<string>
}

export async function newDevice(
  frame: Pick<TestFrame, 'url'>,
  { now = Date.now, origin = frame.url }: { now?: () => number; origin?: string } = {},
): Promise<Device> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const device: Device = {
    thumbprint: await calculateJwkThumbprint(jwk),
    token: undefined,
    async proof(path, forged = {}) {
      const { token } = device
      const ath = token === undefined || forged.withoutAth ? {} : { ath: createHash('sha256').update(token).digest('base64url') }
      return new SignJWT({
        htm: forged.htm ?? 'POST',
        htu: forged.htu ?? `${origin}${path}`,
        iat: forged.iat ?? Math.floor(now() / 1000),
        jti: forged.jti ?? randomUUID(),
        ...ath,
      })
        .setProtectedHeader({ alg: 'ES256', typ: forged.typ ?? 'dpop+jwt', jwk: forged.jwk ?? jwk })
        .sign(forged.key ?? privateKey)
    },
    async call(path, body, forged = {}) {
      const proof = forged.proof === undefined ? await device.proof(path, forged) : forged.proof
      const headers = new Headers({
        'content-type': 'application/json',
        origin,
        'sec-fetch-site': 'same-origin',
        'user-agent': CHROME,
        ...(proof === null ? {} : { dpop: proof }),
        ...(device.token === undefined ? {} : { authorization: `DPoP ${device.token}` }),
        ...forged.headers,
      })
      return post(`${frame.url}${path}`, headers, forged.rawBody ?? JSON.stringify(body))
    },
    async ask(path, body) {
      const reply = await device.call(path, body)
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.field ?? ''} ${reply.description ?? ''}`)
      return reply.body
    },
  }
  return device
}

/** As the page of a mail's link calls: without a key. */
export function callLink<P extends WirePath>(
  frame: Pick<TestFrame, 'url'>,
  path: P,
  body: WireBody<P>,
): Promise<Reply<WireAnswer<P>>> {
  const headers = new Headers({ 'content-type': 'application/json', origin: frame.url })
  return post(`${frame.url}${path}`, headers, JSON.stringify(body))
}

async function post<Body>(url: string, headers: Headers, body: string): Promise<Reply<Body>> {
  const response = await fetch(url, { method: 'POST', headers, body })
  const answer = (await response.json()) as { reasons?: { field: string; description: string }[] }
  const reason = answer.reasons?.[0]
  return {
    status: response.status,
    headers: response.headers,
    body: answer as Body,
    field: reason?.field,
    description: reason?.description,
  }
}

/** The six digits of a mail with a code. */
export const codeIn = (mail: KeptMail | undefined): string => /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
/** The token of a mail's link. */
export const tokenIn = (mail: KeptMail | undefined): string => /#([A-Za-z0-9_-]{16,})/.exec(mail?.text ?? '')?.[1] ?? ''

export interface LoginOptions {
  readonly email?: string
  readonly purpose?: 'login' | 'recover' | 'export'
  readonly appOrigin?: string
  readonly locale?: string
}

/** Starts a login and confirms the device, where that is asked for. Answers the challenge and its code. */
export async function reachCode(
  frame: TestFrame,
  device: Device,
  options: LoginOptions = {},
): Promise<{ challenge: string; code: string }> {
  const { email = 'ada@example.org', purpose = 'login', appOrigin = APP, locale = 'en' } = options
  const started = await device.ask('/api/email/start', { projectId: 'demo', appOrigin, email, purpose, locale })
  if (started.action === 'VERIFY_DEVICE') {
    const [mail] = await frame.mails(email)
    const approved = await callLink(frame, '/api/device/approve', { token: tokenIn(mail) })
    if (approved.status !== 200) throw new Error(`not approved: ${approved.description ?? ''}`)
  }
  return { challenge: started.challenge, code: codeIn((await frame.mails(email))[0]) }
}

/** A whole login; the device has its session then. */
export async function logIn(
  frame: TestFrame,
  device: Device,
  options: LoginOptions = {},
): Promise<WireAnswer<'/api/email/verify'>> {
  device.token = undefined // as after a sign-out
  const answer = await device.ask('/api/email/verify', await reachCode(frame, device, options))
  device.token = answer.session.token
  return answer
}

/** Another code of as many digits. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
