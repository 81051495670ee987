// A check by hand in the shape that `createPersisted` takes, for parts that must not pull zod into the first chunks.
import type { Schema } from './persisted.js'

/** `parse` returns the value that it accepts, `undefined` for one that it does not. */
export function schemaOf<T>(parse: (value: unknown) => T | undefined): Schema<T> {
  return {
    safeParse(value) {
      const parsed = parse(value)
      return parsed === undefined ? { success: false } : { success: true, data: parsed }
    },
  }
}

export type Fields = Readonly<Record<string, unknown>>

/** The value as an object with unknown fields, if it is a plain one. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined // checked on this line
}

/** A text of 1 to `max` characters. */
export function textOf(value: unknown, max = 2048): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= max ? value : undefined
}
