// Swaps through 1inch, its Swap API v6.1. Off without a key.
import { getAddress, type Address } from 'viem'
import * as z from 'zod/mini'
import { fetchJson } from '../../upstream/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import { createTtlCache } from '../assets/ttl-cache.js'
import type { SwapsContext } from '../context.js'
import { basisPoints, chainNumber, checkedTransaction, explained, withinAgreed } from './adapter.js'
import { hexData, units, wireEvmAddress } from './shapes.js'
import { wireAddress, type SwapQuestion, type SwapSource } from './source.js'

const ONEINCH_URL = 'https://api.1inch.com'
const chains = new Set(['1', '10', '56', '100', '137', '324', '8453', '42161', '43114', '59144'])
/** The router of a version does not move; small plans allow one request a second, so it is not asked for with every quote. */
const ROUTER_TTL_MS = 3_600_000

const quoteSchema = z.object({ dstAmount: units })
const transaction = z.object({
  to: wireEvmAddress,
  data: hexData,
  value: units,
  gas: z.optional(z.union([units, z.int().check(z.nonnegative())])),
})
const swapSchema = z.object({ dstAmount: units, tx: transaction })
const spenderSchema = z.object({ address: wireEvmAddress })

/** The source 1inch. */
export function oneinchSwaps(
  ctx: SwapsContext,
  { key, url = ONEINCH_URL }: { readonly key: string; readonly url?: string | undefined },
): SwapSource {
  const headers = { authorization: `Bearer ${key}` }
  const routers = createTtlCache<Address>({ now: ctx.now, ttlMs: ROUTER_TTL_MS })
  const get = <S extends z.ZodMiniType>(
    chainId: string,
    path: string,
    query: Record<string, string>,
    schema: S,
    signal: AbortSignal,
  ) => {
    const base = `${url.replace(/\/+$/, '')}/swap/v6.1/${chainNumber({ chainId })}`
    return explained(
      fetchJson(ctx.fetch, `${base}/${path}?${new URLSearchParams(query).toString()}`, { schema, headers, signal }),
    )
  }
  const basics = ({ from, to, amount }: SwapQuestion) => ({
    src: wireAddress(from),
    dst: wireAddress(to),
    amount: String(amount),
  })
  const spender = (chainId: string, signal: AbortSignal) =>
    routers.get(chainId, async () => getAddress((await get(chainId, 'approve/spender', {}, spenderSchema, signal)).address))
  return {
    name: '1inch',
    kind: 'adapter',
    supports: (pair) => chains.has(chainNumber(pair)),
    async quote(question, signal) {
      const allowed = question.from === NATIVE ? undefined : await spender(question.chainId, signal)
      const { dstAmount } = await get(question.chainId, 'quote', basics(question), quoteSchema, signal)
      return [{ source: '1inch', amountOut: BigInt(dstAmount), spender: allowed, via: '' }]
    },
    async build(order, signal) {
      const router = await spender(order.chainId, signal)
      return withinAgreed(order, async (slippagePercent) => {
        const points = basisPoints(slippagePercent)
        const query = {
          ...basics(order),
          from: order.user,
          origin: order.user,
          slippage: String(points / 100),
          disableEstimate: 'true', // estimated here, where it is wanted
          ...(order.permit && { permit: order.permit }),
        }
        const { dstAmount, tx } = await get(order.chainId, 'swap', query, swapSchema, signal)
        const { data, value, gas = 0 } = tx
        const amountOut = BigInt(dstAmount)
        // Only the call data holds the minimum received: the amount out less the ordered slippage.
        const least = (amountOut * BigInt(10_000 - points)) / 10_000n
        const takesPermit = order.from !== NATIVE
        const found = { to: getAddress(tx.to), data, value: BigInt(value), amountOut, least, gas: BigInt(gas), takesPermit }
        return checkedTransaction(ctx, order, found, router)
      })
    },
    spender,
  }
}
