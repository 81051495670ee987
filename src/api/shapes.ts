// Pieces that many answers and requests of the Data API share; the server checks its own sides with the same ones.
import * as z from 'zod/mini'
import { isImageUrl } from '../image-url.js'

/** A text of ordinary length; callers decide where it may be shown. */
export const textSchema = z.string().check(z.maxLength(2048))

/** Base units: a whole number in decimal digits, up to 256 bits. */
export const unitsSchema = z.string().check(z.regex(/^\d{1,78}$/))

/** A number as people write it, point as separator, never with an exponent. */
export const decimalSchema = z.string().check(z.regex(/^\d{1,78}(?:\.\d{1,78})?$/))

/** CAIP-2. */
export const chainIdSchema = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))

/** CAIP-10; the Data API names tokens in this form too. */
export const accountIdSchema = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))

/** Whole bytes in hex, `0x` first. */
export const hexSchema = z.string().check(z.maxLength(262_144), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))

/** RFC 3339 date and time, or any other text that is one instant. */
export const instantSchema = z.string().check(
  z.maxLength(64),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
)

/** Currencies that the services can count in, lower-case ISO 4217 and two coins. */
export const currencySchema = z.enum(['btc', 'eth', 'usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'])
export type Currency = z.output<typeof currencySchema>

/** A picture chosen by a stranger: `null` unless `<img>` may show it. The key is required. */
export const imageSchema = z.pipe(
  z.nullable(z.string()),
  z.transform((url) => (url !== null && isImageUrl(url) ? url : null)),
)

/** As `imageSchema`, where the key may be absent. */
export const optionalImageSchema = z.pipe(
  z.nullish(z.string()),
  z.transform((url) => (typeof url === 'string' && isImageUrl(url) ? url : null)),
)
