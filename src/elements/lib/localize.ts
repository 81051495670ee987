// The texts of one modal. Text is only ever text, never markup. Here is what an English first screen needs; other features, other languages and
// plurals are in `words.ts`, which is fetched when one of them is asked for.
import { atom, readonlyType } from 'nanostores'
import type { Core } from '../../state/core.js'
import { createLocale } from '../../state/locale.js'
import type { Feature, MessageKey, MessageTree, Plural } from '../locales/catalogue.js'
import first from '../locales/en/first.js'

export type { Feature, MessageKey } from '../locales/catalogue.js'

export type MessageParams = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, params?: MessageParams) => string

/** key → text */
export type FlatMessages = ReadonlyMap<string, string | Plural>

/** The texts that are shown, and how they are filled in. */
export interface Texts {
  /** BCP 47 tag of their language, for `lang` and `dir`. */
  readonly language: string
  /** BCP 47 tag that the visitor asked for, such as `de-CH`: numbers and times follow it. */
  readonly formatTag: string
  readonly messages: FlatMessages
  /** Features whose words are among them. */
  readonly features: ReadonlySet<Feature>
  format(message: string | Plural, params?: MessageParams): string
}

/** `{ connect: { title } }` → `connect.title`. No group has a key `other`: only a plural has. */
export function flatten(tree: MessageTree, path = '', into = new Map<string, string | Plural>()): Map<string, string | Plural> {
  for (const [key, node] of Object.entries(tree)) {
    if (typeof node === 'string' || 'other' in node) into.set(path + key, node as string | Plural)
    else flatten(node, `${path}${key}.`, into)
  }
  return into
}

/** Fills `{name}` as `write` says; a name that it does not know stays, so that it is seen. */
export const fill = (text: string, write: (name: string, placeholder: string) => string | undefined): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => write(name, placeholder) ?? placeholder)

/** A number as `locale` (BCP 47) writes it; text as it is. */
export const written = (value: string | number | undefined, locale: string): string | undefined =>
  typeof value === 'number' ? value.toLocaleString(locale) : value

/**
 * Part: the texts. Those of the buttons and of the first screen are asked for at once; those of every other feature by who shows them, so that
 * nobody waits for more than is shown.
 */
export function createMessages(core: Core) {
  const { $preferences } = core.use(createLocale)
  const [wanted = 'en'] = $preferences.get()
  const isEnglish = /^en\b/i.test(wanted)
  const formatTag = isEnglish ? wanted : 'en'
  let texts: Texts = {
    language: 'en',
    formatTag,
    messages: new Map([...flatten(first), ...Object.entries(core.config.messages)]),
    features: new Set(isEnglish ? ['first'] : []),
    format: (message, params) => fill(message as string, (name) => written(params?.[name], formatTag)), // no plural on the first screen
  }
  const $messages = atom(texts.messages)
  const $language = atom(texts.language)

  const fetchWords = async (features: readonly Feature[]) => {
    try {
      const { createWords } = await import('./words.js')
      if (core.signal.aborted) return
      const next = await core.use(createWords).load(features)
      if (core.signal.aborted) return
      texts = next
      $language.set(texts.language)
      $messages.set(texts.messages)
    } catch (error) {
      core.deps.log.error('the texts did not load', error)
      throw error
    }
  }
  const ready = (feature: Feature) => texts.features.has(feature)
  /** Resolves when the words of `features` are in `$messages`. @throws what the import threw */
  const load = async (...features: Feature[]): Promise<void> => {
    if (!features.every(ready)) await fetchWords(features)
  }
  const begin = () => void fetchWords(['first']).catch(() => undefined) // logged; what is shown stays, at first English
  core.onEnd($preferences.listen(begin))
  if (!ready('first')) begin()

  const t = (key: string, params?: MessageParams): string => {
    const message = texts.messages.get(key)
    return message === undefined ? '' : texts.format(message, params)
  }
  return {
    /** key → text; changes when words have arrived. */
    $messages: readonlyType($messages),
    /** The language of the texts, for `lang` and `dir`. */
    $language: readonlyType($language),
    /** BCP 47 tag for numbers and times. It may name a region or digits that `$language` does not. */
    formatTag: () => texts.formatTag,
    t: t satisfies Translate as Translate,
    /** Like `t`, for a key that is only known at run time (error codes); undefined when there is no such text. */
    lookup: (key: string, params?: MessageParams) => (texts.messages.has(key) ? t(key, params) : undefined),
    ready,
    load,
  }
}
