// The settings of the embedded wallet: the listener of its frame, mail, and the recovery service. Dangerous combinations are refused at start.
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { ConfigError, isLoopback, SettingFaults } from './config-error.js'

/** Most starts of a login, in a sliding window. Every mail that is sent belongs to a start. */
export interface SendLimits {
  readonly mailboxPerHour: number
  readonly mailboxPerDay: number
  /** Per IPv4 address or IPv6 /64 network. */
  readonly addressPerHour: number
  readonly projectPerHour: number
  /** Over all mailboxes and projects: beyond it no mail leaves for a while. */
  readonly allPerTenMinutes: number
}

/** Where the recovery service answers. */
export interface RecoveryPlace {
  readonly url: string
  readonly token: string
}

/** The settings of the embedded wallet. */
export interface FrameSettings {
  /** 0: a free one. */
  readonly port: number
  /** Origin under which browsers reach the listener. Absent: the address on which it listens. */
  readonly url?: string | undefined
  /** Absent: mails go to the mailbox of the loopback. */
  readonly smtpUrl?: string | undefined
  readonly mailFrom: string
  /** `sealed-required`: no wallet has a slot that the operator could open. */
  readonly recovery: 'assisted' | 'sealed-required'
  /** `auto`: risky approvals are asked for in a window of the wallet's own. `iframe`: all in the frame. */
  readonly approvalSurface: 'auto' | 'iframe'
  /** False: an unknown device gets its code without the link of the first mail. Development only. */
  readonly deviceCheck: boolean
  /** Wildcards below public suffixes such as `https://*.vercel.app` are allowed. */
  readonly devOrigins: boolean
  /** Pages of the loopback may use every project. */
  readonly allowLoopback: boolean
  /** Absent: the recovery service runs beside, with a database of its own. */
  readonly recoveryPlace?: RecoveryPlace | undefined
  /** Key of the recovery service that runs beside. */
  readonly recoveryKey?: string | undefined
  /** Seals server halves and keys the hashes of codes. */
  readonly secretKey: string
  readonly limits: SendLimits
}

const port = z.coerce.number('a whole number from 0 to 65535 is needed').int('a whole number is needed').min(0).max(65_535)
const flag = z.enum(['0', '1'], 'only 0 or 1 is allowed').transform((text) => text === '1')
const httpUrl = z.url({ protocol: /^https?$/, error: 'an http(s) url is needed' })
/** 32 bytes in hex, not a pattern. */
export const keyText = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, '64 hex digits are needed, as `openssl rand -hex 32` makes them')
  .refine((key) => new Set(key.toLowerCase()).size > 4, 'this is no random key')
/** A token of at least 24 characters, not a pattern. */
export const tokenText = z
  .string()
  .regex(/^[A-Za-z0-9._~+/=-]{24,256}$/, '24 letters and digits or more are needed, as `openssl rand -hex 24` makes them')
  .refine((token) => new Set(token).size > 7, 'this is no random token')

/** Variables of the embedded wallet. */
export const frameVariables = {
  WM_FRAME_PORT: port.optional(),
  WM_FRAME_URL: httpUrl.optional(),
  WM_FRAME_RECOVERY: z.enum(['assisted', 'sealed-required'], 'assisted or sealed-required is needed').default('assisted'),
  WM_FRAME_APPROVALS: z.enum(['auto', 'iframe'], 'auto or iframe is needed').default('auto'),
  WM_FRAME_DEVICE_CHECK: flag.default(true),
  WM_FRAME_DEV_ORIGINS: flag.default(false),
  WM_MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]{3,200}$/, 'one line, such as Example <wallet@example.org>, is needed')
    .optional(),
  WM_RECOVERY_URL: httpUrl.optional(),
  WM_RECOVERY_TOKEN: tokenText.optional(),
  WM_RECOVERY_KEY: keyText.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an smtp(s):// url is needed' }).optional(),
}

