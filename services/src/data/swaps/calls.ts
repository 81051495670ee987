// Call data of a router for a swap along a route, with the least amount, the deadline and, where wanted, a permit.
import { encodeFunctionData, type Address, type Hex } from 'viem'
import { HttpError } from '../../http/errors.js'
import { v2Abi, v3Abi } from '../assets/abi.js'
import { NATIVE } from '../assets/ids.js'
import { readPermit } from './permit.js'
import type { SwapOrder } from './source.js'
import { encodeV3Path, type Route } from './routes.js'

/** SwapRouter02's placeholder for its own address: coins are unwrapped there before they are sent. */
const ROUTER_ITSELF: Address = '0x0000000000000000000000000000000000000002'

/** Call data for `router`. @param least base units below which the swap reverts @throws HttpError 400 when the order has a permit that cannot be used */
export function encodeSwap(order: SwapOrder, route: Route, router: Address, least: bigint): Hex {
  return route.kind === 'v2' ? encodeV2(order, route.path, least) : encodeV3(order, route, router, least)
}

function encodeV2({ from, to, amount, user, deadline, permit }: SwapOrder, path: readonly Address[], least: bigint): Hex {
  if (permit !== undefined) throw new HttpError(400, 'permit', 'This route cannot use a permit: send an approval instead')
  const rest = [path, user, deadline] as const
  if (from === NATIVE) return encodeFunctionData({ abi: v2Abi, functionName: 'swapExactETHForTokens', args: [least, ...rest] })
  const functionName = to === NATIVE ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return encodeFunctionData({ abi: v2Abi, functionName, args: [amount, least, ...rest] })
}

function encodeV3(order: SwapOrder, { path, fees }: Extract<Route, { kind: 'v3' }>, router: Address, least: bigint): Hex {
  const { from, to, amount, user, deadline, permit } = order
  const recipient = to === NATIVE ? ROUTER_ITSELF : user
  const params = { path: encodeV3Path(path, fees), recipient, amountIn: amount, amountOutMinimum: least }
  const calls: Hex[] = [encodeFunctionData({ abi: v3Abi, functionName: 'exactInput', args: [params] })]
  if (to === NATIVE) calls.push(encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [least, user] }))
  if (permit !== undefined) {
    if (from === NATIVE) throw new HttpError(400, 'permit', 'A chain’s own coin takes no permit')
    const { value, deadline: until, v, r, s } = readPermit(permit, { owner: user, spender: router, amount })
    const args = [from, value, until, v, r, s] as const
    // `IfNecessary`: somebody who submits the permit first cannot make the swap fail.
    calls.unshift(encodeFunctionData({ abi: v3Abi, functionName: 'selfPermitIfNecessary', args }))
  }
  return encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [deadline, calls] })
}
