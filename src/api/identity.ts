// The name and picture of an address (specification §7, `GET /v1/identity/{address}`; wire reference §2.2). The only call of the
// Data API that is sent without looking at the list of supported chains.
import * as z from 'zod/mini'
import { visibleName } from '../vocabulary/visible-name.js'
import { type CallOptions, dataGet, segment } from './data-api.js'
import type { Api } from './http.js'
import { isAddressLike } from './name-label.js'
import { imageSchema, instantSchema, textSchema } from './shapes.js'

/** Query of `GET /v1/identity/{address}`. */
export const identityQuerySchema = z.object({ sender: z.optional(textSchema) })

/** Answer of `GET /v1/identity/{address}`. */
export const identitySchema = z.object({
  name: z.nullable(textSchema),
  avatar: imageSchema,
  resolvedAt: z.nullish(instantSchema),
})

/** The name and picture of an address. Its owner chooses both, so both are checked before they get here. */
export interface Identity {
  /** One line without control characters, at most 64 characters, that does not look like an address. */
  readonly name: string | undefined
  /** Safe for `<img src>`: a `data:` image, or an https url, or any url of the services themselves. */
  readonly avatar: string | undefined
}

/** The address that `getIdentity` asks about. */
export interface IdentityQuery extends CallOptions {
  /** Plain address. */
  readonly address: string
  /** The connected plain address. */
  readonly sender?: string | undefined
  /** Asks the services, whatever the browser has kept of an earlier answer. */
  readonly fresh?: boolean | undefined
}

/** Longest picture url, `data:` urls included. */
const AVATAR_MAX_CHARACTERS = 200_000

/** The name and picture of an address; both are `undefined` when it has none. Errors as in `get`. */
export async function getIdentity(api: Api, { address, sender, fresh, signal }: IdentityQuery): Promise<Identity> {
  const path = `/v1/identity/${segment(address)}` as const
  const answer = await dataGet(api, {
    path,
    schema: identitySchema,
    query: { sender },
    cache: fresh ? 'reload' : undefined,
    signal,
  })
  return { name: nameOf(answer.name), avatar: answer.avatar !== null && isShown(answer.avatar, api) ? answer.avatar : undefined }
}

/**
 * The name made safe to show. A name that looks like an address is dropped: readers could take it for the address of the account.
 */
function nameOf(text: string | null): string | undefined {
  const name = visibleName(text)
  if (name === undefined || isAddressLike(name)) return undefined
  return /^0x[0-9a-f]*(?:…|\.{2,}|$)/i.test(name) ? undefined : name
}

/** Narrows what `imageSchema` allows: plain http only from the services themselves, which may run on http during development. */
function isShown(avatar: string, { services }: Api): boolean {
  if (avatar.length > AVATAR_MAX_CHARACTERS) return false
  const isOwn = services !== undefined && /^https?:/i.test(avatar) && new URL(avatar).origin === new URL(services).origin
  return isOwn || /^(?:https|data):/i.test(avatar)
}
