// Checks of stored values by hand, for parts that must not load zod.
import type { Schema } from './persisted.js'

/** A schema for `createPersisted` from a function that returns the accepted value, or undefined to refuse it. */
export function schemaOf<T>(parse: (value: unknown) => T | undefined): Schema<T> {
  return {
    safeParse(value) {
      const parsed = parse(value)
      return parsed === undefined ? { success: false } : { success: true, data: parsed }
    },
  }
}

/** An object whose fields are not checked yet. */
export type Fields = Readonly<Record<string, unknown>>

/** The value as an object with unknown fields; undefined for anything else, lists included. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined // checked on this line
}

/** The value, if it is a text of 1 to `max` characters; else undefined. */
export function textOf(value: unknown, max = 2048): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= max ? value : undefined
}

/** Whether it is Unix ms that a `Date` can hold. */
export const isInstant = (value: unknown): value is number => Number.isSafeInteger(value) && Math.abs(value as number) <= 8.64e15
