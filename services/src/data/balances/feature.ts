// `GET /v1/account/{address}/balance`: what an account holds, on one chain or on all that are configured, with prices.
import { getAddress, type Address } from 'viem'
import * as z from 'zod/mini'
import { balanceQuerySchema, balancesSchema } from '../../../../src/api/balances.js'
import { chainIdSchema } from '../../../../src/api/shapes.js'
import { namespaces } from '../../../../src/vocabulary/caip.js'
import { solanaChains } from '../../chain/solana.js'
import { HttpError } from '../../http/errors.js'
import type { ProviderRow } from '../../upstream/providers.js'
import { defineRoute } from '../../http/route.js'
import { signalAfter, withTimeout } from '../../timeout.js'
import { type NATIVE, readAccount, readChainId, readEvmToken, type Account } from '../assets/ids.js'
import { createTtlCache } from '../assets/ttl-cache.js'
import { picturesFor } from '../assets/pictures.js'
import { answerJson } from '../assets/answer.js'
import type { BalancesContext } from '../context.js'
import type { Feature } from '../feature.js'
import { pricesOf } from '../prices/prices.js'
import { evmHoldings, namedHoldings } from './evm.js'
import { toBalance, type Holding } from './holding.js'
import { ledgerHoldings, ledgerProvider } from './ledgers.js'
import { solanaHoldings } from './solana.js'

const BALANCE_TTL_MS = 10_000
/** Milliseconds for all chains together; a chain that has not answered by then is left out. */
export const CHAINS_MS = 6000
/** Milliseconds for prices, counted apart, so that a hanging chain does not cost the others their prices. */
const PRICES_MS = 2000
const FORCED_MAX = 100
/** Tokens of the rate limit for one forced token. */
const FORCED_COST = 0.1

const paramsSchema = z.object({ address: z.string() })
const portfolioQuerySchema = z.object({ chainId: z.optional(chainIdSchema) })
const portfolioSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), symbol: z.string() })) })

/** The route of balances. Readings are cached per chain and account. */
export function balancesFeature(ctx: BalancesContext): Feature {
  const cache = createTtlCache<readonly Holding[]>({ now: ctx.now, ttlMs: BALANCE_TTL_MS })
  const prices = pricesOf(ctx)
  const served = servedChains(ctx)

  const read = (chainId: string, { namespace, address }: Account, signal: AbortSignal): Promise<readonly Holding[]> => {
    if (namespace === 'eip155') return evmHoldings(ctx, chainId, getAddress(address))
    if (namespace === 'solana') return solanaHoldings(ctx, chainId, address, signal)
    return ledgerHoldings(ctx, { chainId, account: address, signal })
  }

  const balance = defineRoute({
    method: 'GET',
    path: '/v1/account/:address/balance',
    summary: 'What an account holds',
    cost: 1,
    project: 'required',
    params: paramsSchema,
    query: balanceQuerySchema,
    extraCost: ({ query }) => readingCost(query),
    answers: { 200: balancesSchema },
    async handle({ request, params, query }) {
      const { holdings, ...read } = await hold(params.address, query)
      const found = await prices
        .of(
          holdings.map(({ asset }) => asset),
          query.currency,
          signalAfter(PRICES_MS),
        )
        .catch(() => undefined) // amounts are true without prices
      const pictures = picturesFor(ctx, request)
      return reply({ balances: holdings.map((holding) => toBalance(holding, found?.priceOf(holding.asset), pictures)) }, read)
    },
  })

  /** What is held, without amounts. */
  const portfolio = defineRoute({
    method: 'GET',
    path: '/v1/account/:address/portfolio',
    summary: 'Which assets an account holds',
    cost: 1,
    project: 'required',
    params: paramsSchema,
    query: portfolioQuerySchema,
    extraCost: ({ query }) => readingCost(query),
    answers: { 200: portfolioSchema },
    async handle({ params, query }) {
      const { holdings, ...read } = await hold(params.address, query)
      const held = holdings.filter(({ amount }) => amount > 0n).map(({ asset }) => asset)
      return reply(
        { data: held.map(({ chainId, address, name, symbol }) => ({ id: `${chainId}:${address}`, name, symbol })) },
        read,
      )
    },
  })

  function reply(
    body: object,
    { chainIds, missing }: { readonly chainIds: readonly string[]; readonly missing: number },
  ): Response {
    const provider = [...new Set(chainIds.map((chainId) => providerOf(ctx, chainId)))].join(',')
    return answerJson(body, provider, missing > 0 ? { 'x-incomplete': String(missing) } : {})
  }

  async function hold(
    address: string,
    query: { readonly chainId?: string | undefined; readonly forceUpdate?: string | undefined },
  ) {
    const account = readAccount(address, query.chainId)
    const asked = query.chainId === undefined ? account.chainId : readChainId(query.chainId)
    if (asked !== undefined && !served.includes(asked)) throw new HttpError(400, 'chainId', 'This chain is not served here')
    const chainIds = asked === undefined ? served.filter((id) => isOf(id, account) && !ctx.chains.isAlias(id)) : [asked]
    const forced = readForced(ctx, query.forceUpdate, account, chainIds)
    // The caller may leave, others who joined may not: the reading ends by its own time limit.
    const limit = signalAfter(CHAINS_MS)
    const readings = chainIds.map(async (chainId) => {
      const key = `${chainId}:${account.address}`
      // A forced token reads its whole chain again, so that all amounts of a chain are of one moment.
      if (forced.has(chainId)) cache.delete(key)
      const held = await cache.get(key, () => read(chainId, account, limit))
      const fresh = forced.get(chainId)
      if (!fresh) return held
      const named = await namedHoldings(ctx, chainId, { account: getAddress(account.address), addresses: fresh })
      return merge(held, named)
    })
    const settled = await Promise.allSettled(readings.map((reading) => withTimeout(() => reading, { signal: limit })))
    const holdings = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const reasons = settled.flatMap((one): readonly unknown[] => (one.status === 'rejected' ? [one.reason] : []))
    // One family's chains do not take each other's addresses: that is no gap, unless it is the answer of all.
    const refusal = reasons.find(isRefusal)
    const failed = reasons.filter((reason) => !isRefusal(reason))
    if (failed.length > 0) ctx.log.warn('balances incomplete', { chains: chainIds, failed: failed.length, error: failed[0] })
    if (refusal && reasons.length === settled.length && failed.length === 0) throw refusal
    if (failed.length > 0 && reasons.length === settled.length)
      throw new HttpError(503, 'chainId', 'No node of this chain answered')
    return { holdings, chainIds, missing: failed.length }
  }

  return {
    routes: [balance, portfolio],
    rows: () => rowsOf(ctx, served),
  }
}

