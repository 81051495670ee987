// The texts of one modal. A text is never markup. This module has what an English first screen needs; `words.ts`, loaded on demand, has other
// features, other languages and plurals.
import { atom, readonlyType } from 'nanostores'
import type { Core } from '../../state/core.js'
import { createLocale } from '../../state/interface/locale.js'
import type { Feature, MessageKey, MessageTree, Plural } from '../locales/catalogue.js'
import first from '../locales/en/first.js'

export type { Feature, MessageKey } from '../locales/catalogue.js'

/** Values of the placeholders of a text, by name. */
export type MessageParams = Readonly<Record<string, string | number>>
/** Returns the text of a key in the chosen language; empty if it is not loaded. */
export type Translate = (key: MessageKey, params?: MessageParams) => string

/** Texts by key. */
export type FlatMessages = ReadonlyMap<string, string | Plural>

/** The loaded texts of one language, and the function that fills in their placeholders. */
export interface Texts {
  /** BCP 47 tag of the texts' language, for `lang` and `dir`. */
  readonly language: string
  /** The writing direction of `language`. */
  readonly direction: 'ltr' | 'rtl'
  /** BCP 47 tag that the visitor asked for, such as `de-CH`: numbers and times follow it. */
  readonly formatTag: string
  readonly messages: FlatMessages
  /** The features whose texts are in `messages`. */
  readonly features: ReadonlySet<Feature>
  /** Fills in the placeholders of a text. */
  format(message: string | Plural, params?: MessageParams): string
}

/** The texts of a tree by dotted key: `{ connect: { title } }` → `connect.title`. A node with the key `other` is a plural. */
export function flatten(tree: MessageTree, path = '', into = new Map<string, string | Plural>()): Map<string, string | Plural> {
  for (const [key, node] of Object.entries(tree)) {
    if (typeof node === 'string' || 'other' in node) into.set(path + key, node as string | Plural)
    else flatten(node, `${path}${key}.`, into)
  }
  return into
}

/** Replaces each `{name}` by what `write` returns. Where that is undefined the placeholder stays, so that the mistake is visible. */
export const fill = (text: string, write: (name: string, placeholder: string) => string | undefined): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => write(name, placeholder) ?? placeholder)

/** A number formatted for `locale` (BCP 47); text unchanged. */
export const written = (value: string | number | undefined, locale: string): string | undefined =>
  typeof value === 'number' ? value.toLocaleString(locale) : value

/**
 * Part: the texts of the modal. The texts of the first screen are loaded at once, those of every other feature by the element that shows them
 * (`load`). When the preferred language changes, all loaded features are loaded again in it.
 */
export function createMessages(core: Core) {
  const { $preferences } = core.use(createLocale)
  const [wanted = 'en'] = $preferences.get()
  const isEnglish = /^en\b/i.test(wanted)
  const formatTag = isEnglish ? wanted : 'en'
  let texts: Texts = {
    language: 'en',
    direction: 'ltr',
    formatTag,
    messages: new Map([...flatten(first), ...Object.entries(core.config.messages)]),
    features: new Set(isEnglish ? ['first', 'logins'] : []), // the English texts of the logins come with their element
    format: (message, params) => fill(message as string, (name) => written(params?.[name], formatTag)), // the first screen has no plurals
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
  /** Resolves when the texts of `features` are in `$messages`. Rejects with the error of the import, which is logged. */
  const load = async (...features: Feature[]): Promise<void> => {
    if (!features.every(ready)) await fetchWords(features)
  }
  const begin = () => void fetchWords(['first']).catch(() => undefined) // logged; the present texts stay, at first the English ones
  core.onEnd($preferences.listen(begin))
  if (!ready('first')) begin()

  const t = (key: string, params?: MessageParams): string => {
    const message = texts.messages.get(key)
    return message === undefined ? '' : texts.format(message, params)
  }
  return {
    /** All loaded texts by key; set again after each load. */
    $messages: readonlyType($messages),
    /** BCP 47 tag of the texts, for `lang` and `dir`. */
    $language: readonlyType($language),
    /** The writing direction of the texts, for `dir`. It changes with `$language`. */
    direction: () => texts.direction,
    /** BCP 47 tag for numbers and times, as the visitor prefers. It may name a region or digits that `$language` does not. */
    formatTag: () => texts.formatTag,
    t: t satisfies Translate as Translate,
    ready,
    load,
  }
}
