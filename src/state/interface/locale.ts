// The language that is wanted. The elements load its texts, and know for which languages there are any.
import { atom, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'
import { derived } from '../lib/derived.js'

/** The preferred languages, as BCP 47 tags. */
export interface Locale {
  /** The most preferred tag. */
  readonly $locale: ReadableAtom<string>
  /** In order of preference: the chosen one, the document's, the browser's, `en`. The first one with messages is shown. */
  readonly $preferences: ReadableAtom<readonly string[]>
  /** Chooses a language. A text that is no tag is ignored. The caller reports a language without messages, which only the elements know. */
  setLocale(tag: string): void
}

/** A part. The setting `locale` counts as chosen. */
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
    return undefined // a RangeError: not a BCP 47 tag
  }
}
