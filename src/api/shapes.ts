// Schemas that many requests and answers of the Data API share. The services check their side with the same schemas.
import * as z from 'zod/mini'
import { isImageUrl } from '../vocabulary/image-url.js'

/** A text of at most 2048 UTF-16 units. It may come from strangers: whoever shows it makes it safe first. */
export const textSchema = z.string().check(z.maxLength(2048))

/** A text that a stranger chose, such as the name of a token, cut at `max` UTF-16 units: one long name must not take the whole answer away. */
export const givenText = (max = 2048) =>
  z.pipe(
    z.string(),
    z.transform((text) => text.slice(0, max)),
  )

/** An amount in base units: a whole number of 1 to 78 decimal digits, enough for 256 bits (wire reference §1.5). */
export const unitsSchema = z.string().check(z.regex(/^\d{1,78}$/))

/** A decimal number such as `0.25`: digits and at most one point, without sign or exponent. */
export const decimalSchema = z.string().check(z.regex(/^\d{1,78}(?:\.\d{1,78})?$/))

/** A chain id (CAIP-2), such as `eip155:1`. */
export const chainIdSchema = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))

/** An account id (CAIP-10), such as `eip155:1:0x…`. The Data API writes tokens in this form too. */
export const accountIdSchema = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))

/** A plain EVM address, as viem types it. */
export const evmAddressSchema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform((text) => text as `0x${string}`), // checked on the line above
)

/** Bytes in hex with `0x` in front, at most 262 144 characters. */
export const hexSchema = z.string().check(z.maxLength(262_144), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))

/** A date and time in RFC 3339, or any other text that `Date.parse` reads. */
export const instantSchema = z.string().check(
  z.maxLength(64),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
)

/** Currencies that the services give prices in: lower-case ISO 4217 codes, and `btc` and `eth` (wire reference §2.6). */
export const currencySchema = z.enum(['btc', 'eth', 'usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'])
/** A currency that prices and values can be asked for in. */
export type Currency = z.output<typeof currencySchema>

/** The url of a picture that a stranger chose: `null` unless `isImageUrl` allows it in `<img src>`. The key is required. */
export const imageSchema = z.pipe(
  z.nullable(z.string()),
  z.transform((url) => (url !== null && isImageUrl(url) ? url : null)),
)

/** As `imageSchema`, for a key that may be absent. */
export const optionalImageSchema = z.pipe(
  z.nullish(z.string()),
  z.transform((url) => (typeof url === 'string' && isImageUrl(url) ? url : null)),
)
