// Names that resemble a wished one. Pure: the same wish gets the same candidates, so that a list does not jump while one types.
import { LABEL_MAX } from './grammar.js'
import { after, before } from './words.js'

/** Most suggestions of an answer. */
export const SUGGESTIONS_MAX = 5

/** Labels other than the wished one, best first; more than are shown, for some will be taken. */
export function candidates(label: string, count = 24): readonly string[] {
  const seed = Array.from(label).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  const pick = (words: readonly string[], turn: number) => words[(seed + turn * 17) % words.length] ?? ''
  const made = Array.from({ length: count }, (_, turn) =>
    turn % 2 === 0 ? `${label}-${pick(after, turn)}` : `${pick(before, turn)}-${label}`,
  )
  return [...new Set(made)].filter((name) => name.length <= LABEL_MAX)
}
