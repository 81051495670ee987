// Readers for settings: each checks one unknown value and returns it typed, or throws an error that names the setting. They are used instead of a schema
// library, because they are smaller (docs/decisions/0003).
import { fail } from './fail.js'

/**
 * Checks a value and returns it.
 * @param setting name of the setting for the error, such as `theme.mode`
 * @throws WalletError CONFIG_INVALID with `{setting, problem}`
 */
export type Read<T> = (value: unknown, setting: string) => T
type Fields = Readonly<Record<string, Read<unknown>>>
type Shape<F extends Fields, R extends keyof F> = { readonly [K in R]: ReturnType<F[K]> } & {
  readonly [K in Exclude<keyof F, R>]?: ReturnType<F[K]> | undefined
}

/** True or false. */
export const flag: Read<boolean> = (value, setting) =>
  typeof value === 'boolean' ? value : fail(setting, 'true or false is needed')

/** A string of at most `max` characters that passes `test`; `what` is the error's text for one that does not. */
export const text =
  (max = 256, test: (value: string) => boolean = () => true, what = 'another text'): Read<string> =>
  (value, setting) => {
    if (typeof value !== 'string') return fail(setting, 'a text is needed')
    if (value.length > max) return fail(setting, `longer than ${max} characters`)
    return test(value) ? value : fail(setting, `${what} is needed`)
  }

/** A whole number from `min` to `max`. */
export const whole =
  (min: number, max: number): Read<number> =>
  (value, setting) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : fail(setting, `a whole number, ${min} to ${max}, is needed`)

/** One of the given strings. */
export const oneOf =
  <const T extends string>(values: readonly T[]): Read<T> =>
  (value, setting) =>
    values.find((known) => known === value) ?? fail(setting, `one of ${values.join(', ')} is needed`)

/** A list of `min` to `max` entries, each of which `read` checks. */
export const list =
  <T>(read: Read<T>, min = 0, max = 1000): Read<readonly T[]> =>
  (value, setting) => {
    if (!Array.isArray(value)) return fail(setting, 'a list is needed')
    if (value.length < min || value.length > max) return fail(setting, `${min} to ${max} entries are needed`)
    return value.map((entry, index) => read(entry, `${setting}.${index}`))
  }

/** A list in which no two entries have the same id. */
export const unique =
  <T>(read: Read<readonly T[]>, idOf: (entry: T) => string): Read<readonly T[]> =>
  (value, setting) => {
    const seen = new Set<string>()
    return read(value, setting).map((entry, index) => {
      const id = idOf(entry)
      if (seen.has(id)) fail(`${setting}.${index}`, `${id} stands here twice`)
      seen.add(id)
      return entry
    })
  }

/** What `read` accepts, or null. */
export const nullable =
  <T>(read: Read<T>): Read<T | null> =>
  (value, setting) =>
    value === null ? null : read(value, setting)

/** Checks the values for which `isFirst` is true with `first`, and all others with `second`. */
export const either =
  <A, B>(first: Read<A>, second: Read<B>, isFirst: (value: unknown) => boolean): Read<A | B> =>
  (value, setting) =>
    isFirst(value) ? first(value, setting) : second(value, setting)

/** An object with any keys that pass `isKey`, all values of which `read` checks. */
export const table =
  <T>(isKey: (key: string) => boolean, read: Read<T>): Read<Readonly<Record<string, T>>> =>
  (value, setting) =>
    Object.fromEntries(
      entries(value, setting).map(([key, entry]) =>
        isKey(key) ? [key, read(entry, `${setting}.${key}`)] : fail(`${setting}.${key}`, 'not a possible name'),
      ),
    )

/**
 * An object with the given fields; those that are not in `required` may be absent. `others`: fields that are not given are refused, kept unchecked, or
 * removed.
 */
export const shape =
  <F extends Fields, R extends keyof F = never>(
    fields: F,
    required: readonly R[] = [],
    others: 'refuse' | 'keep' | 'drop' = 'refuse',
  ): Read<Shape<F, R>> =>
  (value, setting) => {
    const at = (key: string) => (setting ? `${setting}.${key}` : key)
    const result: Record<string, unknown> = {}
    for (const [key, entry] of entries(value, setting)) {
      const read = Object.hasOwn(fields, key) ? fields[key] : undefined
      if (read) result[key] = read(entry, at(key))
      else if (others === 'keep') result[key] = entry
      else if (others === 'refuse') fail(at(key), unknown(key, Object.keys(fields)))
    }
    for (const key of required) if (!(key in result)) fail(at(String(key)), 'missing')
    return result as Shape<F, R> // every key was read by its own reader just above
  }

/** The fields of an object that are not undefined. @throws WalletError CONFIG_INVALID for anything but an object */
function entries(value: unknown, setting: string): readonly [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(setting || 'config', 'an object is needed')
  return Object.entries(value).filter(([, entry]) => entry !== undefined)
}

/** The problem of an unknown field, with the known one that begins with the same four letters. */
function unknown(key: string, known: readonly string[]): string {
  const start = (name: string) => name.slice(0, 4).toLowerCase()
  const near = known.find((name) => start(name) === start(key))
  return `unknown setting${near ? `, did you mean ${near}?` : ''}`
}
