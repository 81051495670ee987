// Traits that the document of a collectible lists: what the OpenSea metadata standard calls `attributes`. All of it is text from strangers.
import * as z from 'zod/mini'
import type { NftTrait } from '../../../../src/api/nfts.js'

/** A list with more is cut. */
const TRAITS_MAX = 100
const NAME_CHARS = 100
const VALUE_CHARS = 300

const attributeSchema = z.object({
  trait_type: z.catch(z.optional(z.union([z.string(), z.number()])), undefined),
  value: z.union([z.string(), z.number(), z.boolean()]),
  display_type: z.catch(z.optional(z.string()), undefined),
})

/** The traits of `attributes`; what is none is left out. A date is in Unix seconds. */
export function traitsOf(attributes: unknown): readonly NftTrait[] {
  if (!Array.isArray(attributes)) return []
  return attributes.slice(0, TRAITS_MAX).flatMap((each): NftTrait[] => {
    const parsed = attributeSchema.safeParse(each)
    if (!parsed.success) return []
    const { trait_type: name, value, display_type: display } = parsed.data
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
    const text = cut(String(value), VALUE_CHARS)
    if (text.trim() === '') return []
    return [
      {
        name: cut(String(name ?? ''), NAME_CHARS),
        value: text,
        kind: display === 'date' && isWhole ? 'date' : isWhole ? 'number' : 'text',
      },
    ]
  })
}

/** Postgres stores no zero character, and half a character is none. */
function cut(text: string, length: number): string {
  return text
    .replaceAll('\0', '')
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
}
