// The languages there are besides English. In the entry chunk, so that the words of the first screen are fetched with the opening.
import type { Language } from './catalogue.js'

export type LoadLanguage = () => Promise<{ readonly default: Language }>

/** By BCP 47 tag. */
export const languages: Readonly<Record<string, LoadLanguage>> = {
  ar: () => import('./ar/index.js'),
  de: () => import('./de/index.js'),
}

/**
 * Begins to fetch what a first screen in `tag` needs besides the opening. By a guess, since this code is paid for by every page: which language
 * fits is for `words.ts` to say, which asks for it again.
 */
export const beginLanguage = (tag: string) =>
  Promise.all([import('../lib/words.js'), languages[tag.replace(/-.*/, '')]?.()]).catch(() => undefined)
