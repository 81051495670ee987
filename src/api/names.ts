// Account names of the services' own registry: who has which, what is free (specification §7, `/v1/profile/…`). Writing is in name-writes.ts.
import * as z from 'zod/mini'
import { coinTypeOf } from '../caip.js'
import { type CallOptions, dataGet, orWhenMissing, segment } from './data-api.js'
import { isSupported } from './gate.js'
import { isAddressLike } from './name-label.js'
import type { Api } from './http.js'
import { instantSchema, textSchema } from './shapes.js'

/** With version 2 a name that nobody has is `[]`; before, it was a 404. */
const API_VERSION = 2
/** SLIP-44 coin type of Ethereum: what a name has an address for when it has any. */
const ETHEREUM_COIN_TYPE = 60

export const nameQuerySchema = z.object({ apiVersion: z.optional(z.enum(['1', '2'])), sender: z.optional(textSchema) })
export const suggestionsQuerySchema = z.object({ zone: textSchema })

/** Decimal, as the key of a table. */
const coinTypeSchema = z.string().check(z.regex(/^(?:0|[1-9]\d{0,9})$/))

export const nameAddressesSchema = z.record(
  coinTypeSchema,
  z.object({ address: z.string().check(z.minLength(1), z.maxLength(128)), created_at: z.nullish(instantSchema) }),
)
export const nameAttributesSchema = z.record(textSchema, textSchema)

export const nameRecordSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  registered_at: instantSchema,
  updated_at: z.nullish(instantSchema),
  attributes: z.nullish(nameAttributesSchema),
  addresses: nameAddressesSchema,
})

const noneSchema = z.array(z.unknown()).check(z.maxLength(0))
export const nameLookupSchema = z.union([nameRecordSchema, noneSchema])
export const nameReverseSchema = z.array(nameRecordSchema).check(z.maxLength(1000))
export const suggestionsSchema = z.object({
  suggestions: z.array(z.object({ name: textSchema, registered: z.boolean() })).check(z.maxLength(100)),
})

/** In the wire's own names; addresses by SLIP-44 / ENSIP-11 coin type. */
export type NameRecord = z.output<typeof nameRecordSchema>
export type NameSuggestion = z.output<typeof suggestionsSchema>['suggestions'][number]

interface OnChain extends CallOptions {
  /** The active chain (CAIP-2): where the services do not serve it, there are no names. */
  readonly chainId: string
}

/** `undefined` when nobody has the name. Errors as in `get`. */
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

/** Names of an address, in the order of the services, without those that look like an address; none is `[]`. Errors as in `get`. */
export async function getNamesOf(
  api: Api,
  { address, sender, chainId, signal }: OnChain & { readonly address: string; readonly sender?: string | undefined },
): Promise<readonly NameRecord[]> {
  if (!(await isSupported(api, chainId, signal))) return []
  const path = `/v1/profile/reverse/${segment(address)}` as const
  const call = dataGet(api, { path, schema: nameReverseSchema, query: { sender, apiVersion: API_VERSION }, signal })
  return (await orWhenMissing(call, [])).filter((record) => 'name' in record && !isAddressLike(record.name))
}

/** The name itself first, then others like it; each with whether somebody has it. Errors as in `get`. */
export async function getNameSuggestions(
  api: Api,
  { name, zone, chainId, signal }: OnChain & { readonly name: string; readonly zone: string },
): Promise<readonly NameSuggestion[]> {
  if (!(await isSupported(api, chainId, signal))) return []
  const path = `/v1/profile/suggestions/${segment(name)}` as const
  const answer = await dataGet(api, { path, schema: suggestionsSchema, query: { zone }, signal })
  return answer.suggestions.filter((suggestion) => !isAddressLike(suggestion.name))
}

/**
 * The address of a name on a chain (CAIP-2), by its coin type; where it has none there, its Ethereum one.
 * @throws WalletError CAIP_INVALID as `coinTypeOf`
 */
export function addressOfName(record: NameRecord, chainId: string): string | undefined {
  return (record.addresses[coinTypeOf(chainId)] ?? record.addresses[ETHEREUM_COIN_TYPE])?.address
}
