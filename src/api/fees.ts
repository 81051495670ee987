// What a transaction on an EVM chain will cost, estimated by the nodes of the chain. The wallet decides in the end.
import * as z from 'zod/mini'
import { walletError } from '../vocabulary/errors.js'
import { callRpc, type RpcWorld } from './rpc.js'

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const feesSchema = z.object({
  baseFeePerGas: z.array(quantity).check(z.minLength(1)),
  reward: z.nullish(z.array(z.array(quantity))),
})
/** Blocks whose tips are looked at. */
const BLOCKS_COUNT = '0x5'
/** Of the tips of a block, the one above as many percent of them. */
const TIP_PERCENTILE = 50
/** Spare units of gas, in percent of the estimate: what a contract needs may differ until the transaction is mined. */
const SPARE_PERCENT = 20n

/** A transaction whose fee is estimated. */
export interface FeeQuery {
  readonly from: string
  readonly to: string
  /** Wei. */
  readonly value: bigint
  readonly data?: `0x${string}` | undefined
}

/** What a transaction will cost. */
export interface Fee {
  /** Units of gas, with something to spare. */
  readonly gas: bigint
  /** Wei per unit of gas: the most that will be paid if the next blocks are full. */
  readonly gasPrice: bigint
  /** Wei: `gas` × `gasPrice`. */
  readonly amount: bigint
}

/**
 * Estimates gas and price.
 * @throws WalletError RPC_ERROR, with `details.rpcCode` 3 when the transaction would revert; MALFORMED_RESPONSE; further as `callRpc`
 */
export async function estimateFee(world: RpcWorld, { from, to, value, data }: FeeQuery): Promise<Fee> {
  const transaction = { from, to, value: `0x${value.toString(16)}`, ...(data ? { data } : {}) }
  const [estimate, gasPrice] = await Promise.all([callRpc(world, 'eth_estimateGas', [transaction]), priceOf(world)])
  const units = readQuantity(estimate, world)
  // A plain payment needs exactly what it needs.
  const gas = data === undefined && units === 21_000n ? units : units + (units * SPARE_PERCENT) / 100n
  return { gas, gasPrice, amount: gas * gasPrice }
}

/** Twice the base fee and the usual tip (EIP-1559); the plain gas price on chains without. */
async function priceOf(world: RpcWorld): Promise<bigint> {
  const history = await callRpc(world, 'eth_feeHistory', [BLOCKS_COUNT, 'latest', [TIP_PERCENTILE]]).catch(() => undefined)
  const fees = z.safeParse(feesSchema, history)
  const base = BigInt(fees.data?.baseFeePerGas.at(-1) ?? 0)
  const plain = readQuantity(await callRpc(world, 'eth_gasPrice', []), world)
  const tips = (fees.data?.reward ?? []).flatMap((block) => block.slice(0, 1).map(BigInt)).sort((a, b) => (a < b ? -1 : 1))
  const capped = base * 2n + (tips[Math.floor(tips.length / 2)] ?? 0n)
  return capped > plain ? capped : plain
}

function readQuantity(answer: unknown, { network }: RpcWorld): bigint {
  const parsed = z.safeParse(quantity, answer)
  if (!parsed.success) throw walletError('MALFORMED_RESPONSE', { details: { chain: network.caipNetworkId } })
  return BigInt(parsed.data)
}
