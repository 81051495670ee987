// Swaps through LI.FI (`GET /quote`), on one chain. It quotes for a known user only, and every quote carries its transaction.
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import { HttpError } from '../../errors.js'
import { fetchJson } from '../assets/fetch-json.js'
import type { DataContext } from '../context.js'
import { hexData, quantity, units, wireEvmAddress } from './shapes.js'
import { explained, wireAddress, type SwapQuestion, type SwapSource } from './source.js'

const chains = new Set([1, 10, 56, 100, 137, 324, 5000, 8453, 42161, 42220, 43114, 59144, 534352, 7777777])
/** The contract that stands at this address on most chains; an answer's own `approvalAddress` wins. */
const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

const answerSchema = z.object({
  estimate: z.object({ toAmount: units, approvalAddress: wireEvmAddress }),
  transactionRequest: z.object({ to: wireEvmAddress, data: hexData, value: quantity, gasLimit: z.optional(quantity) }),
})

export function lifiSwaps(
  { fetch }: DataContext,
  { key, url }: { readonly key?: string | undefined; readonly url: string },
): SwapSource {
  const headers = key === undefined ? {} : { 'x-lifi-api-key': key }
  const ask = (question: SwapQuestion, slippagePercent: number, signal: AbortSignal) => {
    if (!question.user) throw new Error('nobody to quote for') // the next provider may not mind
    const chain = question.chainId.replace('eip155:', '')
    const query = new URLSearchParams({
      fromChain: chain,
      toChain: chain,
      fromToken: wireAddress(question.from),
      toToken: wireAddress(question.to),
      fromAmount: String(question.amount),
      fromAddress: question.user,
      slippage: String(slippagePercent / 100),
    })
    return explained(
      fetchJson(fetch, `${url.replace(/\/+$/, '')}/quote?${query.toString()}`, { schema: answerSchema, headers, signal }),
    )
  }
  return {
    name: 'lifi',
    kind: 'adapter',
    supports: (chainId) => chains.has(Number(chainId.replace('eip155:', ''))),
    async quote(question, signal) {
      const { estimate } = await ask(question, 1, signal)
      return [{ source: 'lifi', amountOut: BigInt(estimate.toAmount), spender: getAddress(estimate.approvalAddress), via: '' }]
    },
    async build(order, signal) {
      if (order.permit !== undefined) throw new HttpError(400, 'permit', 'This provider takes approvals, no permits')
      const { estimate, transactionRequest: tx } = await ask(order, order.slippagePercent, signal)
      const gas = BigInt(tx.gasLimit ?? 0)
      return { to: getAddress(tx.to), data: tx.data, value: BigInt(tx.value), amountOut: BigInt(estimate.toAmount), gas }
    },
    spender: () => Promise.resolve(DIAMOND),
  }
}
