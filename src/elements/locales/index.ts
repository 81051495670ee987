// The languages besides English. In the entry chunk, so that the texts of the first screen load in parallel with the first open.
import type { Language } from './catalogue.js'

/** Imports a language. */
export type LoadLanguage = () => Promise<{ readonly default: Language }>

/** The imports of the languages, by BCP 47 tag. */
export const languages: Readonly<Record<string, LoadLanguage>> = {
  ar: () => import('./ar/index.js'),
  de: () => import('./de/index.js'),
}

/**
 * Starts to load the texts of a first screen in `tag` (BCP 47). It compares the primary language only, because every page loads this code; `words.ts`
 * finds the matching language and loads it if this was another one. Never rejects.
 */
export const beginLanguage = (tag: string) =>
  Promise.all([import('../lib/words.js'), languages[tag.replace(/-.*/, '')]?.()]).catch(() => undefined)