/** Tokens beyond 1: all chains are read when none is named, and a chain is read again for its forced tokens, each of which is a question more. */
function readingCost({
  chainId,
  forceUpdate,
}: {
  readonly chainId?: string | undefined
  readonly forceUpdate?: string | undefined
}): number {
  const forced = forceUpdate?.split(',').filter(Boolean).length ?? 0
  return (chainId === undefined ? 1 : 0) + (forced > 0 ? 2 : 0) + forced * FORCED_COST
}

/** The caller's `forceUpdate`, by chain. @throws HttpError 400 */
function readForced(
  ctx: BalancesContext,
  list: string | undefined,
  { namespace }: Account,
  chainIds: readonly string[],
): Map<string, readonly (Address | typeof NATIVE)[]> {
  const ids = namespace === 'eip155' ? (list?.split(',').filter(Boolean) ?? []) : []
  if (ids.length > FORCED_MAX) throw new HttpError(400, 'forceUpdate', `At most ${FORCED_MAX} tokens can be named`)
  const forced = new Map<string, readonly (Address | typeof NATIVE)[]>()
  for (const id of ids) {
    const { chainId, address } = readEvmToken(id, 'forceUpdate')
    if (!ctx.chains.has(chainId)) throw new HttpError(400, 'forceUpdate', 'This chain is not served here')
    if (chainIds.includes(chainId)) forced.set(chainId, [...(forced.get(chainId) ?? []), address])
  }
  return forced
}

function isOf(chainId: string, { namespace }: Account): boolean {
  return chainId.startsWith(`${namespace}:`)
}

function merge(held: readonly Holding[], named: readonly Holding[]): readonly Holding[] {
  const fresh = new Map(named.map((holding) => [holding.asset.address, holding]))
  const kept = held.map((holding) => fresh.get(holding.asset.address) ?? holding)
  return [...kept, ...named.filter(({ asset }) => !held.some((holding) => holding.asset.address === asset.address))]
}

function isRefusal(reason: unknown): reason is HttpError {
  return reason instanceof HttpError && reason.status === 400
}

function servedChains(ctx: BalancesContext): readonly string[] {
  return [...ctx.chains.ids, ...solanaChains(ctx), ...Object.keys(ctx.data.ledgers)]
}

function providerOf(ctx: BalancesContext, chainId: string): string {
  if (chainId.startsWith('eip155:')) return 'multicall'
  return chainId.startsWith('solana:') ? 'node' : ledgerProvider(ctx, chainId)
}

function rowsOf(ctx: BalancesContext, served: readonly string[]): readonly ProviderRow[] {
  return namespaces.flatMap((family): readonly ProviderRow[] => {
    const providers = new Set(served.filter((id) => id.startsWith(`${family}:`)).map((id) => providerOf(ctx, id)))
    const capability = `balances ${family}`
    if (providers.size === 0) return [{ capability, provider: 'none', kind: 'off' }]
    return [...providers].map((provider) => ({ capability, provider, kind: 'embedded' }))
  })
}
