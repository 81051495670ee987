// The types of the texts. The English catalogue (`en/`) defines the features and keys that every other language must have. `{x}` is a placeholder;
// `{ one, other }` is a plural that `{count}` chooses. Texts are in sentence case and never put together from fragments; the text of a failure says what
// to do next. Each text has one key in one feature, and a test checks that each key is used.
import type all from './en/all.js'

/** The plural categories of CLDR, as `Intl.PluralRules` returns them. */
export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
/** One text per plural category of the language; `params.count` chooses it, and `other` is the default. */
export type Plural = { readonly [Category in Exclude<PluralCategory, 'other'>]?: string } & { readonly other: string }
/** Texts in nested groups. A key of the catalogue is the path to a text, joined by dots. */
export interface MessageTree {
  readonly [key: string]: string | Plural | MessageTree
}

/** The name of a file of texts that each language has, such as `networks`. Views name the features whose texts they show. */
export type Feature = keyof typeof all
/** The features that are loaded after the first screen. */
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

/** A key of the catalogue, such as `connect.allWallets`. Unknown keys do not compile. */
export type MessageKey = { [Each in Feature]: Keys<(typeof all)[Each]> }[Feature]

/** The type of a feature in another language: the same keys, where each text may be a plural. */
export type Translation<T> = {
  readonly [Key in keyof T]: IsLeaf<T[Key]> extends true ? string | Plural : Translation<T[Key]>
}

/** Imports the texts of a feature. Rejects when the chunk does not load, and may be called again. */
export type LoadWords = () => Promise<{ readonly default: MessageTree }>

/** A language: the texts of the first screen, and the imports of the other features. Features without a file are shown in English. */
export interface Language {
  readonly first: MessageTree
  readonly later: { readonly [Each in LaterFeature]?: LoadWords }
}
