// What a transaction would change, played through by a node and not sent (`eth_simulateV1` of the Ethereum execution APIs). Not every node has it.
import * as z from 'zod/mini'
import { isWalletError } from '../vocabulary/errors.js'
import { argument, BALANCE_OF } from './erc20.js'
import type { FeeQuery } from './fees.js'
import { callRpc, type RpcWorld } from './rpc.js'

/** Where every chain has Multicall3 (https://www.multicall3.com), whose `getEthBalance(address)` tells coins to a call. */
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'
const GET_ETH_BALANCE = '0x4d2301cc'
/** It is one check more: nobody waits long for it. */
const TIMEOUT_MS = 5_000

const answerSchema = z.array(z.object({ calls: z.array(z.object({ returnData: z.string(), status: z.string() })) }))
const word = /^0x[0-9a-f]{64}/i

/** What the sender would have more and less, in base units; negative for the contrary. */
export interface Rehearsed {
  readonly gained: bigint
  readonly spent: bigint
}

/**
 * What `from` would gain of one token and spend of another by a transaction. The fee is not part of it.
 * @param tokens contracts; undefined is the chain's own coin
 * @returns undefined when no node can say
 */
export async function rehearse(
  world: RpcWorld,
  { from, to, value, data }: FeeQuery,
  tokens: { readonly gained: string | undefined; readonly spent: string | undefined },
): Promise<Rehearsed | undefined> {
  const held = (token: string | undefined) => ({
    from,
    to: token ?? MULTICALL3,
    data: (token ? BALANCE_OF : GET_ETH_BALANCE) + argument(from),
  })
  const looks = [held(tokens.gained), held(tokens.spent)]
  const calls = [...looks, { from, to, value: `0x${value.toString(16)}`, data }, ...looks]
  const params = [{ blockStateCalls: [{ calls }] }, 'latest']
  const answer = await callRpc({ ...world, timeoutMs: TIMEOUT_MS }, 'eth_simulateV1', params).catch((error: unknown) => {
    if (isWalletError(error, 'ABORTED') || isWalletError(error, 'DESTROYED')) throw error
    return undefined
  })
  const parsed = z.safeParse(answerSchema, answer)
  const results = parsed.success ? (parsed.data[0]?.calls ?? []) : []
  const amounts = [0, 1, 3, 4].flatMap((at) => {
    const { returnData = '', status } = results[at] ?? {}
    const [amount] = (status === '0x1' && word.exec(returnData)) || []
    return amount === undefined ? [] : [BigInt(amount)]
  })
  const [gainedBefore, spentBefore, gainedAfter, spentAfter] = amounts
  if (gainedBefore === undefined || spentBefore === undefined || gainedAfter === undefined || spentAfter === undefined)
    return undefined
  return { gained: gainedAfter - gainedBefore, spent: spentBefore - spentAfter }
}
