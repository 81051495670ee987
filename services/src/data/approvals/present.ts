// What is left of approvals, asked of their chain: of a token the present allowance, of a collection whether its operator still is one.
import { getAddress, type Address } from 'viem'
import type { ApprovalsContext } from '../context.js'
import { erc20Abi, operatorAbi } from '../assets/abi.js'
import { orUnavailable } from '../swaps/approval.js'
import type { Grant } from './store.js'

/** A grant that is not used up. */
export interface Present {
  readonly grant: Grant
  /** Base units; 0n for a collection. */
  readonly amount: bigint
}

/** Those of `grants` that still allow something, in their order. @throws HttpError 503 when the chain does not answer */
export async function presentOf(
  ctx: ApprovalsContext,
  { chainId, owner, grants }: { readonly chainId: string; readonly owner: Address; readonly grants: readonly Grant[] },
): Promise<readonly Present[]> {
  if (grants.length === 0) return []
  const client = ctx.chains.client(chainId)
  const contracts = grants.map(({ kind, contract, spender }) => {
    const [address, args] = [getAddress(contract), [owner, getAddress(spender)]] as const
    return kind === 'erc20'
      ? ({ address, abi: erc20Abi, functionName: 'allowance', args } as const)
      : ({ address, abi: operatorAbi, functionName: 'isApprovedForAll', args } as const)
  })
  const answers = await orUnavailable(client.multicall({ contracts }))
  if (answers.every(({ status }) => status === 'failure')) await orUnavailable(client.getChainId()) // or else the node is away
  return grants.flatMap((grant, index) => {
    const result = answers[index]?.result
    if (typeof result === 'bigint' && result > 0n) return [{ grant, amount: result }]
    return result === true ? [{ grant, amount: 0n }] : []
  })
}
