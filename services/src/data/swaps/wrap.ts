// A chain's own coin for its wrapped token and back: one to one, without a fee, and without an approval.
import { encodeFunctionData, isAddressEqual } from 'viem'
import { HttpError } from '../../http/errors.js'
import { wrappedAbi } from '../assets/abi.js'
import { NATIVE } from '../assets/ids.js'
import type { SwapsContext } from '../context.js'
import type { SwapPair, SwapSource } from './source.js'

const GAS = 60_000n

/** The source that wraps and unwraps; it supports pairs of a coin and its wrapped token. */
export function wrapSwaps(ctx: SwapsContext): SwapSource {
  const contractOf = ({ chainId, from, to }: SwapPair) => {
    const wrapped = ctx.data.chains[chainId]?.wrapped
    const isPair = (a: SwapPair['to'], b: SwapPair['to']) =>
      a === NATIVE && b !== undefined && b !== NATIVE && wrapped !== undefined && isAddressEqual(b, wrapped)
    return isPair(from, to) || isPair(to, from) ? wrapped : undefined
  }
  return {
    name: 'wrap',
    kind: 'embedded',
    supports: (pair) => contractOf(pair) !== undefined,
    quote: ({ amount }) => Promise.resolve([{ source: 'wrap', amountOut: amount, via: '' }]),
    build(order) {
      const to = contractOf(order)
      if (!to) return Promise.reject(new Error('not a pair of this source'))
      if (order.permit !== undefined)
        return Promise.reject(new HttpError(400, 'permit', 'Wrapping and unwrapping take no permit'))
      const { from, amount } = order
      const data =
        from === NATIVE
          ? encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
          : encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [amount] })
      return Promise.resolve({ to, data, value: from === NATIVE ? amount : 0n, amountOut: amount, least: amount, gas: GAS })
    },
    spender: () => Promise.resolve(undefined),
  }
}
