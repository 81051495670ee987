// What the page and the server of sign-ins send each other.
import * as z from 'zod/mini'
import type { SignedMessage } from '../connectors/connector.js'
import { TEXT_MAX_CHARACTERS } from '../vocabulary/sign-in.js'
import { SIGNATURE_MAX_CHARACTERS } from './verify-signature.js'

/** Most sign-ins of one browser. */
export const SIGN_INS_MAX_COUNT = 16

/** A sign-in without what its text says. */
export const signInSchema = z.object({
  message: z.string().check(z.maxLength(TEXT_MAX_CHARACTERS)),
  signature: z.string().check(z.minLength(1), z.maxLength(SIGNATURE_MAX_CHARACTERS)),
  publicKey: z.optional(z.string().check(z.regex(/^(?:[\da-f]{2}){32,65}$/))),
})

/** A sign-in as it is sent and stored. */
export const sentOf = ({ message, signature, publicKey }: SignedMessage): SignedMessage => ({
  message,
  signature,
  ...(publicKey === undefined ? {} : { publicKey }),
})

/** Body of `POST /verify`. With `replace` the sign-ins that are not in it end. */
export const verifyBody = z.strictObject({
  signIns: z.array(signInSchema).check(z.maxLength(SIGN_INS_MAX_COUNT)),
  replace: z.optional(z.boolean()),
})

/** Answer to `GET /nonce`. `expiresAt` is in Unix milliseconds. */
export const nonceAnswer = z.object({ nonce: z.string().check(z.regex(/^[a-zA-Z0-9]{8,128}$/)), expiresAt: z.number() })

/** Answer to `GET /sessions`. */
export const signInsAnswer = z.object({ signIns: z.array(signInSchema).check(z.maxLength(SIGN_INS_MAX_COUNT)) })

/** Answer to whatever is refused. */
export const refusalAnswer = z.object({ code: z.string(), problem: z.optional(z.string()) })

/** The value of a JSON text; undefined for any other text, which no schema accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
