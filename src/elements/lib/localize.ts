// The texts of one modal: English, under the chosen locale, under the page's own wording. Text is only ever text, never markup.
import { atom, readonlyType } from 'nanostores'
import type { Core } from '../../state/core.js'
import { createLocale } from '../../state/locale.js'
import button from '../locales/en/button.js'
import open from '../locales/en/first.js'
import type en from '../locales/en/shell.js'

/** Every text there is: the buttons' own, and those of the open modal. */
export type Catalogue = typeof en & { readonly button: typeof button }

export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
/** One text per plural category of a language (CLDR); chosen by `params.count`. */
export type Plural = { readonly [Category in Exclude<PluralCategory, 'other'>]?: string } & { readonly other: string }
export interface MessageTree {
  readonly [key: string]: string | Plural | MessageTree
}
export type MessageParams = Readonly<Record<string, string | number>>

type IsLeaf<T> = T extends string
  ? true
  : T extends { readonly other: string }
    ? keyof T extends PluralCategory
      ? true
      : false
    : false
type Keys<T, Path extends string = ''> = {
  [Key in keyof T & string]: IsLeaf<T[Key]> extends true ? `${Path}${Key}` : Keys<T[Key], `${Path}${Key}.`>
}[keyof T & string]

/** A key of the catalogue, such as `connect.allWallets`. A key that does not exist does not compile. */
export type MessageKey = Keys<Catalogue>
/** The same keys in another language; every text may be a plural there. */
export type Translation<T = Catalogue> = {
  readonly [Key in keyof T]: IsLeaf<T[Key]> extends true ? string | Plural : Translation<T[Key]>
}
export type Translate = (key: MessageKey, params?: MessageParams) => string

export type FlatMessages = ReadonlyMap<string, string | Plural>

const categories: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'] satisfies PluralCategory[]

function isPlural(node: string | Plural | MessageTree): node is Plural {
  return typeof node === 'object' && 'other' in node && Object.keys(node).every((key) => categories.includes(key))
}

/** `{ connect: { title } }` → `connect.title`. */
export function flatten(tree: MessageTree, path = '', into = new Map<string, string | Plural>()): Map<string, string | Plural> {
  for (const [key, node] of Object.entries(tree)) {
    if (typeof node === 'string' || isPlural(node)) into.set(path + key, node)
    else flatten(node, `${path}${key}.`, into)
  }
  return into
}

/** Fills `{name}`: numbers by the locale's own digits and separators, text as it is. */
export function format(message: string | Plural, locale: string, params: MessageParams = {}): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(locale).select(Number(params['count'] ?? 0))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name]
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : (value ?? placeholder)
  })
}

/** How much is wanted: the closed buttons' texts, those of the first screen, or all. */
export type Stage = 'button' | 'open' | 'all'

const stages: readonly Stage[] = ['button', 'open', 'all']

/** English is at hand; which other language fits, and its texts, are asked for where another is wanted most. */
async function fetchTrees(
  tags: readonly string[],
  stage: Stage,
): Promise<{ readonly tag: string; readonly trees: readonly MessageTree[] }> {
  const [tag = 'en'] = tags
  if (/^en\b(?!-xa)/i.test(tag)) return { tag, trees: [stage === 'all' ? (await import('../locales/en/shell.js')).default : open] }
  const { chooseLocale, loadLocale } = await import('../locales/index.js')
  const chosen = chooseLocale(tags)
  return { tag: chosen, trees: await loadLocale(chosen, stage) }
}

/**
 * Part: the texts. First only those of the closed buttons are there, then those of the first screen, then all: a page pays when it opens the
 * modal, and waits for no more than it shows.
 */
export function createMessages(core: Core) {
  const { $preferences } = core.use(createLocale)
  const $messages = atom<FlatMessages>(flatten({ button }))
  const $language = atom('en') // of the texts in $messages; numbers follow it, so that a sentence never mixes two
  const loading = new Map<Stage, Promise<void>>()
  /** What is there, and what was asked for. */
  let [reached, wanted] = [-1, 0]

  const fetchTexts = async (stage: Stage) => {
    const tags = $preferences.get()
    const { tag, trees } = await fetchTrees(tags, stage)
    const level = stages.indexOf(stage)
    if (core.signal.aborted || tags !== $preferences.get() || level < reached) return // another language, or more, has come meanwhile
    reached = level
    $language.set(tag)
    $messages.set(
      new Map([...flatten({ button }), ...trees.flatMap((tree) => [...flatten(tree)]), ...Object.entries(core.config.messages)]),
    )
  }
  /** @throws what the import threw */
  const load = (stage: Stage): Promise<void> => {
    wanted = Math.max(wanted, stages.indexOf(stage))
    const running = loading.get(stage)
    if (running) return running
    const run = fetchTexts(stage).catch((error: unknown) => {
      loading.delete(stage)
      core.deps.log.error('the texts did not load', error)
      throw error
    })
    loading.set(stage, run)
    return run
  }

  const stop = $preferences.listen(() => {
    reached = -1
    loading.clear()
    load(stages[wanted] ?? 'button').catch(() => undefined) // logged; the old language stays
  })
  core.onEnd(stop)
  load('button').catch(() => undefined) // logged; English is there

  const t = (key: string, params?: MessageParams): string => {
    const message = $messages.get().get(key)
    return message === undefined ? '' : format(message, $language.get(), params)
  }
  return {
    /** key → text; changes when a language has arrived. */
    $messages: readonlyType($messages),
    /** The language of the texts, for `lang` and `dir`. */
    $language: readonlyType($language),
    t: t satisfies Translate as Translate,
    /** Like `t`, for a key that is only known at run time (error codes); undefined when there is no such text. */
    lookup: (key: string, params?: MessageParams) => ($messages.get().has(key) ? t(key, params) : undefined),
    ready: (stage: Stage) => reached >= stages.indexOf(stage),
    load,
  }
}
