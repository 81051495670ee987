// Texts beyond the English first screen: other features and languages, plurals, and two writing directions in one text. Loaded on the first open of a
// page in another language, else after the first view.
import type { Core } from '../../state/core.js'
import { createLocale } from '../../state/interface/locale.js'
import type { Feature, Language, MessageTree, Plural } from '../locales/catalogue.js'
import english from '../locales/en/index.js'
import { languages } from '../locales/index.js'
import { directionOf } from './direction.js'
import { fill, flatten, type MessageParams, type Texts, written } from './localize.js'
import { matchLanguage } from './match-language.js'

/** Letters that are written from right to left. The last four are the high surrogates of those beyond U+FFFF. */
const rtlLetter = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/

/**
 * Fills in the placeholders of a text, and chooses its plural by `params.count`. `locale`: BCP 47 tag that numbers are formatted for. Values are
 * enclosed in isolates (U+2068, U+2069) in a text from right to left (`isRtl`), or if they have such letters, so that the order of words stays.
 */
export function format(message: string | Plural, locale: string, params: MessageParams = {}, isRtl = false): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(locale).select(Number(params['count'] ?? 0))] ?? message.other)
  return fill(text, (name, placeholder) => {
    const value = written(params[name], locale)
    // A value that is the whole text, or only whitespace that marks a place (`\n`), is not isolated.
    const isMixed = placeholder !== text && value?.trim() && (isRtl || rtlLetter.test(value))
    return isMixed ? `\u2068${value}\u2069` : value
  })
}

/** The tag of the catalogue that is shown for `tag` (BCP 47); undefined if there is none. */
export const languageOf = (tag: string): string | undefined => matchLanguage(tag, ['en', ...Object.keys(languages)])

/** The texts of one language that are loaded so far. */
interface Edition {
  /** The visitor's preferred tags when the edition was begun, best first. */
  readonly tags: readonly string[]
  /** The first of `tags` that has a catalogue. */
  readonly wanted: string
  /** The tag of that catalogue. */
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

/** The texts of a feature, in English if the language has no file for it. Rejects with the error of the import. */
export async function loadFeature({ first, later }: Language, feature: Feature): Promise<MessageTree> {
  return feature === 'first' ? first : (await (later[feature] ?? english.later[feature])()).default
}

/** All keys of the English catalogue. Rejects with the error of an import. */
export async function allKeys(): Promise<string[]> {
  const later = await Promise.all(Object.values(english.later).map((load) => load()))
  return [english.first, ...later.map((words) => words.default)].flatMap((words) => [...flatten(words).keys()])
}

/** Part: loads the texts of features in the preferred language. `createMessages` uses it. */
export function createWords(core: Core) {
  const { $preferences } = core.use(createLocale)
  const asked = new Set<Feature>(['first'])
  let edition = openEdition($preferences.get())
  /** The edition whose texts were returned last. */
  let shown: Edition | undefined

  /** The texts of all loaded features and of `features`, in the language that is preferred now. Rejects with the error of an import. */
  const load = async (features: readonly Feature[]): Promise<Texts> => {
    for (const feature of features) asked.add(feature)
    const tags = $preferences.get()
    if (tags !== edition.tags) edition = openEdition(tags)
    const mine = edition
    // A new language is loaded for all features at once, so that two languages are never shown together.
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
    const direction = directionOf(tag)
    return {
      language: tag,
      direction,
      formatTag: wanted,
      messages: new Map([...[...mine.words.values()].flatMap((tree) => [...flatten(tree)]), ...own]),
      features: new Set(mine.words.keys()),
      format: (message, params) => format(message, wanted, params, direction === 'rtl'),
    }
  }
  return { load }
}
