// Which names there can be: one label below the zone, in lower case, as name services write it.
import { normalize } from 'viem/ens'
import { isNameLabel } from '../../../../src/api/name-label.js'
import { HttpError } from '../../http/errors.js'

const LABEL_MIN = 3
/** Longest label in characters. */
export const LABEL_MAX = 64
const characters = /^[a-zA-Z0-9.-]+$/

/** The full name in lower case. @throws HttpError 400 `name` */
export function readName(text: string, zone: string): string {
  if (!characters.test(text)) throw new HttpError(400, 'name', 'Only the letters a to z, digits and hyphens are possible')
  const name = text.toLowerCase()
  const suffix = `.${zone}`
  const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : (name.split('.')[0] ?? '')
  if (label.includes('.')) throw new HttpError(400, 'name', `A name has one label before ${suffix}`)
  assertLength(label)
  if (!isNameLabel(label)) throw new HttpError(400, 'name', 'A name begins and ends with a letter or digit, and is no address')
  if (name !== label + suffix) throw new HttpError(400, 'name', `Names here end with ${suffix}`)
  assertNormal(name)
  return name
}

/** The first label alone, in lower case; the zone may be behind it. @throws HttpError 400 `name` */
export function readLabel(text: string, zone: string): string {
  const suffix = `.${zone}`
  const name = text.toLowerCase()
  return readName(name.endsWith(suffix) ? name : name + suffix, zone).slice(0, -suffix.length)
}

/** @throws HttpError 400 `name` for a reserved label */
export function assertNotReserved(name: string, reserved: readonly string[]): void {
  if (reserved.includes(name.split('.')[0] ?? '')) throw new HttpError(400, 'name', 'This name is reserved')
}

function assertLength({ length }: string): void {
  if (length < LABEL_MIN) throw new HttpError(400, 'name', `A name has ${LABEL_MIN} characters or more`)
  if (length > LABEL_MAX) throw new HttpError(400, 'name', `A name has ${LABEL_MAX} characters or less`)
}

/** A name that clients write in another way (ENSIP-15) could be registered, but never be found. */
function assertNormal(name: string): void {
  if (normalized(name) !== name) throw new HttpError(400, 'name', 'Name services do not take this name')
}

function normalized(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
