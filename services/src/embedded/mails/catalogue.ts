// The texts of the mails, one catalogue per language. `{name}` is filled in.
import { ar } from './ar.js'
import { de } from './de.js'
import { en, type MailTexts } from './en.js'

/** Languages of mails. */
export const mailLocales = ['en', 'de', 'ar'] as const
/** A language of mails. */
export type MailLocale = (typeof mailLocales)[number]

const catalogues: Readonly<Record<MailLocale, MailTexts>> = { en, de, ar }

/** The texts in a language. */
export const textsOf = (locale: MailLocale): MailTexts => catalogues[locale]

/** The nearest language of mails to a BCP 47 tag; English where there is none. */
export function mailLocaleOf(tag: string | undefined): MailLocale {
  const language = tag?.split('-')[0]?.toLowerCase()
  return mailLocales.find((locale) => locale === language) ?? 'en'
}

/** Right-to-left languages. */
export const directionOf = (locale: MailLocale): 'rtl' | 'ltr' => (locale === 'ar' ? 'rtl' : 'ltr')
