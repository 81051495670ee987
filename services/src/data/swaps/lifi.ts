// Swaps through LI.FI (`GET /quote`), on one chain. It quotes for a known user only, and every quote carries its transaction.
import { getAddress, isAddressEqual, zeroAddress, type Address } from 'viem'
import * as z from 'zod/mini'
import { fetchJson } from '../../upstream/fetch-json.js'
import { NATIVE, type EvmToken } from '../assets/ids.js'
import type { SwapsContext } from '../context.js'
import { basisPoints, chainNumber, checkedTransaction, explained, refusePermit, withinAgreed } from './adapter.js'
import { hexData, quantity, units, wireEvmAddress } from './shapes.js'
import type { SwapQuestion, SwapSource } from './source.js'

const chains = new Set('1 10 56 100 137 324 5000 8453 42161 42220 43114 59144 534352 7777777'.split(' '))
/** What is quoted shows no slippage; the one of the order follows. */
const QUOTE_SLIPPAGE_PERCENT = 1
/** The contract that stands at this address on most chains; an answer's own `approvalAddress` wins. */
const DIAMOND: Address = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

const answerSchema = z.object({
  estimate: z.object({ toAmount: units, toAmountMin: units, approvalAddress: wireEvmAddress }),
  transactionRequest: z.object({
    from: z.optional(wireEvmAddress),
    to: wireEvmAddress,
    data: hexData,
    value: quantity,
    gasLimit: z.optional(quantity),
    chainId: z.optional(z.int()),
  }),
})

/** The source LI.FI. It quotes for a named user only. */
export function lifiSwaps(
  ctx: SwapsContext,
  { key, url }: { readonly key?: string | undefined; readonly url: string },
): SwapSource {
  const headers = key === undefined ? {} : { 'x-lifi-api-key': key }
  /** A chain's own coin is the zero address here. */
  const wire = (address: EvmToken['address']) => (address === NATIVE ? zeroAddress : address)
  const ask = (question: SwapQuestion, slippagePercent: number, signal: AbortSignal) => {
    if (!question.user) throw new Error('nobody to quote for')
    const query = new URLSearchParams({
      fromChain: chainNumber(question),
      toChain: chainNumber(question),
      fromToken: wire(question.from),
      toToken: wire(question.to),
      fromAmount: String(question.amount),
      fromAddress: question.user,
      slippage: String(basisPoints(slippagePercent) / 10_000),
    })
    return explained(
      fetchJson(ctx.fetch, `${url.replace(/\/+$/, '')}/quote?${query.toString()}`, { schema: answerSchema, headers, signal }),
    )
  }
  return {
    name: 'lifi',
    kind: 'adapter',
    needsUser: true,
    supports: (pair) => chains.has(chainNumber(pair)),
    async quote(question, signal) {
      const { estimate } = await ask(question, QUOTE_SLIPPAGE_PERCENT, signal)
      const spender = question.from === NATIVE ? undefined : getAddress(estimate.approvalAddress)
      return [{ source: 'lifi', amountOut: BigInt(estimate.toAmount), spender, via: '' }]
    },
    build(order, signal) {
      refusePermit(order)
      return withinAgreed(order, async (slippagePercent) => {
        const { estimate, transactionRequest: tx } = await ask(order, slippagePercent, signal)
        if (tx.from && !isAddressEqual(tx.from, order.user)) throw new Error('the transaction is of somebody else')
        if (tx.chainId !== undefined && String(tx.chainId) !== chainNumber(order))
          throw new Error('the transaction is for another chain')
        const amounts = { value: BigInt(tx.value), amountOut: BigInt(estimate.toAmount), least: BigInt(estimate.toAmountMin) }
        const found = { to: getAddress(tx.to), data: tx.data, ...amounts, gas: BigInt(tx.gasLimit ?? 0) }
        return checkedTransaction(ctx, order, found, getAddress(estimate.approvalAddress))
      })
    },
    spender: () => Promise.resolve(DIAMOND),
  }
}
