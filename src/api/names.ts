// Reads the account names of the services' registry: the record of a name, the names of an address, free names (specification §7,
// `/v1/profile/…`; wire reference §2.12–2.14). name-writes.ts registers and changes names.
import * as z from 'zod/mini'
import { coinTypeOf } from '../vocabulary/caip.js'
import { type CallOptions, dataGet, orWhenMissing, segment } from './data-api.js'
import { assertServed, isSupported } from './gate.js'
import { isAddressLike } from './name-label.js'
import type { Api } from './http.js'
import { instantSchema, textSchema } from './shapes.js'

/** In version 2 of the calls a name that is not registered is `[]`; in version 1 it is a 404. */
const API_VERSION = 2
/** SLIP-44 coin type of Ethereum. Public servers store an address for it with every registration. */
const ETHEREUM_COIN_TYPE = 60

/** Query of `GET /v1/profile/account/{name}` and `GET /v1/profile/reverse/{address}`. */
export const nameQuerySchema = z.object({ apiVersion: z.optional(z.enum(['1', '2'])), sender: z.optional(textSchema) })
/** Answer of `GET /v1/profile/zone`: what names end with, without the dot before it. Only our services have the call. */
export const zoneSchema = z.object({
  zone: z.string().check(z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/), z.maxLength(253)),
})
/** Query of `GET /v1/profile/suggestions/{name}`: `zone` is what follows the first label, such as `wm.example`. */
export const suggestionsQuerySchema = z.object({ zone: textSchema })

/** A coin type (SLIP-44, ENSIP-11) in decimal digits, as key of a table. */
const coinTypeSchema = z.string().check(z.regex(/^(?:0|[1-9]\d{0,9})$/))

/** Addresses of a name by coin type. Also the answer of `POST /v1/profile/account/{name}/address`. */
export const nameAddressesSchema = z.record(
  coinTypeSchema,
  z.object({ address: z.string().check(z.minLength(1), z.maxLength(128)), created_at: z.nullish(instantSchema) }),
)
/** Attributes of a name, such as `bio`. Also the answer of `POST /v1/profile/account/{name}/attributes`. */
export const nameAttributesSchema = z.record(textSchema, textSchema)

/** One registered name, in the answers of `/v1/profile/…`. */
export const nameRecordSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  registered_at: instantSchema,
  updated_at: z.nullish(instantSchema),
  attributes: z.nullish(nameAttributesSchema),
  addresses: nameAddressesSchema,
})

const noneSchema = z.array(z.unknown()).check(z.maxLength(0))
/** Answer of `GET /v1/profile/account/{name}`; `[]` when the name is not registered. */
export const nameLookupSchema = z.union([nameRecordSchema, noneSchema])
/** Answer of `GET /v1/profile/reverse/{address}`. */
export const nameReverseSchema = z.array(nameRecordSchema).check(z.maxLength(1000))
/** Answer of `GET /v1/profile/suggestions/{name}`. */
export const suggestionsSchema = z.object({
  suggestions: z.array(z.object({ name: textSchema, registered: z.boolean() })).check(z.maxLength(100)),
})

/** A registered name, with the field names of the answer; `addresses` by coin type (SLIP-44, ENSIP-11) in decimal digits. */
export type NameRecord = z.output<typeof nameRecordSchema>
/** A possible name, and whether somebody has registered it. */
export type NameSuggestion = z.output<typeof suggestionsSchema>['suggestions'][number]

interface OnChain extends CallOptions {
  /** The active chain (CAIP-2). When the services do not serve it, the result is empty and nothing is asked. */
  readonly chainId: string
}

/** The record of a name; `undefined` when it is not registered. Errors as in `get`. */
export async function getName(
  api: Api,
  { name, chainId, signal }: OnChain & { readonly name: string },
): Promise<NameRecord | undefined> {
  if (!(await isSupported(api, chainId, signal))) return undefined
  const path = `/v1/profile/account/${segment(name)}` as const
  const call = dataGet(api, { path, schema: nameLookupSchema, query: { apiVersion: API_VERSION }, signal })
  const answer = await orWhenMissing(call, undefined)
  return answer && 'name' in answer ? answer : undefined
}

/**
 * The names of a plain address in the order of the services, `[]` when it has none. Names that look like an address are left out.
 * Errors as in `get`.
 * @param query `sender`: the connected plain address
 */
export async function getNamesOf(
  api: Api,
  query: OnChain & { readonly address: string; readonly sender?: string | undefined },
): Promise<readonly NameRecord[]> {
  const { address, sender, chainId, signal } = query
  if (!(await isSupported(api, chainId, signal))) return []
  const path = `/v1/profile/reverse/${segment(address)}` as const
  const call = dataGet(api, { path, schema: nameReverseSchema, query: { sender, apiVersion: API_VERSION }, signal })
  return (await orWhenMissing(call, [])).filter((record) => 'name' in record && !isAddressLike(record.name))
}

/**
 * What follows the first label of the names that can be registered, such as `wm.example`.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` on a chain that the services do not serve; further as `get`
 */
export async function getNameZone(api: Api, { chainId, signal }: OnChain): Promise<string> {
  await assertServed(api, chainId, signal)
  return (await dataGet(api, { path: '/v1/profile/zone', schema: zoneSchema, signal })).zone
}

/**
 * Names to register: the wished one first, then similar ones, each with whether it is taken. Names that look like an address are
 * left out. Errors as in `get`.
 * @param query `name`: the wished first label; `zone`: what follows it, such as `wm.example`
 */
export async function getNameSuggestions(
  api: Api,
  query: OnChain & { readonly name: string; readonly zone: string },
): Promise<readonly NameSuggestion[]> {
  const { name, zone, chainId, signal } = query
  if (!(await isSupported(api, chainId, signal))) return []
  const path = `/v1/profile/suggestions/${segment(name)}` as const
  const answer = await dataGet(api, { path, schema: suggestionsSchema, query: { zone }, signal })
  return answer.suggestions.filter((suggestion) => !isAddressLike(suggestion.name))
}

/**
 * The address of a name on a chain (CAIP-2), by the chain's coin type; when the name has none for it, the address for Ethereum.
 * @throws WalletError `CAIP_INVALID` as `coinTypeOf`
 */
export function addressOfName(record: NameRecord, chainId: string): string | undefined {
  return (record.addresses[coinTypeOf(chainId)] ?? record.addresses[ETHEREUM_COIN_TYPE])?.address
}
