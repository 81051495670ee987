// What callers may send: addresses, signatures, and the configuration objects of the methods.
import * as z from 'zod'
import { fromBase58 } from '../../src/base58.js'
import { invalidParams } from './json.js'

const base58Of = (length: number, what: string) =>
  z
    .string(what)
    .max(90, what)
    .refine((text) => {
      try {
        return fromBase58(text).length === length
      } catch {
        return false
      }
    }, what)

export const addressSchema = base58Of(32, 'an address of 32 bytes in base58 is needed')
export const hashSchema = base58Of(32, 'a hash of 32 bytes in base58 is needed')
export const signatureSchema = base58Of(64, 'a signature of 64 bytes in base58 is needed')

const encoding = z.enum(['base58', 'base64', 'jsonParsed']).default('base64')
const sentEncoding = z.enum(['base58', 'base64']).default('base58')
const dataSlice = z.object({ offset: z.int().min(0), length: z.int().min(0) }).optional()
const bytesFilter = z.union([
  z.object({ dataSize: z.int().min(0) }),
  z.object({
    memcmp: z.object({
      offset: z.int().min(0),
      bytes: z.string().max(200),
      encoding: z.enum(['base58', 'base64']).default('base58'),
    }),
  }),
])

export const configs = {
  account: z.object({ encoding, dataSlice }).prefault({}),
  program: z
    .object({ encoding, dataSlice, withContext: z.boolean().default(false), filters: z.array(bytesFilter).max(4).default([]) })
    .prefault({}),
  owned: z.union([z.object({ mint: addressSchema }), z.object({ programId: addressSchema })], 'a mint or a programId is needed'),
  send: z.object({ encoding: sentEncoding, skipPreflight: z.boolean().default(false) }).prefault({}),
  simulate: z
    .object({
      encoding: sentEncoding,
      sigVerify: z.boolean().default(false),
      replaceRecentBlockhash: z.boolean().default(false),
      accounts: z.object({ encoding, addresses: z.array(addressSchema).max(64) }).optional(),
    })
    .prefault({}),
  signatures: z
    .object({
      before: signatureSchema.optional(),
      until: signatureSchema.optional(),
      limit: z.int().min(1).max(1_000).optional(),
    })
    .prefault({}),
  /** Older clients send the encoding alone. */
  transaction: z
    .preprocess(
      (given) => (typeof given === 'string' ? { encoding: given } : given),
      z.object({
        encoding: z.enum(['base58', 'base64', 'json', 'jsonParsed']).default('json'),
        maxSupportedTransactionVersion: z.int().optional(),
      }),
    )
    .prefault({}),
}

/** @throws RpcFault when the text is not in the encoding. */
export function encodedBytes(text: string, kind: 'base58' | 'base64'): Uint8Array {
  if (text.length > 4_000) throw invalidParams('the transaction is too long')
  if (kind === 'base64') {
    if (!z.base64().safeParse(text).success) throw invalidParams('invalid base64 encoding')
    return Buffer.from(text, 'base64')
  }
  try {
    return fromBase58(text)
  } catch {
    throw invalidParams('invalid base58 encoding')
  }
}
