// The languages that the modal has words in, and two for testing a page, which are made of English and given as the page's own wording.
import type { ModalConfig } from '../../src/config/types.js'
import { flatten } from '../../src/elements/lib/localize.js'
import english from '../../src/elements/locales/en/all.js'
import { languages as translations } from '../../src/elements/locales/index.js'
import { pseudo } from './pseudo.js'

const nameOf = (tag: string): string => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag

/** Tag and its name in the language itself. */
export const languages: readonly (readonly [string, string])[] = [
  ...['en', ...Object.keys(translations)].map((tag) => [tag, nameOf(tag)] as const),
  ['en-XA', 'Long text'],
  ['ar-XB', 'Right to left'],
]

/** The settings for one of `languages`. A test language is its base, whose direction and numbers it has, with every text reworded. */
export function settingsFor(locale: string): Pick<ModalConfig, 'locale' | 'messages'> {
  const change = pseudo[locale]
  if (!change) return { locale }
  const texts = Object.values(english).flatMap((words) => [...flatten(words)])
  return {
    locale,
    messages: Object.fromEntries(texts.map(([key, text]) => [key, change(typeof text === 'string' ? text : text.other)])),
  }
}
