// Registering an account name, and changing its attributes and addresses. The owner signs a short JSON text for each
// (specification §7, `POST /v1/profile/account`; wire reference §2.15).
import * as z from 'zod/mini'
import { coinTypeOf } from '../vocabulary/caip.js'
import { type CallOptions, dataPost, segment } from './data-api.js'
import { assertSupported, isSupported } from './gate.js'
import type { Api } from './http.js'
import { nameAddressesSchema, nameAttributesSchema, type NameRecord, nameRecordSchema } from './names.js'
import { hexSchema, textSchema } from './shapes.js'

const coinTypeSchema = z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1))
/** Unix seconds. */
const secondsSchema = z.int().check(z.nonnegative())

/**
 * The name that a signed text is about and the host of the services that may accept it. The format of public servers has neither.
 */
const boundSchemas = { name: z.optional(textSchema), host: z.optional(textSchema) }

/** The signed text of `POST /v1/profile/account`, once parsed. */
export const registerMessageSchema = z.object({
  name: textSchema,
  attributes: nameAttributesSchema,
  timestamp: secondsSchema,
  host: boundSchemas.host,
})
/** The signed text of `POST /v1/profile/account/{name}/attributes`, once parsed. */
export const attributesMessageSchema = z.object({ attributes: nameAttributesSchema, timestamp: secondsSchema, ...boundSchemas })
/** The signed text of `POST /v1/profile/account/{name}/address`, once parsed. */
export const addressMessageSchema = z.object({
  coin_type: coinTypeSchema,
  address: textSchema,
  timestamp: secondsSchema,
  ...boundSchemas,
})

/** Body of `POST /v1/profile/account`, `…/{name}/attributes` and `…/{name}/address`. */
export const nameWriteBodySchema = z.object({
  coin_type: coinTypeSchema,
  address: z.string().check(z.minLength(1), z.maxLength(128)),
  /** One of the three texts above, exactly as it was signed. */
  message: z.string().check(z.minLength(2), z.maxLength(4096)),
  signature: hexSchema,
})

/**
 * Answer of `POST /v1/profile/account`. Public servers answer with the name, the specification says `success`, our services send
 * both. Answers of the other two calls are in names.ts.
 */
export const registerSchema = z.union([
  z.extend(nameRecordSchema, { success: z.optional(z.boolean()) }),
  z.strictObject({ success: z.boolean() }),
])

/** `host`: that of the services that may accept the text; our services on other hosts refuse it. */
interface Bound {
  readonly host?: string | undefined
}

/** `of`: the name to change. Without it our services accept the text only when the signer owns exactly one name. */
interface Change extends Bound {
  readonly of?: string | undefined
}

/**
 * What a text asks for: to register `name`, to set the attributes of a name, or to set its address for one coin type (SLIP-44).
 */
export type NameMessage =
  | (Bound & { readonly name: string; readonly attributes?: Readonly<Record<string, string>> | undefined })
  | (Change & { readonly attributes: Readonly<Record<string, string>> })
  | (Change & { readonly coinType: number; readonly address: string })

/**
 * The text to sign with `personal_sign` (EIP-191), for `NameWrite.message`. It holds the time in whole seconds, and servers
 * accept it only for a short time (10 s on public servers): make it right before asking the wallet.
 * @param now unix milliseconds by the clock of the services, from `serverNow(api)`: the clock of the device may be minutes off
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

/** A signed message about a name, for `registerName`, `setNameAttributes` and `setNameAddress`. */
export interface NameWrite extends CallOptions {
  /** The active chain (CAIP-2). */
  readonly chainId: string
  /** Coin type of the signer's chain (SLIP-44, ENSIP-11). Default: that of `chainId`. */
  readonly coinType?: number | undefined
  /** Plain address of the signer; on EVM chains with its checksum (EIP-55). */
  readonly address: string
  /** From `nameMessage`. */
  readonly message: string
  /** Hex with `0x`. */
  readonly signature: string
}

/** Outcome of `registerName`; `record` is the new name where the services send it. */
export interface Registration {
  readonly success: boolean
  readonly record?: NameRecord | undefined
}

/**
 * Registers a name. `{success: false}` on a chain that the services do not serve. The request is never repeated: after a lost
 * answer a second one would find the name taken.
 * @throws WalletError `HTTP_STATUS` with `details.field`: `timestamp` (make the message again with `serverNow`, which knows the
 * services' clock after this answer, and sign that), `name` (taken, or not allowed as a name), `signature`; further as `get`
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
 * Replaces the attributes of a name, and resolves with the new ones. Never repeated.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` on a chain that the services do not serve; further as `registerName`, with
 * `details.field` `address` when the signer does not own the name
 */
export async function setNameAttributes(api: Api, write: NameChange): Promise<Readonly<Record<string, string>>> {
  await assertSupported(api, write.chainId, 'CHAIN_NOT_SUPPORTED', write.signal)
  const path = `/v1/profile/account/${segment(write.name)}/attributes` as const
  return dataPost(api, { path, schema: nameAttributesSchema, body: bodyOf(write), retries: 0, signal: write.signal })
}

/**
 * Sets the address of a name for one coin type, and resolves with the entries that changed. Never repeated. Errors as in
 * `setNameAttributes`.
 */
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
