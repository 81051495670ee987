// Which language is wanted. The texts are loaded by the elements, which know for which tags there are any.
import { atom, type ReadableAtom } from 'nanostores'
import type { Core } from './core.js'
import { derived } from './lib/derived.js'

export interface Locale {
  /** BCP 47 tag that is wanted most. */
  readonly $locale: ReadableAtom<string>
  /** Best first: the chosen one, the document's, the browser's, `en`. The first with messages is shown. */
  readonly $preferences: ReadableAtom<readonly string[]>
  /** What is no tag leaves everything as it was. That the page is told is the caller's: only the elements know the texts. */
  setLocale(tag: string): void
}

export function createLocale(core: Core): Locale {
  const { config, deps } = core
  const page = [deps.window?.document.documentElement.lang, ...(deps.window?.navigator.languages ?? [])]
  const fallback = [...page.flatMap((tag) => canonical(tag) ?? []), 'en']
  const $chosen = atom<string | undefined>(canonical(config.locale))
  const $preferences = derived([$chosen], (): readonly string[] => [
    ...new Set([$chosen.get() ?? fallback[0] ?? 'en', ...fallback]),
  ])
  return {
    $locale: derived([$preferences], () => $preferences.get()[0] ?? 'en'),
    $preferences: $preferences,
    setLocale(tag) {
      const known = canonical(tag)
      if (known) $chosen.set(known)
    },
  }
}

function canonical(tag: string | undefined): string | undefined {
  try {
    return tag ? Intl.getCanonicalLocales(tag)[0] : undefined
  } catch {
    return undefined // a RangeError: the page wrote something that is no tag
  }
}
