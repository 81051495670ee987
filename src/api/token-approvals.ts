// What an account has allowed others to take: ERC-20 allowances and operators of collections, in pages
// (`GET /v1/account/{address}/approvals`), and the calls that take them back. Only our services have this call; it is not part of
// the specification.
import { encodeFunctionData } from 'viem/utils'
import * as z from 'zod/mini'
import { type CallOptions, dataGetPartial, segment } from './data-api.js'
import { readTokenAllowance, readOperator } from './erc20.js'
import { assertServed } from './gate.js'
import type { Api } from './http.js'
import type { RpcWorld } from './rpc.js'
import { chainIdSchema, evmAddressSchema, imageSchema, instantSchema, textSchema, unitsSchema } from './shapes.js'

/** Query of `GET /v1/account/{address}/approvals`. */
export const tokenApprovalsQuerySchema = z.object({ chainId: chainIdSchema, cursor: z.optional(textSchema) })

/** One approval in the answer of `GET /v1/account/{address}/approvals`. */
export const tokenApprovalSchema = z.object({
  /** Unique within the account. */
  id: z.string().check(z.minLength(1), z.maxLength(512)),
  chainId: chainIdSchema,
  /** `erc20`: up to `amount` of a token; `collection`: all collectibles of a contract (ERC-721, ERC-1155). */
  kind: z.enum(['erc20', 'collection']),
  contract: evmAddressSchema,
  name: textSchema,
  symbol: textSchema,
  decimals: z.int().check(z.minimum(0), z.maximum(255)),
  iconUrl: imageSchema,
  /** The operator of the services lists the token: its name and symbol are its own. */
  verified: z.boolean(),
  spender: evmAddressSchema,
  /** What the services know the spender as. */
  spenderName: z.nullable(textSchema),
  /** Base units that may be taken now; `0` for a collection. */
  amount: unitsSchema,
  /** The transaction that granted it, and when it was mined. */
  hash: textSchema,
  grantedAt: z.nullable(instantSchema),
})

/** Answer of `GET /v1/account/{address}/approvals`. */
export const tokenApprovalsSchema = z.object({
  data: z.array(tokenApprovalSchema).check(z.maxLength(1000)),
  next: z.nullish(textSchema),
})

/** One approval. `name`, `symbol` and `spenderName` are text from strangers; amounts are decimal strings of base units. */
export type TokenApproval = z.output<typeof tokenApprovalSchema>

/** One page of the approvals of an account, newest first. */
export interface TokenApprovalPage {
  readonly data: readonly TokenApproval[]
  /** Cursor of the next page; absent on the last. */
  readonly next: string | undefined
  /** The services have not read the whole chain: older approvals may be missing. */
  readonly isIncomplete: boolean
}

/** The account, chain and page that `getTokenApprovals` asks about. */
export interface TokenApprovalsQuery extends CallOptions {
  /** Plain address. */
  readonly address: string
  /** CAIP-2. */
  readonly chainId: string
  /** `next` of the previous page; absent for the first. */
  readonly cursor?: string | undefined
}

/**
 * One page of what an account has approved and not used up or taken back. Spam is left out.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` on a chain that the services do not serve: an empty list would say that nothing is
 * approved; further as `get`
 */
export async function getTokenApprovals(
  api: Api,
  { address, chainId, cursor, signal }: TokenApprovalsQuery,
): Promise<TokenApprovalPage> {
  await assertServed(api, chainId, signal)
  const path = `/v1/account/${segment(address)}/approvals` as const
  const call = { path, schema: tokenApprovalsSchema, query: { chainId, cursor }, signal }
  const { answer, isIncomplete } = await dataGetPartial(api, call)
  return { data: answer.data, next: answer.next || undefined, isIncomplete }
}

const inputs = (second: 'uint256' | 'bool') => [{ type: 'address' }, { type: second }] as const
const approve = [
  { type: 'function', name: 'approve', stateMutability: 'nonpayable', inputs: inputs('uint256'), outputs: [] },
] as const
const setApprovalForAll = [
  { type: 'function', name: 'setApprovalForAll', stateMutability: 'nonpayable', inputs: inputs('bool'), outputs: [] },
] as const

/**
 * Whether the chain itself knows of an approval. A call that takes back what was never given may give something: `approve(spender, 0)` of a collection
 * approves its collectible 0. Errors as `callRpc`, with RPC_ERROR for a contract that is none of this kind.
 */
export async function isApproved(
  world: RpcWorld,
  { kind, contract, spender, owner }: Pick<TokenApproval, 'kind' | 'contract' | 'spender'> & { readonly owner: string },
): Promise<boolean> {
  const read = kind === 'erc20' ? readTokenAllowance : readOperator
  return (await read(world, { token: contract, owner, spender })) > 0n
}

/** Call data that take an approval back, for its `contract`: `approve(spender, 0)` or `setApprovalForAll(spender, false)`. */
export function revokeData({ kind, spender }: Pick<TokenApproval, 'kind' | 'spender'>): `0x${string}` {
  return kind === 'erc20'
    ? encodeFunctionData({ abi: approve, args: [spender, 0n] })
    : encodeFunctionData({ abi: setApprovalForAll, args: [spender, false] })
}
