// The languages that the modal has texts for, with the two test languages at the end.
import { locales } from '../../src/elements/locales/index.js'

const nameOf = (tag: string): string => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag

/** Tag and its name in the language itself. */
export const languages: readonly (readonly [string, string])[] = [
  ['en', 'English'],
  ...Object.keys(locales)
    .filter((tag) => tag !== 'en')
    .map((tag) => [tag, nameOf(tag)] as const),
  ['en-XA', 'Long text'],
  ['ar-XB', 'Right to left'],
]
