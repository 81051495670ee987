// What is left of approvals, asked of their chain: of a token the present allowance, of a collection whether its operator still is one.
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  getAddress,
  RpcRequestError,
  type Address,
} from 'viem'
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

/** Units of gas of a single question: more than an honest token needs, and nothing that a hostile one can take from others. */
const GAS = 1_000_000n

/**
 * Those of `grants` that still allow something, in their order, and those of which their contracts say that they allow nothing; `isComplete`: of all others
 * it is known that they allow nothing.
 * @throws HttpError 503 when the chain does not answer
 */
export async function presentOf(
  ctx: ApprovalsContext,
  { chainId, owner, grants }: { readonly chainId: string; readonly owner: Address; readonly grants: readonly Grant[] },
): Promise<{ readonly present: readonly Present[]; readonly empty: readonly Grant[]; readonly isComplete: boolean }> {
  if (grants.length === 0) return { present: [], empty: [], isComplete: true }
  const client = ctx.chains.client(chainId)
  const contracts = grants.map(({ kind, contract, spender }) => {
    const [address, args] = [getAddress(contract), [owner, getAddress(spender)]] as const
    return kind === 'erc20'
      ? ({ address, abi: erc20Abi, functionName: 'allowance', args } as const)
      : ({ address, abi: operatorAbi, functionName: 'isApprovedForAll', args } as const)
  })
  const answers = await orUnavailable(client.multicall({ contracts }))
  if (answers.every(({ status }) => status === 'failure')) await orUnavailable(client.getChainId()) // or else the node is away
  let isComplete = true
  // One contract that takes all gas makes those fail that are asked with it: each is asked once more, by itself.
  const results = await Promise.all(
    answers.map(async ({ status, result }, index) => {
      const contract = contracts[index]
      if (status === 'success' || !contract) return result
      try {
        // Two kinds of contract have no common type of arguments, and `gas`, which goes to `eth_call`, has none here.
        return await client.readContract({ ...contract, gas: GAS } as unknown as Parameters<typeof client.readContract>[0])
      } catch (error) {
        isComplete &&= isOwnFailure(error)
        return undefined
      }
    }),
  )
  const present = grants.flatMap((grant, index) => {
    const result = results[index]
    if (typeof result === 'bigint' && result > 0n) return [{ grant, amount: result }]
    return result === true ? [{ grant, amount: 0n }] : []
  })
  const empty = grants.filter((_, index) => results[index] === 0n || results[index] === false)
  return { present, empty, isComplete }
}

/** Whether the contract itself failed, and not the node. */
function isOwnFailure(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return (
    error.walk(
      (cause) =>
        cause instanceof ContractFunctionRevertedError ||
        cause instanceof ContractFunctionZeroDataError ||
        (cause instanceof RpcRequestError && /revert|opcode|out ?of ?gas|stack|jump/i.test(`${cause.details} ${cause.message}`)),
    ) !== null
  )
}
