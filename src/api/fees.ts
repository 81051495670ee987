// What a transaction on an EVM chain will cost, estimated by the nodes of the chain. The wallet decides in the end.
import * as z from 'zod/mini'
import { walletError } from '../vocabulary/errors.js'
import { callRpc, isRevert, type RpcWorld } from './rpc.js'

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const bytesSchema = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i))
/** A uint256 as a contract returns it. */
const WORD = /^0x[0-9a-f]{64}$/i
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

/** Where rollups of the OP Stack tell what their transactions cost on Ethereum (https://docs.optimism.io/app-developers/transactions/fees). */
const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000f'
/** Selector of `getL1Fee(bytes)`. */
const GET_L1_FEE = '0x49948e0e'
/** Bytes of a transaction besides its data: receiver, value, nonce, gas and prices, and signature. */
const ENVELOPE_BYTES = 180
/** What Ethereum asks may rise until the transaction is mined, in percent. */
const L1_SPARE_PERCENT = 50n

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
  /** Wei: `gas` × `gasPrice`, and on rollups of the OP Stack what the transaction costs on Ethereum. */
  readonly amount: bigint
}

/**
 * Estimates gas and price.
 * @throws WalletError as `estimateGas`
 */
export async function estimateFee(world: RpcWorld, query: FeeQuery): Promise<Fee> {
  const { data } = query
  const [gas, gasPrice, dataFee] = await Promise.all([estimateGas(world, query), priceOf(world), dataFeeOf(world, data)])
  return { gas, gasPrice, amount: gas * gasPrice + dataFee }
}

/**
 * Units of gas for a transaction, with something to spare.
 * @throws WalletError RPC_ERROR, with `details.rpcCode` 3 when the transaction would revert; MALFORMED_RESPONSE; further as `callRpc`
 */
export async function estimateGas(world: RpcWorld, { from, to, value, data }: FeeQuery): Promise<bigint> {
  const transaction = { from, to, value: `0x${value.toString(16)}`, ...(data ? { data } : {}) }
  const units = readQuantity(await callRpc(world, 'eth_estimateGas', [transaction]), world)
  // A plain payment needs exactly what it needs.
  return data === undefined && units === 21_000n ? units : units + (units * SPARE_PERCENT) / 100n
}

/**
 * What a transaction costs on Ethereum, where it is not its own chain. Zero where no contract tells: most chains have none. A node that fails says nothing of
 * that: without this part, all coins but the fee would be more than can be paid.
 * @throws WalletError as `estimateFee`
 */
async function dataFeeOf(world: RpcWorld, data: `0x${string}` = '0x'): Promise<bigint> {
  if (world.network.caipNetworkId === 'eip155:1') return 0n
  // Bytes that no compression makes fewer, as those of a signature: every one differs from those before.
  const envelope = Array.from({ length: ENVELOPE_BYTES }, (_, index) =>
    hexByte((index * 167 + (index >> 3) * 59 + 83) & 0xff),
  ).join('')
  const bytes = envelope + data.slice(2)
  const length = bytes.length / 2
  const words = [32, length].map((value) => value.toString(16).padStart(64, '0')).join('')
  const call = { to: GAS_PRICE_ORACLE, data: GET_L1_FEE + words + bytes.padEnd(Math.ceil(length / 32) * 64, '0') }
  const answer = z.safeParse(bytesSchema, await callRpc(world, 'eth_call', [call, 'latest']).catch(noneIfReverted))
  if (!answer.success) throw walletError('MALFORMED_RESPONSE', { details: { chain: world.network.caipNetworkId } })
  const fee = WORD.test(answer.data) ? BigInt(answer.data) : 0n
  return fee + (fee * L1_SPARE_PERCENT) / 100n
}

/** A contract without the function is not the one that tells. */
function noneIfReverted(error: unknown): string {
  if (isRevert(error)) return '0x'
  throw error
}

const hexByte = (value: number) => value.toString(16).padStart(2, '0')

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
