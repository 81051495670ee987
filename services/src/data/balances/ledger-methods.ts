// The two questions about bip122 accounts that clients send as JSON-RPC and no node understands: answered from the chain's Esplora.
import * as z from 'zod/mini'
import { isAddress } from '../../../../src/vocabulary/caip.js'
import { HttpError } from '../../http/errors.js'
import { codes, refusal } from '../../rpc/json-rpc.js'
import { NodesFailed } from '../../rpc/nodes.js'
import type { LocalMethods } from '../../rpc/proxy.js'
import { AdapterError } from '../../upstream/fetch-json.js'
import type { BalancesContext } from '../context.js'
import { ledgerBalance, ledgerUtxos } from './ledgers.js'
import { signalAfter } from '../../timeout.js'

const ADDRESS_MS = 8000
// As an object, or as the first of a list.
const address = z.object({ address: z.string().check(z.refine((text) => isAddress('bip122', text))) })
const paramsSchema = z.union([
  address,
  z.pipe(
    z.tuple([address]),
    z.transform(([first]) => first),
  ),
])

type World = Pick<BalancesContext, 'data' | 'fetch'>

const methods: Readonly<
  Record<string, (world: World, chainId: string, account: string, signal: AbortSignal) => Promise<unknown>>
> = {
  /** Satoshis, in decimal digits. */
  getAddressBalance: async (world, chainId, account, signal) => String(await ledgerBalance(world, { chainId, account, signal })),
  /** `[{txid, vout, value, status}]`, values in satoshis. */
  getAddressUtxos: (world, chainId, account, signal) => ledgerUtxos(world, { chainId, account, signal }),
}

/** By chain, for all chains of the data file's `ledgers`: those of other families are served, without methods of their own. */
export function ledgerMethods(world: World): Readonly<Record<string, LocalMethods>> {
  return Object.fromEntries(Object.keys(world.data.ledgers).map((chainId) => [chainId, methodsOf(world, chainId)]))
}

function methodsOf(world: World, chainId: string): LocalMethods {
  return {
    has: (method) => chainId.startsWith('bip122:') && Object.hasOwn(methods, method),
    async call({ method, params }, signal) {
      const parsed = paramsSchema.safeParse(params)
      if (!parsed.success) return refusal(codes.invalidParams, 'An address of this chain is needed')
      try {
        const limit = signalAfter(ADDRESS_MS, signal)
        return { result: await methods[method]?.(world, chainId, parsed.data.address, limit) }
      } catch (error) {
        if (error instanceof HttpError) return refusal(codes.invalidParams, error.reasons[0]?.description ?? '')
        if (error instanceof AdapterError) throw new NodesFailed(error.status === 429)
        throw error
      }
    },
  }
}
