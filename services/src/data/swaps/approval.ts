// Allowances of tokens, and the approvals that change them.
import { encodeFunctionData, type Address, type Hex } from 'viem'
import { HttpError } from '../../http/errors.js'
import { erc20Abi } from '../assets/abi.js'
import type { SwapsContext } from '../context.js'

/** Owner, spender and token of an allowance. */
export interface Allowed {
  readonly chainId: string
  readonly token: Address
  readonly user: Address
  readonly spender: Address
}

/** The allowance in base units. @throws HttpError 400 of `field` when the address is no token */
export async function readAllowance(ctx: SwapsContext, of: Allowed, field: string): Promise<bigint> {
  const { chainId, token, user, spender } = of
  const client = ctx.chains.client(chainId)
  const contract = { address: token, abi: erc20Abi, functionName: 'allowance', args: [user, spender] } as const
  const [answer] = await orUnavailable(client.multicall({ contracts: [contract] }))
  if (answer.status === 'success') return answer.result
  await orUnavailable(client.getChainId())
  throw new HttpError(400, field, 'This is not a token')
}

/**
 * Call data that allow `amount`. Old tokens change an allowance to zero first: for these the data set zero, and a second question afterwards gets
 * the approval itself.
 * @throws HttpError 400 `from` when it is no token, or refuses both
 */
export async function approvalData(ctx: SwapsContext, of: Allowed, amount: bigint): Promise<Hex> {
  const data = encodeApproval(of.spender, amount)
  if ((await readAllowance(ctx, of, 'from')) === 0n || (await isAccepted(ctx, of, data))) return data
  const reset = encodeApproval(of.spender, 0n)
  if (await isAccepted(ctx, of, reset)) return reset
  throw new HttpError(400, 'from', 'This token refuses the approval')
}

/** Call data of ERC-20 `approve`. */
export function encodeApproval(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
}

async function isAccepted(ctx: SwapsContext, { chainId, token, user }: Allowed, data: Hex): Promise<boolean> {
  const client = ctx.chains.client(chainId)
  try {
    await client.call({ account: user, to: token, data })
    return true
  } catch {
    await orUnavailable(client.getChainId()) // the node is there: so it is the token that does not want it
    return false
  }
}

/** @throws HttpError 503 when the node does not answer */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof HttpError) throw error
    throw new HttpError(503, 'chainId', 'No node of this chain answered')
  })
}
