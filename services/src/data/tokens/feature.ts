// `GET /v1/convert/tokens`: what can be swapped on a chain, its own coin first.
import type { Address } from 'viem'
import { swapTokensQuerySchema, swapTokensSchema } from '../../../../src/api/swaps.js'
import { HttpError } from '../../http/errors.js'
import { defineRoute } from '../../http/route.js'
import { erc20Abi } from '../assets/abi.js'
import { NATIVE, readChainId, readEvmToken, tokenId } from '../assets/ids.js'
import { createTtlCache } from '../assets/ttl-cache.js'
import { picturesFor } from '../assets/pictures.js'
import { answerJson } from '../assets/answer.js'
import type { TokensContext } from '../context.js'
import type { Feature } from '../feature.js'

/** Whether a token takes permits does not change. */
const PERMIT_TTL_MS = 24 * 3_600_000
const PROBE: Address = '0x0000000000000000000000000000000000000001'

/** The route of the token list. */
export function tokensFeature(ctx: TokensContext): Feature {
  const permits = createTtlCache<ReadonlySet<string>>({ now: ctx.now, ttlMs: PERMIT_TTL_MS })
  return {
    rows: () => [{ capability: 'tokens', provider: 'list', kind: 'embedded' }],
    routes: [
      defineRoute({
        method: 'GET',
        path: '/v1/convert/tokens',
        summary: 'What can be swapped on a chain',
        cost: 1,
        project: 'required',
        query: swapTokensQuerySchema,
        answers: { 200: swapTokensSchema },
        async handle({ request, query }) {
          const chainId = readChainId(query.chainId)
          const chain = ctx.data.chains[chainId]
          if (!chain || !ctx.chains.has(chainId)) throw new HttpError(400, 'chainId', 'This chain is not served here')
          const wanted = query.address === undefined ? undefined : readEvmToken(query.address, 'address')
          if (wanted && wanted.chainId !== chainId) throw new HttpError(400, 'address', 'This token is on another chain')
          // Without an answer of the node it is unknown whether the token takes permits: `null`.
          const known = await permits.get(chainId, () => probe(ctx, chainId)).catch(() => undefined)
          const pictures = picturesFor(ctx, request)
          const pictureOf = (token: { readonly symbol: string; readonly logoUri?: string | undefined }) =>
            pictures({ symbol: token.symbol, logoUri: token.logoUri, isListed: true }) ?? null
          const coin = { ...chain.native, address: tokenId(chainId, NATIVE), logoUri: pictureOf(chain.native), eip2612: false }
          const tokens = chain.tokens.map(({ address, name, symbol, decimals, logoUri, eip2612 }) => ({
            name,
            symbol,
            address: tokenId(chainId, address),
            decimals,
            logoUri: pictureOf({ symbol, logoUri }),
            eip2612: eip2612 ?? known?.has(address) ?? null,
          }))
          const isWanted = ({ address }: { readonly address: string }) =>
            wanted === undefined || address === tokenId(chainId, wanted.address)
          return answerJson({ tokens: [coin, ...tokens].filter(isWanted) }, 'list')
        },
      }),
    ],
  }
}

/** The tokens that answer the two questions of EIP-2612. */
async function probe(ctx: TokensContext, chainId: string): Promise<ReadonlySet<string>> {
  const tokens = (ctx.data.chains[chainId]?.tokens ?? []).filter(({ eip2612 }) => eip2612 === undefined)
  if (tokens.length === 0) return new Set()
  const client = ctx.chains.client(chainId)
  const contracts = tokens.flatMap(
    ({ address }) =>
      [
        { address, abi: erc20Abi, functionName: 'DOMAIN_SEPARATOR' },
        { address, abi: erc20Abi, functionName: 'nonces', args: [PROBE] },
      ] as const,
  )
  const results = await client.multicall({ contracts })
  if (results.every(({ status }) => status === 'failure')) await client.getChainId() // rejects when the node is away; otherwise no token takes permits
  return new Set(
    tokens
      .filter((_, index) => results[2 * index]?.status === 'success' && results[2 * index + 1]?.status === 'success')
      .map(({ address }) => address),
  )
}
