// Answers that lie outside of the chain (EIP-3668): a contract names gateways instead of answering, and checks what they say. The gateways are any
// stranger's, so that the services ask them, and the visitor's browser does not. What comes back is believed by the contract or not at all.
import * as z from 'zod/mini'
import { concat, decodeAbiParameters, encodeAbiParameters } from 'viem/utils'
import { isWalletError } from '../vocabulary/errors.js'
import { type CallOptions, dataPost } from './data-api.js'
import { isSupported } from './gate.js'
import type { Api } from './http.js'
import { NodeRefusal } from './json-rpc.js'
import { chainIdSchema, hexSchema } from './shapes.js'

/** First four bytes of `OffchainLookup(address,string[],bytes,bytes4,bytes)`. */
const SELECTOR = '0x556f1830'
const lookupTypes = [{ type: 'address' }, { type: 'string[]' }, { type: 'bytes' }, { type: 'bytes4' }, { type: 'bytes' }] as const
const answerTypes = [{ type: 'bytes' }, { type: 'bytes' }] as const

/** Body of `POST /v1/profile/lookup`: a call of the universal resolver that ends in a lookup. Only our services have the route. */
export const lookupBodySchema = z.object({
  /** The chain on which the services ask ENS. */
  chainId: chainIdSchema,
  /** Its universal resolver. */
  to: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  data: hexSchema,
})
/** Answer of `POST /v1/profile/lookup`: what the gateways said, for the contract's callback. */
export const lookupSchema = z.object({ data: hexSchema })

/** What a contract wants to be given. */
export interface OffchainLookup {
  /** First four bytes of the method that takes the answer. */
  readonly callback: `0x${string}`
  readonly extraData: `0x${string}`
}

/** The lookup in which a call to `to` has ended; undefined where it ended in another way, and for one of another contract (EIP-3668 refuses it). */
export function readLookup(error: unknown, to: string): OffchainLookup | undefined {
  const refusal = isWalletError(error, 'RPC_ERROR') && error.cause instanceof NodeRefusal ? error.cause : undefined
  const data = typeof refusal?.data === 'string' ? refusal.data.toLowerCase() : ''
  if (!data.startsWith(SELECTOR)) return undefined
  try {
    const [sender, , , callback, extraData] = decodeAbiParameters(lookupTypes, `0x${data.slice(SELECTOR.length)}`)
    return sender.toLowerCase() === to.toLowerCase() ? { callback, extraData } : undefined
  } catch {
    return undefined
  }
}

/** The call that gives a contract what its gateways said. */
export function callbackOf({ callback, extraData }: OffchainLookup, answer: `0x${string}`): `0x${string}` {
  return concat([callback, encodeAbiParameters(answerTypes, [answer, extraData])])
}

/**
 * What the gateways say to the call `data` of `to` on a chain (CAIP-2). Undefined when none answers, and where the services have no such route or ask
 * ENS elsewhere. Errors as in `post`.
 */
export async function askGateways(
  api: Api,
  { chainId, to, data, signal }: CallOptions & { readonly chainId: string; readonly to: string; readonly data: string },
): Promise<`0x${string}` | undefined> {
  if (!(await isSupported(api, chainId, signal))) return undefined
  try {
    const answer = await dataPost(api, { path: '/v1/profile/lookup', schema: lookupSchema, body: { chainId, to, data }, signal })
    return answer.data as `0x${string}` // the schema asked for 0x
  } catch (error) {
    const status = isWalletError(error, 'HTTP_STATUS') ? error.details['status'] : undefined
    if (status === 400 || status === 404 || status === 405) return undefined
    throw error
  }
}
