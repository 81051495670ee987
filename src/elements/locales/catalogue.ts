// The type of the words: which features there are, which keys each has, and what another language must have. English (`en/`) is the type of all
// others. `{x}` is filled in; `{ one, other }` is chosen by `{count}`. Sentence case, as a native writer would say it, nothing put together
// from halves; a failure says what to do next. Each text has one key in one feature, and each key is used: a test looks.
import type all from './en/all.js'

export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
/** One text per plural category of a language (CLDR); chosen by `params.count`. */
export type Plural = { readonly [Category in Exclude<PluralCategory, 'other'>]?: string } & { readonly other: string }
export interface MessageTree {
  readonly [key: string]: string | Plural | MessageTree
}

/** A file of words in each language: what some views need, and others do not. */
export type Feature = keyof typeof all
/** Words that are fetched after those of the first screen. */
export type LaterFeature = Exclude<Feature, 'first'>

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
export type MessageKey = { [Each in Feature]: Keys<(typeof all)[Each]> }[Feature]

/** The same keys in another language; every text may be a plural there. */
export type Translation<T> = {
  readonly [Key in keyof T]: IsLeaf<T[Key]> extends true ? string | Plural : Translation<T[Key]>
}

/** Imports the words of a feature. Rejects when the chunk cannot be had, and may be called again. */
export type LoadWords = () => Promise<{ readonly default: MessageTree }>

/** A language: the words of the first screen, and where the others are. What it has no file for is shown in English. */
export interface Language {
  readonly first: MessageTree
  readonly later: { readonly [Each in LaterFeature]?: LoadWords }
}
