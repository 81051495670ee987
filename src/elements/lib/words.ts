// What the texts of a modal need beyond an English first screen: words of other features and languages, plurals, and two directions of writing
// in one sentence. Fetched with the first of these: in a page of another language with the opening, else after the first view.
import type { Core } from '../../state/core.js'
import { createLocale } from '../../state/locale.js'
import type { Feature, Language, MessageTree, Plural } from '../locales/catalogue.js'
import english from '../locales/en/index.js'
import { languages } from '../locales/index.js'
import { directionOf } from './direction.js'
import { fill, flatten, type MessageParams, type Texts, written } from './localize.js'
import { matchLanguage } from './match-language.js'

/** Letters that are written from right to left; the last four begin the pairs of those beyond U+FFFF. */
const rtlLetter = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/

/**
 * Fills `{name}` and chooses the plural by `params.count`. `locale` is the visitor's own BCP 47 tag: numbers are written as it says. Where two
 * directions of writing can meet, what is filled in is isolated (U+2068, U+2069), so that it does not pull the words around it out of their
 * order.
 */
export function format(message: string | Plural, locale: string, params: MessageParams = {}, isRtl = false): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(locale).select(Number(params['count'] ?? 0))] ?? message.other)
  return fill(text, (name, placeholder) => {
    const value = written(params[name], locale)
    // What is all of the text, or only marks a place in it (`\n`), stays as it is.
    const isMixed = placeholder !== text && value?.trim() && (isRtl || rtlLetter.test(value))
    return isMixed ? `\u2068${value}\u2069` : value
  })
}

/** Tag of the language that `tag` is shown in; undefined when there are no words for it. */
export const languageOf = (tag: string): string | undefined => matchLanguage(tag, ['en', ...Object.keys(languages)])

/** The words of one language, as far as they have come. */
interface Edition {
  /** What was wanted when it was begun, best first. */
  readonly tags: readonly string[]
  /** Of these, the one that there are words for. */
  readonly wanted: string
  /** What these are words of; BCP 47. */
  readonly tag: string
  readonly words: Map<Feature, MessageTree>
}

function openEdition(tags: readonly string[]): Edition {
  for (const wanted of tags) {
    const tag = languageOf(wanted)
    if (tag !== undefined) return { tags, wanted, tag, words: new Map() }
  }
  return { tags, wanted: 'en', tag: 'en', words: new Map() }
}

/** The words of a feature; in English where the language has no file for it. @throws what the import threw */
export async function loadFeature({ first, later }: Language, feature: Feature): Promise<MessageTree> {
  return feature === 'first' ? first : (await (later[feature] ?? english.later[feature])()).default
}

/** Every key there is. @throws what an import threw */
export async function allKeys(): Promise<string[]> {
  const later = await Promise.all(Object.values(english.later).map((load) => load()))
  return [english.first, ...later.map((words) => words.default)].flatMap((words) => [...flatten(words).keys()])
}

/** Part: fetches words. */
export function createWords(core: Core) {
  const { $preferences } = core.use(createLocale)
  const asked = new Set<Feature>(['first'])
  let edition = openEdition($preferences.get())
  /** The last one of which texts were given. */
  let shown: Edition | undefined

  /** The texts of all features that have come so far, those of `features` among them, in the language wanted now. @throws what the import threw */
  const load = async (features: readonly Feature[]): Promise<Texts> => {
    for (const feature of features) asked.add(feature)
    const tags = $preferences.get()
    if (tags !== edition.tags) edition = openEdition(tags)
    const mine = edition
    // A language changes as a whole, so that no sentence stands beside one of another.
    const missing = (mine === shown ? features : [...asked]).filter((feature) => !mine.words.has(feature))
    await Promise.all(
      missing.map(async (feature) => {
        const language = (await languages[mine.tag]?.())?.default ?? english
        mine.words.set(feature, await loadFeature(language, feature))
      }),
    )
    if (tags !== $preferences.get()) return load(features)
    shown = mine
    const { tag, wanted } = mine
    const own = Object.entries(core.config.messages)
    return {
      language: tag,
      formatTag: wanted,
      messages: new Map([...[...mine.words.values()].flatMap((tree) => [...flatten(tree)]), ...own]),
      features: new Set(mine.words.keys()),
      format: (message, params) => format(message, wanted, params, directionOf(tag) === 'rtl'),
    }
  }
  return { load }
}
