// The calls of pages, whose methods and parameters the host of the protocol has checked: reads are answered here or by a node, everything else is shown and
// signed by `approve.ts`.
import * as z from 'zod/mini'
import { FrameError } from '../../../src/frame/frame-error.js'
import { classifyRpc, notAllowed, type SafeMethod, type UnsafeMethod } from '../../../src/frame/rpc-policy.js'
import type { WireWallet } from '../../src/embedded/wire.js'
import { familyOf, type Family } from '../chains.js'
import { coded, toFrameError } from '../frame-errors.js'
import { NodeError } from '../nodes.js'
import { notSupported, userFor, type FrameParts, type HandlerContext, type Handlers } from '../parts.js'
import type { Approve } from './approve.js'
import { callsStatus } from './calls.js'

/** Who shows and signs; loaded with the first request that needs it. */
export type LoadApprove = () => Promise<Approve>

export function createRpc(parts: FrameParts, load: LoadApprove): Handlers<'RPC_REQUEST'> {
  const { accounts, chains, nodes } = parts
  let loading: Promise<Approve> | undefined

  /** The network was away at that moment: the next request loads it. @throws FrameError SERVICES_UNAVAILABLE */
  const notLoaded = (): never => {
    loading = undefined
    throw coded('SERVICES_UNAVAILABLE')
  }

  /** @throws FrameError UNSUPPORTED_CHAIN */
  async function chainOf(method: string, chainId: string | number | undefined): Promise<string> {
    const family: Family = method.startsWith('solana_') ? 'solana' : 'eip155'
    const asked = chainId === undefined ? undefined : await chains.resolve(chainId)
    if (asked !== undefined && familyOf(asked) === family) return asked
    const active = await chains.active()
    const chosen = familyOf(active) === family ? active : await chains.of(family)
    return chosen ?? chains.resolve('0x0') // no chain of this family: refused as any unknown one is
  }

  /** Undefined: nobody has signed in. */
  async function addressesOf(context: HandlerContext): Promise<WireWallet['addresses'] | undefined> {
    try {
      return (await userFor(parts, context)).wallet?.addresses
    } catch (error) {
      // A page that was not let in learns what a page learns of a wallet that is not connected: nothing.
      if (toFrameError(error).code === 'NOT_CONNECTED') return undefined
      throw error
    }
  }

  async function accountOn(chainId: string, context: HandlerContext): Promise<readonly string[]> {
    const addresses = await addressesOf(context)
    return addresses ? [(await accounts.on(chainId, context.origin, addresses)).address] : []
  }

  /** EIP-5792: what can be done on which chain. A smart account does all calls or none, any other account one after the other. */
  async function capabilities(params: unknown, context: HandlerContext): Promise<Readonly<Record<string, unknown>>> {
    const addresses = await addressesOf(context)
    const evm = chains.known.filter((chainId) => chainId.startsWith('eip155:'))
    const own = await Promise.all(addresses ? evm.map((chainId) => accounts.on(chainId, context.origin, addresses)) : [])
    // As the host of the protocol has checked them.
    const [of, filter] = (params ?? []) as readonly [(string | readonly string[])?, (readonly string[])?]
    const asked = of === undefined ? undefined : [of].flat().map((address) => address.toLowerCase())
    const mine = own.flatMap(({ all }) => all.map(({ address }) => address.toLowerCase()))
    if (own.length === 0 || asked?.some((address) => !mine.includes(address)))
      throw new FrameError('NOT_CONNECTED', 'Nobody is signed in with this account')
    const wanted = filter?.map((chain) => BigInt(chain))
    return Object.fromEntries(
      own.flatMap(({ smart, type }, at) => {
        const chain = hexChain(evm[at] ?? '')
        if (wanted && !wanted.includes(BigInt(chain))) return []
        const isSmart = asked ? asked.some((address) => address === smart?.address.toLowerCase()) : type === 'smartAccount'
        return [[chain, { atomic: { status: isSmart ? 'supported' : 'unsupported' } }]]
      }),
    )
  }

  async function read(method: SafeMethod, params: unknown, chainId: string, context: HandlerContext): Promise<unknown> {
    if (method === 'eth_accounts') return accountOn(chainId, context)
    if (method === 'eth_chainId') return hexChain(chainId)
    if (method === 'wallet_getCapabilities') return capabilities(params, context)
    if (method === 'wallet_getCallsStatus') return callsStatus(parts, idOf(params), context)
    // Nothing serves them: assets belong to the data services of the page, and user operations to chains with smart accounts.
    const isOfBundler = method.includes('UserOperation') || method === 'eth_supportedEntryPoints'
    const hasBundler = isOfBundler && accounts.networks.some((number) => chainId === `eip155:${number}`)
    if (method === 'wallet_getAssets' || (isOfBundler && !hasBundler)) return notSupported()
    try {
      return await nodes.read(chainId, { method, params }, context.signal)
    } catch (error) {
      if (error instanceof NodeError)
        throw new FrameError('FAILED', error.message || 'An error occurred', { rpcCode: error.rpcCode })
      throw error
    }
  }

  return {
    async RPC_REQUEST({ method, params, chainId: asked }, context) {
      const kind = classifyRpc(method)
      if (!kind) throw notAllowed()
      // The cast says what `classifyRpc` has just found out.
      const known = method as SafeMethod | UnsafeMethod
      const chainId = await chainOf(method, asked)
      if (kind === 'safe') return read(known as SafeMethod, params, chainId, context)
      const user = await userFor(parts, context)
      const approve = await (loading ??= load().catch(notLoaded))
      return approve({ method: known as UnsafeMethod, params, chainId, user }, context)
    },
  }
}

function hexChain(chainId: string): string {
  return `0x${Number(chainId.slice('eip155:'.length)).toString(16)}`
}

function idOf(params: unknown): string {
  return z.tuple([z.string()]).parse(params)[0]
}
