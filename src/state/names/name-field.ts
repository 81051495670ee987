// What is typed as the first label of a name, and what is wrong with it (specification §5).
import { isNameLabel } from '../../api/name-label.js'

/** Fewest and most characters of the first label. */
export const [NAME_MIN_CHARACTERS, NAME_MAX_CHARACTERS] = [4, 64]

/** `short`: not wrong yet, more is to be typed. `refused`: the services do not take it. */
export type NameProblem = 'short' | 'long' | 'characters' | 'ends' | 'address' | 'refused'

/** A typed text as a label: in lower case, without blanks around it and without the zone where that was typed, too. */
export function labelOf(text: string, zone: string | undefined): string {
  const trimmed = text.trim()
  // Before it is put into lower case: letters of other scripts may become letters from a to z by that.
  if (/[^\u0000-\u007f]/.test(trimmed)) return trimmed
  const lower = trimmed.toLowerCase()
  return zone !== undefined && lower.endsWith(`.${zone}`) ? lower.slice(0, -zone.length - 1) : lower
}

/** What is wrong with a label; undefined: it may be asked for. */
export function problemOf(label: string): NameProblem | undefined {
  // The letters and digits are those of ASCII alone: others look like them, and name services do not take them.
  if (!/^[a-z0-9-]*$/.test(label)) return 'characters'
  if (
    /^0x[0-9a-f]{4}/.test(label) ||
    (label.length >= NAME_MIN_CHARACTERS && /^[a-z0-9].*[a-z0-9]$/.test(label) && !isNameLabel(label))
  )
    return 'address'
  if (label.startsWith('-')) return 'ends'
  if (label.length < NAME_MIN_CHARACTERS) return 'short'
  if (label.length > NAME_MAX_CHARACTERS) return 'long'
  return label.endsWith('-') ? 'ends' : undefined
}
