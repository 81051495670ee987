// The texts about passkeys in a language, and what is said of a failure.
import type { FrameLocale } from '../messages.js'
import { en, type PasskeyMessages } from './messages.js'

const catalogues: Readonly<Record<FrameLocale, () => Promise<PasskeyMessages>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./messages-de.js')).de,
  ar: async () => (await import('./messages-ar.js')).ar,
}

/** When the network is away just then, English says it. */
export const passkeyTextsFor = (locale: FrameLocale): Promise<PasskeyMessages> => catalogues[locale]().catch(() => en)

/** The heading of the section, which is there before its texts are. */
export const passkeyTitles: Readonly<Record<FrameLocale, string>> = { en: 'Passkeys', de: 'Passkeys', ar: 'مفاتيح المرور' }

const byCode: Readonly<Record<string, keyof PasskeyMessages>> = {
  UNSUPPORTED: 'unsupported',
  NOT_HERE: 'notHere',
  NO_PRF: 'noPrf',
  EXISTS: 'exists',
  CANCELLED: 'cancelled',
  TIMED_OUT: 'timedOut',
  WRONG_KEY: 'wrongPasskey',
  TOO_FEW_SLOTS: 'tooFew',
  held: 'held',
  stale: 'stale',
  OFFLINE: 'unreachable',
  SERVICES_UNAVAILABLE: 'unreachable',
}

/** What went wrong, by the code of a `PasskeyError` or `KeyError`, or the field of a refusal of the services. */
export function failureText(texts: PasskeyMessages, error: unknown): string {
  const { code, field, failure } = (error ?? {}) as {
    readonly code?: unknown
    readonly field?: unknown
    readonly failure?: unknown
  }
  if (failure === 'offline' || failure === 'unavailable') return texts.unreachable
  const key = [code, field].find((name) => typeof name === 'string' && Object.hasOwn(byCode, name)) as string | undefined
  return texts[(key !== undefined && byCode[key]) || 'failed']
}
