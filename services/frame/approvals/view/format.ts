// Values of rows as texts of a language. Digits are 0–9 in every language (row 87): what is shown can be compared with what is signed.
import { amountOf } from '../amount.js'
import { en, type MessageKey, type Messages } from '../messages.js'
import type { Value } from '../types.js'

/** The texts of a language, and how it writes. */
export interface Language {
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly messages: Messages
}

/** The language for a BCP 47 tag: English where there is no other. The texts of the others are loaded when they are needed. */
export async function languageOf(tag: string | undefined): Promise<Language> {
  const locale = supported(tag)
  const language = locale.slice(0, 2)
  if (language === 'de') return { locale, direction: 'ltr', messages: (await import('../messages-de.js')).de }
  if (language === 'ar') return { locale, direction: 'rtl', messages: (await import('../messages-ar.js')).ar }
  return { locale: language === 'en' ? locale : 'en', direction: 'ltr', messages: en }
}

function supported(tag: string | undefined): string {
  try {
    return new Intl.Locale(tag ?? 'en').toString()
  } catch {
    return 'en'
  }
}

/** A text with its values in the places `{name}`. */
export function say({ messages }: Language, key: MessageKey, values: Readonly<Record<string, string>> = {}): string {
  return messages[key].replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** The digits 0–9, with which wallets and explorers write amounts in every language. */
const latinDigits = (locale: string): string => new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()

/** An amount with all its digits. @param atMost digits that count, the last of them rounded up: for fees, whose cap is never shown too low */
export function amountText({ locale }: Language, amount: bigint, decimals: number, atMost?: number): string {
  const exact = amountOf(amount, decimals)
  const digits = latinDigits(locale)
  try {
    // A decimal string is formatted exactly (ES2023), which the library types do not know.
    const options = atMost
      ? ({ maximumSignificantDigits: atMost, roundingMode: 'ceil' } as const)
      : { maximumFractionDigits: Math.min(decimals, 100) }
    return new Intl.NumberFormat(digits, options).format(exact as `${number}`)
  } catch {
    return exact // an engine with a lower bound of digits
  }
}

/** A time, with the zone: sites and visitors are in different ones. */
export function timeText(language: Language, at: number | undefined): string {
  if (at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return say(language, 'value.never')
  return new Intl.DateTimeFormat(latinDigits(language.locale), { dateStyle: 'medium', timeStyle: 'long' }).format(at)
}

/** A value as one line, for lists. */
export function lineOf(language: Language, value: Value): string {
  if (value.type === 'amount') return `${amountText(language, value.amount, value.decimals)} ${value.symbol}`
  if (value.type === 'unlimited') return say(language, 'value.unlimited', { symbol: value.symbol })
  if (value.type === 'time') return timeText(language, value.at)
  if (value.type === 'phrase') return say(language, value.key)
  return value.type === 'address' ? value.address : value.text
}
