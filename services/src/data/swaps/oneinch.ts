// Swaps through 1inch, its Swap API v6. Off without a key.
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import { fetchJson } from '../assets/fetch-json.js'
import type { DataContext } from '../context.js'
import { hexData, units, wireEvmAddress } from './shapes.js'
import { explained, wireAddress, type SwapQuestion, type SwapSource } from './source.js'

export const ONEINCH_URL = 'https://api.1inch.dev'
const chains = new Set([1, 10, 56, 100, 137, 324, 8453, 42161, 43114, 59144])

const quoteSchema = z.object({ dstAmount: units })
const transaction = z.object({ to: wireEvmAddress, data: hexData, value: units, gas: z.optional(z.int().check(z.nonnegative())) })
const swapSchema = z.object({ dstAmount: units, tx: transaction })
const spenderSchema = z.object({ address: wireEvmAddress })

export function oneinchSwaps(
  { fetch }: DataContext,
  { key, url = ONEINCH_URL }: { readonly key: string; readonly url?: string | undefined },
): SwapSource {
  const headers = { authorization: `Bearer ${key}` }
  const get = <S extends z.ZodMiniType>(
    chainId: string,
    path: string,
    query: Record<string, string>,
    schema: S,
    signal: AbortSignal,
  ) => {
    const base = `${url.replace(/\/+$/, '')}/swap/v6.0/${chainId.replace('eip155:', '')}`
    return explained(fetchJson(fetch, `${base}/${path}?${new URLSearchParams(query).toString()}`, { schema, headers, signal }))
  }
  const basics = ({ from, to, amount }: SwapQuestion) => ({
    src: wireAddress(from),
    dst: wireAddress(to),
    amount: String(amount),
  })
  const spender: SwapSource['spender'] = async (chainId, signal) =>
    getAddress((await get(chainId, 'approve/spender', {}, spenderSchema, signal)).address)
  return {
    name: '1inch',
    kind: 'adapter',
    supports: (chainId) => chains.has(Number(chainId.replace('eip155:', ''))),
    async quote(question, signal) {
      const [found, allowed] = await Promise.all([
        get(question.chainId, 'quote', basics(question), quoteSchema, signal),
        spender(question.chainId, signal),
      ])
      return [{ source: '1inch', amountOut: BigInt(found.dstAmount), spender: allowed, via: '' }]
    },
    async build(order, signal) {
      const query = {
        ...basics(order),
        from: order.user,
        origin: order.user,
        slippage: String(order.slippagePercent),
        disableEstimate: 'true', // estimated here, where it is wanted
        ...(order.permit && { permit: order.permit }),
      }
      const { dstAmount, tx } = await get(order.chainId, 'swap', query, swapSchema, signal)
      return {
        to: getAddress(tx.to),
        data: tx.data,
        value: BigInt(tx.value),
        amountOut: BigInt(dstAmount),
        gas: BigInt(tx.gas ?? 0),
      }
    },
    spender,
  }
}
