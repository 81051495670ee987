// Swaps through 0x, its Swap API v2 (`/swap/allowance-holder/…`). Off without a key.
import { getAddress, type Address } from 'viem'
import * as z from 'zod/mini'
import { fetchJson } from '../../upstream/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import { Declined } from '../../upstream/providers.js'
import type { SwapsContext } from '../context.js'
import { basisPoints, chainNumber, checkedTransaction, explained, refusePermit, withinAgreed } from './adapter.js'
import { hexData, units, wireEvmAddress } from './shapes.js'
import { insufficientLiquidity, wireAddress, type SwapOrder, type SwapQuestion, type SwapSource } from './source.js'

const ZEROX_URL = 'https://api.0x.org'
const chains = new Set(['1', '10', '56', '137', '5000', '8453', '42161', '43114', '59144', '534352', '81457'])
/** AllowanceHolder of most chains; an answer's own `allowanceTarget` wins. */
const ALLOWANCE_HOLDER: Address = '0x0000000000001fF3684f28c67538d4D072C22734'

const none = z.object({ liquidityAvailable: z.literal(false) })
const price = z.object({ liquidityAvailable: z.literal(true), buyAmount: units, allowanceTarget: z.nullish(wireEvmAddress) })
const priceSchema = z.union([none, price])
const transaction = z.object({ to: wireEvmAddress, data: hexData, value: units, gas: z.nullish(units) })
const quoteSchema = z.union([none, z.extend(price, { minBuyAmount: units, transaction })])

/** The source 0x. */
export function zeroxSwaps(
  ctx: SwapsContext,
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
      chainId: chainNumber(question),
      sellToken: wireAddress(question.from),
      buyToken: wireAddress(question.to),
      sellAmount: String(question.amount),
    })
    if (question.user) query.set('taker', question.user)
    if ('slippagePercent' in question) query.set('slippageBps', String(basisPoints(question.slippagePercent)))
    const address = `${url.replace(/\/+$/, '')}/swap/allowance-holder/${path}?${query.toString()}`
    return explained(fetchJson(ctx.fetch, address, { schema, headers, signal }))
  }
  /** For a coin there is none, and `allowanceTarget` is null. */
  const spenderOf = ({ from }: SwapQuestion, target: Address | null | undefined) =>
    from === NATIVE ? undefined : getAddress(target ?? ALLOWANCE_HOLDER)
  return {
    name: '0x',
    kind: 'adapter',
    supports: (pair) => chains.has(chainNumber(pair)),
    async quote(question, signal) {
      const found = await ask('price', question, priceSchema, signal)
      if (!found.liquidityAvailable) throw new Declined(insufficientLiquidity())
      return [{ source: '0x', amountOut: BigInt(found.buyAmount), spender: spenderOf(question, found.allowanceTarget), via: '' }]
    },
    build(order, signal) {
      refusePermit(order)
      return withinAgreed(order, async (slippagePercent) => {
        const found = await ask('quote', { ...order, slippagePercent }, quoteSchema, signal)
        if (!found.liquidityAvailable) throw new Declined(insufficientLiquidity())
        const { to, data, value, gas } = found.transaction
        const amounts = { value: BigInt(value), amountOut: BigInt(found.buyAmount), least: BigInt(found.minBuyAmount) }
        const tx = { to: getAddress(to), data, ...amounts, gas: BigInt(gas ?? 0) }
        return checkedTransaction(ctx, order, tx, spenderOf(order, found.allowanceTarget))
      })
    },
    spender: () => Promise.resolve(ALLOWANCE_HOLDER),
  }
}
