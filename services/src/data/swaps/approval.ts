// Who may take how much of a token, and the approval that changes it.
import { encodeFunctionData, type Address, type Hex } from 'viem'
import { HttpError } from '../../errors.js'
import { erc20Abi } from '../assets/abi.js'
import type { SwapsContext } from '../context.js'

export interface Allowed {
  readonly chainId: string
  readonly token: Address
  readonly user: Address
  readonly spender: Address
}

/** @throws HttpError 400 of `field` when it is no token */
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
 * Call data that allow `amount`. Old tokens change an allowance only by way of zero: where that is so, the data take the old one back,
 * and who asks again after that is given the rest.
 * @throws HttpError 400 `from` when it is no token, or refuses both
 */
export async function approvalData(ctx: SwapsContext, of: Allowed, amount: bigint): Promise<Hex> {
  const data = encodeApproval(of.spender, amount)
  if ((await readAllowance(ctx, of, 'from')) === 0n || (await isAccepted(ctx, of, data))) return data
  const reset = encodeApproval(of.spender, 0n)
  if (await isAccepted(ctx, of, reset)) return reset
  throw new HttpError(400, 'from', 'This token refuses the approval')
}

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

/** @throws HttpError 503 */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof HttpError) throw error
    throw new HttpError(503, 'chainId', 'No node of this chain answered')
  })
}