type Values = Readonly<z.output<z.ZodObject<typeof frameVariables>>>
/** What else decides. */
interface Surroundings {
  readonly dev: boolean
  readonly port: number
  readonly secretKey?: string | undefined
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Known to everybody who reads this: good for the loopback of a developer alone. */
const devSecretKey = sha256('wallet-modal devnet')
const devRecoveryKey = sha256('wallet-modal devnet recovery')

const strictLimits: SendLimits = {
  mailboxPerHour: 5,
  mailboxPerDay: 10,
  addressPerHour: 20,
  projectPerHour: 200,
  allPerTenMinutes: 2000,
}
/** All tabs and tests of a developer come from one address. The cooldown between two mails stays. */
const devLimits: SendLimits = {
  mailboxPerHour: 100,
  mailboxPerDay: 1000,
  addressPerHour: 10_000,
  projectPerHour: 10_000,
  allPerTenMinutes: 10_000,
}

/**
 * The settings of the embedded wallet; undefined where it is off: it is on in development, and elsewhere with `WM_FRAME_PORT`.
 * @throws ConfigError that names all variables at fault
 */
export function frameOf(values: Values, { dev, port: main, secretKey }: Surroundings): FrameSettings | undefined {
  const { WM_FRAME_PORT: own, WM_FRAME_URL: url } = values
  // Beside the services' port; where that is any free one, so is this.
  const listenAt = own ?? (dev ? (main === 0 ? 0 : main + 1) : undefined)
  const faults = new SettingFaults()
  const need = (isWrong: boolean, variable: string, problem: string) => {
    if (isWrong) faults.add(new ConfigError(variable, problem))
  }
  need(
    !values.WM_FRAME_DEVICE_CHECK && !dev,
    'WM_FRAME_DEVICE_CHECK',
    '0 is for development (WM_DEV=1) alone: a code that was typed elsewhere would log a stranger in',
  )
  if (listenAt === undefined) {
    faults.end()
    return undefined
  }
  if (url !== undefined) faults.attempt(() => refuseUrl('WM_FRAME_URL', url, dev), undefined)
  need(url === undefined && !dev, 'WM_FRAME_URL', 'needed with WM_FRAME_PORT: the origin under which browsers reach the frame')
  const { SMTP_URL: smtpUrl, WM_MAIL_FROM: mailFrom } = values
  need(
    !dev && smtpUrl === undefined,
    'SMTP_URL',
    'needed with WM_FRAME_PORT: the mailbox of the loopback is for development (WM_DEV=1) alone',
  )
  need(!dev && mailFrom === undefined, 'WM_MAIL_FROM', 'needed with SMTP_URL')
  if (smtpUrl !== undefined) faults.attempt(() => refuseOpenMail(smtpUrl), undefined)
  const recovery = faults.attempt(() => recoveryOf(values, dev), {})
  const key = faults.attempt(() => secretOf(secretKey, dev), '')
  faults.end()
  return {
    port: listenAt,
    url: url === undefined ? undefined : new URL(url).origin,
    smtpUrl,
    mailFrom: mailFrom ?? 'Wallet <wallet@localhost>',
    recovery: values.WM_FRAME_RECOVERY,
    approvalSurface: values.WM_FRAME_APPROVALS,
    deviceCheck: values.WM_FRAME_DEVICE_CHECK,
    devOrigins: values.WM_FRAME_DEV_ORIGINS,
    allowLoopback: dev,
    ...recovery,
    secretKey: key,
    limits: dev ? devLimits : strictLimits,
  }
}

function secretOf(secretKey: string | undefined, dev: boolean): string {
  if (dev) return secretKey ?? devSecretKey
  if (secretKey === undefined) throw new ConfigError('WM_SECRET_KEY', 'needed with WM_FRAME_PORT')
  if (secretKey.toLowerCase() === devSecretKey)
    throw new ConfigError('WM_SECRET_KEY', 'this is the key of development, which everybody knows')
  return secretKey
}

function recoveryOf(values: Values, dev: boolean): Pick<FrameSettings, 'recoveryPlace' | 'recoveryKey'> {
  const { WM_RECOVERY_URL: url, WM_RECOVERY_TOKEN: token, WM_RECOVERY_KEY: key, WM_FRAME_RECOVERY: mode } = values
  if (url !== undefined) {
    const faults = new SettingFaults()
    if (token === undefined) faults.add(new ConfigError('WM_RECOVERY_TOKEN', 'needed with WM_RECOVERY_URL'))
    if (key !== undefined)
      faults.add(
        new ConfigError('WM_RECOVERY_KEY', 'refused with WM_RECOVERY_URL: the key belongs to the recovery service alone'),
      )
    const { protocol, hostname } = new URL(url)
    if (protocol === 'http:' && !isLoopback(hostname))
      faults.add(new ConfigError('WM_RECOVERY_URL', 'refused with http: halves of keys and the token would travel in the clear'))
    faults.end()
    return { recoveryPlace: { url, token: token ?? '' } }
  }
  if (dev) return { recoveryKey: key ?? devRecoveryKey }
  if (mode === 'assisted')
    throw new ConfigError(
      'WM_RECOVERY_URL',
      'needed with WM_FRAME_RECOVERY=assisted: halves of keys lie apart from these services',
    )
  return {}
}

function refuseUrl(name: string, url: string, dev: boolean): void {
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(url)
  if (pathname !== '/' || search || hash || username || password)
    throw new ConfigError(name, 'an origin such as https://wallet.example.org is needed, without a path')
  // Names below localhost are this machine's too, for browsers (RFC 6761).
  if (isLoopback(hostname) || hostname.endsWith('.localhost')) return
  if (dev) throw new ConfigError(name, 'refused with WM_DEV=1: the mailbox would show the codes of strangers')
  if (protocol === 'http:') throw new ConfigError(name, 'refused with http: off the loopback')
}

/** `smtp:` to another machine must be allowed to encrypt. */
function refuseOpenMail(url: string): void {
  const { searchParams, hostname } = new URL(url)
  if (searchParams.get('ignoreTLS') === 'true' && !isLoopback(hostname))
    throw new ConfigError('SMTP_URL', 'refused with ignoreTLS: codes would travel in the clear')
}
