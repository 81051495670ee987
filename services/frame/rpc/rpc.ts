// The calls of pages, whose methods and parameters the host of the protocol has checked: reads are answered here or by a node, everything else is shown and
// signed by `approve.ts`.
import * as z from 'zod/mini'
import { FrameError } from '../../../src/frame/frame-error.js'
import { classifyRpc, notAllowed, type SafeMethod, type UnsafeMethod } from '../../../src/frame/rpc-policy.js'
import { familyOf, type Family } from '../chains.js'
import { toFrameError } from '../frame-errors.js'
import { NodeError } from '../nodes.js'
import { userFor, type FrameParts, type HandlerContext, type Handlers } from '../parts.js'
import type { Approve } from './approve.js'
import { callsStatus } from './calls.js'

/** Who shows and signs; loaded with the first request that needs it. */
export type LoadApprove = () => Promise<Approve>

export function createRpc(parts: FrameParts, load: LoadApprove): Handlers<'RPC_REQUEST'> {
  const { chains, nodes } = parts
  let loading: Promise<Approve> | undefined

  /** @throws FrameError UNSUPPORTED_CHAIN */
  async function chainOf(method: string, chainId: string | number | undefined): Promise<string> {
    const family: Family = method.startsWith('solana_') ? 'solana' : 'eip155'
    const asked = chainId === undefined ? undefined : await chains.resolve(chainId)
    if (asked !== undefined && familyOf(asked) === family) return asked
    const active = await chains.active()
    const chosen = familyOf(active) === family ? active : await chains.of(family)
    return chosen ?? chains.resolve('0x0') // no chain of this family: refused as any unknown one is
  }

  async function accounts(context: HandlerContext): Promise<readonly string[]> {
    try {
      const { wallet } = await userFor(parts, context)
      return wallet ? [wallet.addresses.eip155] : []
    } catch (error) {
      // A page that was not let in learns what a page learns of a wallet that is not connected: nothing.
      if (toFrameError(error).code === 'NOT_CONNECTED') return []
      throw error
    }
  }

  async function read(method: SafeMethod, params: unknown, chainId: string, context: HandlerContext): Promise<unknown> {
    if (method === 'eth_accounts') return accounts(context)
    if (method === 'eth_chainId') return hexChain(chainId)
    if (method === 'wallet_getCapabilities') return capabilities(params, await accounts(context), chains.known)
    if (method === 'wallet_getCallsStatus') return callsStatus(parts, idOf(params), context)
    // Nothing serves them: user operations belong to smart accounts, and assets to the data services of the page.
    if (method.includes('UserOperation') || method === 'eth_supportedEntryPoints' || method === 'wallet_getAssets')
      throw new FrameError('METHOD_NOT_SUPPORTED', 'method not supported')
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
      const approve = await (loading ??= load())
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

/** EIP-5792: what can be done on which chain. An account that is no contract does calls one after the other. */
function capabilities(params: unknown, own: readonly string[], known: readonly string[]): Readonly<Record<string, unknown>> {
  // As the host of the protocol has checked them.
  const [of, filter] = (params ?? []) as readonly [(string | readonly string[])?, (readonly string[])?]
  const asked = of === undefined ? own : [of].flat()
  const isOwn = asked.every((address) => own.some((mine) => mine.toLowerCase() === address.toLowerCase()))
  if (!isOwn || own.length === 0) throw new FrameError('NOT_CONNECTED', 'Nobody is signed in with this account')
  const wanted = filter?.map((chain) => BigInt(chain))
  const evm = known.filter((chainId) => chainId.startsWith('eip155:')).map(hexChain)
  const listed = evm.filter((chain) => wanted === undefined || wanted.includes(BigInt(chain)))
  return Object.fromEntries(listed.map((chain) => [chain, { atomic: { status: 'unsupported' } }]))
}
