// Swaps through 0x, its Swap API v2 (`/swap/allowance-holder/…`). Off without a key.
import * as z from 'zod/mini'
import { getAddress } from 'viem'
import { HttpError } from '../../errors.js'
import { fetchJson } from '../assets/fetch-json.js'
import { hexData, units, wireEvmAddress } from './shapes.js'
import type { DataContext } from '../context.js'
import { explained, insufficientLiquidity, wireAddress, type SwapOrder, type SwapQuestion, type SwapSource } from './source.js'

export const ZEROX_URL = 'https://api.0x.org'
const chains = new Set([1, 10, 56, 137, 5000, 8453, 42161, 43114, 59144, 534352, 81457])
/** AllowanceHolder of most chains; an answer's own `allowanceTarget` wins. */
const ALLOWANCE_HOLDER = '0x0000000000001fF3684f28c67538d4D072C22734'

const none = z.object({ liquidityAvailable: z.literal(false) })
const price = z.object({ liquidityAvailable: z.literal(true), buyAmount: units, allowanceTarget: z.nullish(wireEvmAddress) })
const priceSchema = z.union([none, price])
const transaction = z.object({ to: wireEvmAddress, data: hexData, value: units, gas: z.nullish(units) })
const quoteSchema = z.union([none, z.extend(price, { transaction })])

export function zeroxSwaps(
  { fetch }: DataContext,
  { key, url = ZEROX_URL }: { readonly key: string; readonly url?: string | undefined },
): SwapSource {
  const headers = { '0x-api-key': key, '0x-version': 'v2' }
  const ask = <S extends z.ZodMiniType>(
    path: 'price' | 'quote',
    question: SwapQuestion | SwapOrder,
    schema: S,
    signal: AbortSignal,
  ) => {
    const query = new URLSearchParams({
      chainId: question.chainId.replace('eip155:', ''),
      sellToken: wireAddress(question.from),
      buyToken: wireAddress(question.to),
      sellAmount: String(question.amount),
    })
    if (question.user) query.set('taker', question.user)
    if ('slippagePercent' in question) query.set('slippageBps', String(Math.round(question.slippagePercent * 100)))
    const address = `${url.replace(/\/+$/, '')}/swap/allowance-holder/${path}?${query.toString()}`
    return explained(fetchJson(fetch, address, { schema, headers, signal }))
  }
  return {
    name: '0x',
    kind: 'adapter',
    supports: (chainId) => chains.has(Number(chainId.replace('eip155:', ''))),
    async quote(question, signal) {
      const found = await ask('price', question, priceSchema, signal)
      if (!found.liquidityAvailable) throw insufficientLiquidity()
      const spender = getAddress(found.allowanceTarget ?? ALLOWANCE_HOLDER)
      return [{ source: '0x', amountOut: BigInt(found.buyAmount), spender, via: '' }]
    },
    async build(order, signal) {
      if (order.permit !== undefined) throw new HttpError(400, 'permit', 'This provider takes approvals, no permits')
      const found = await ask('quote', order, quoteSchema, signal)
      if (!found.liquidityAvailable) throw insufficientLiquidity()
      const { to, data, value, gas } = found.transaction
      return { to: getAddress(to), data, value: BigInt(value), amountOut: BigInt(found.buyAmount), gas: BigInt(gas ?? 0) }
    },
    spender: () => Promise.resolve(ALLOWANCE_HOLDER),
  }
}
