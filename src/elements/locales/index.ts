// The languages there are, each loaded when it is chosen. English is under every other, so that a missing text is never empty.
import button from './en/button.js'
import open from './en/first.js'
import type { MessageTree, Stage } from '../lib/localize.js'

type Load = () => Promise<{ readonly default: MessageTree }>

/** Language tag → its texts. */
export const locales: Readonly<Record<string, Load>> = {
  ar: () => import('./ar/shell.js'),
  de: () => import('./de/shell.js'),
}

const pseudoTags = ['en-XA', 'ar-XB'] as const

/** The texts there are for a tag: `de-AT` → `de`; undefined when there are none. English is kept with its region, for numbers. */
export function matchLocale(tag: string): string | undefined {
  if (/^en\b/i.test(tag) && tag.toLowerCase() !== 'en-xa') return tag
  const known = [...Object.keys(locales), ...pseudoTags]
  for (let candidate = tag; candidate !== ''; candidate = candidate.slice(0, Math.max(0, candidate.lastIndexOf('-')))) {
    const match = known.find((name) => name.toLowerCase() === candidate.toLowerCase())
    if (match !== undefined) return match
  }
  return undefined
}

/** The first of the wanted tags that there are texts for. */
export const chooseLocale = (tags: readonly string[]): string => tags.map(matchLocale).find((tag) => tag !== undefined) ?? 'en'

/** The texts of a tag from `chooseLocale`, later trees over earlier ones. Other languages than English come whole. */
export async function loadLocale(tag: string, stage: Stage): Promise<MessageTree[]> {
  const isPseudo = tag === 'en-XA' || tag === 'ar-XB'
  const own = await locales[tag]?.()
  if (stage === 'button' && !isPseudo) return own ? [own.default] : []
  const isWhole = stage === 'all' || isPseudo || own !== undefined
  const english: MessageTree = { button, ...(isWhole ? (await import('./en/shell.js')).default : open) }
  if (!isPseudo) return own ? [english, own.default] : [english]
  const { pseudo } = await import('./pseudo.js')
  return [pseudo[tag](english)]
}
