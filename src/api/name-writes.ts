// Registering a name and changing what it says: each a short JSON text that the owner signs (specification §7, `POST /v1/profile/account`).
import * as z from 'zod/mini'
import { coinTypeOf } from '../caip.js'
import { type CallOptions, dataPost, segment } from './data-api.js'
import { assertSupported, isSupported } from './gate.js'
import type { Api } from './http.js'
import { nameAddressesSchema, nameAttributesSchema, type NameRecord, nameRecordSchema } from './names.js'
import { hexSchema, textSchema } from './shapes.js'

const coinTypeSchema = z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1))
/** Unix seconds. */
const secondsSchema = z.int().check(z.nonnegative())

/** For which name, and by which services, a text may be used. Texts of the public format lack both. */
const boundSchemas = { name: z.optional(textSchema), host: z.optional(textSchema) }

/** What the signed texts hold, once parsed. */
export const registerMessageSchema = z.object({
  name: textSchema,
  attributes: nameAttributesSchema,
  timestamp: secondsSchema,
  host: boundSchemas.host,
})
export const attributesMessageSchema = z.object({ attributes: nameAttributesSchema, timestamp: secondsSchema, ...boundSchemas })
export const addressMessageSchema = z.object({
  coin_type: coinTypeSchema,
  address: textSchema,
  timestamp: secondsSchema,
  ...boundSchemas,
})

/** Body of all three calls. */
export const nameWriteBodySchema = z.object({
  coin_type: coinTypeSchema,
  address: z.string().check(z.minLength(1), z.maxLength(128)),
  /** JSON, exactly as it was signed. */
  message: z.string().check(z.minLength(2), z.maxLength(4096)),
  signature: hexSchema,
})

/** Public servers answer with the name, the specification with `success`, our own with both. */
export const registerSchema = z.union([
  z.extend(nameRecordSchema, { success: z.optional(z.boolean()) }),
  z.strictObject({ success: z.boolean() }),
])

/** `host`: of the services that may take the text; others refuse it. */
interface Bound {
  readonly host?: string | undefined
}

/** `of`: the name that is changed. Without it, the text is taken only from who has one name. */
interface Change extends Bound {
  readonly of?: string | undefined
}

export type NameMessage =
  | (Bound & { readonly name: string; readonly attributes?: Readonly<Record<string, string>> | undefined })
  | (Change & { readonly attributes: Readonly<Record<string, string>> })
  | (Change & { readonly coinType: number; readonly address: string })

/**
 * The text to sign (EIP-191), with the time in whole seconds. Servers take it for a short while only: make it just before the wallet asks.
 * @param now Unix milliseconds by the clock of the services: `serverNow(api)`, since a device's own may be minutes off
 */
export function nameMessage(message: NameMessage, now: number): string {
  const timestamp = Math.floor(now / 1000)
  const { host } = message
  if ('name' in message) return JSON.stringify({ name: message.name, attributes: message.attributes ?? {}, timestamp, host })
  const { of: name } = message
  if ('coinType' in message)
    return JSON.stringify({ coin_type: message.coinType, address: message.address, timestamp, name, host })
  return JSON.stringify({ attributes: message.attributes, timestamp, name, host })
}

export interface NameWrite extends CallOptions {
  /** The active chain (CAIP-2). */
  readonly chainId: string
  /** SLIP-44, ENSIP-11. Default: that of `chainId`. */
  readonly coinType?: number | undefined
  /** The signer; on EVM chains with its checksum (EIP-55). */
  readonly address: string
  /** From `nameMessage`. */
  readonly message: string
  readonly signature: string
}

export interface Registration {
  readonly success: boolean
  readonly record?: NameRecord | undefined
}

/**
 * `{success: false}` on a chain that the services do not serve. Sent once: a second try would meet its own name.
 * @throws WalletError `HTTP_STATUS` with `details.field`: `timestamp` (make the text anew by `serverNow`, which has learnt from the refusal, and sign again), `name` (taken, or no possible name), `signature`; further as `get`
 */
export async function registerName(api: Api, write: NameWrite): Promise<Registration> {
  const { chainId, signal } = write
  if (!(await isSupported(api, chainId, signal))) return { success: false }
  const answer = await dataPost(api, {
    path: '/v1/profile/account',
    schema: registerSchema,
    body: bodyOf(write),
    retries: 0,
    signal,
  })
  if (!('name' in answer)) return answer
  const { success = true, ...record } = answer
  return { success, record }
}

type NameChange = NameWrite & { readonly name: string }

/**
 * Sets all attributes of a name; resolves with those it has now.
 * @throws WalletError `CHAIN_NOT_SUPPORTED`; further as `registerName`, with `address` when the signer does not own the name
 */
export async function setNameAttributes(api: Api, write: NameChange): Promise<Readonly<Record<string, string>>> {
  await assertSupported(api, write.chainId, 'CHAIN_NOT_SUPPORTED', write.signal)
  const path = `/v1/profile/account/${segment(write.name)}/attributes` as const
  return dataPost(api, { path, schema: nameAttributesSchema, body: bodyOf(write), retries: 0, signal: write.signal })
}

/** Sets the address of a name for one coin type; resolves with the table's new entries. Errors as in `setNameAttributes`. */
export async function setNameAddress(api: Api, write: NameChange): Promise<NameRecord['addresses']> {
  await assertSupported(api, write.chainId, 'CHAIN_NOT_SUPPORTED', write.signal)
  const path = `/v1/profile/account/${segment(write.name)}/address` as const
  return dataPost(api, { path, schema: nameAddressesSchema, body: bodyOf(write), retries: 0, signal: write.signal })
}

function bodyOf({
  chainId,
  coinType = coinTypeOf(chainId),
  address,
  message,
  signature,
}: NameWrite): z.output<typeof nameWriteBodySchema> {
  return { coin_type: coinType, address, message, signature }
}
