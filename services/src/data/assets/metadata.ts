// Name, symbol and decimals of a token: from the token list, else from the contract itself.
import { hexToString, trim, type Address } from 'viem'
import { visibleName } from '../../../../src/vocabulary/visible-name.js'
import type { AssetsContext } from '../context.js'
import { erc20Abi, erc20BytesAbi, nftAbi } from './abi.js'
import { NATIVE } from './ids.js'
import { createTtlCache } from './ttl-cache.js'
import { oncePer } from '../once.js'

/** A token, or the coin of a chain. */
export interface Asset {
  readonly chainId: string
  /** `native` for the chain's own coin; on EVM chains with its check sum. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly logoUri?: string | undefined
  /** True for tokens of the operator's list and for coins. */
  readonly isListed: boolean
}

/** Metadata of a contract is cached for this long. */
const FROM_CHAIN_MS = 3_600_000

const cacheOf = oncePer(({ now }: AssetsContext) => createTtlCache<Asset | 'none'>({ now, ttlMs: FROM_CHAIN_MS }))
/** Of collections. */
const namesOf = oncePer(({ now }: AssetsContext) => createTtlCache<string>({ now, ttlMs: FROM_CHAIN_MS }))

/** Undefined: not a token. Rejects when the chain does not answer. */
export async function assetOf(ctx: AssetsContext, chainId: string, address: Address | typeof NATIVE): Promise<Asset | undefined> {
  const listed = listedAsset(ctx, chainId, address)
  if (listed || address === NATIVE) return listed
  const cache = cacheOf(ctx)
  const found = await cache.get(`${chainId}:${address}`, () => readFromChain(ctx, chainId, address))
  return found === 'none' ? undefined : found
}

/** The name that a collection gives itself, else its address. */
export async function collectionName(ctx: AssetsContext, chainId: string, address: Address): Promise<string> {
  const read = () => ctx.chains.client(chainId).readContract({ address, abi: nftAbi, functionName: 'name' })
  const found = await namesOf(ctx)
    .get(`${chainId}:${address}`, read)
    .catch(() => '')
  return clean(found) || address
}

/** The chain's coin, or a token of the operator's list; undefined for any other token. */
export function listedAsset(
  ctx: Pick<AssetsContext, 'data'>,
  chainId: string,
  address: Address | typeof NATIVE,
): Asset | undefined {
  const chain = ctx.data.chains[chainId]
  if (!chain) return undefined
  if (address === NATIVE) return { chainId, address, ...chain.native, isListed: true }
  const token = chain.tokens.find((known) => known.address === address)
  if (!token) return undefined
  const { name, symbol, decimals, logoUri } = token
  return { chainId, address, name, symbol, decimals, logoUri, isListed: true }
}

async function readFromChain(ctx: AssetsContext, chainId: string, address: Address): Promise<Asset | 'none'> {
  const token = { address, abi: erc20Abi } as const
  const old = { address, abi: erc20BytesAbi } as const
  const [decimals, name, symbol, oldName, oldSymbol] = await ctx.chains.client(chainId).multicall({
    contracts: [
      { ...token, functionName: 'decimals' },
      { ...token, functionName: 'name' },
      { ...token, functionName: 'symbol' },
      { ...old, functionName: 'name' },
      { ...old, functionName: 'symbol' },
    ],
  })
  if (decimals.status === 'failure') return 'none'
  const text = (long: typeof name, short: typeof oldName) =>
    clean(
      long.status === 'success'
        ? long.result
        : short.status === 'success'
          ? hexToString(trim(short.result, { dir: 'right' }))
          : '',
    )
  return {
    chainId,
    address,
    decimals: decimals.result,
    name: text(name, oldName) || address,
    symbol: text(symbol, oldSymbol) || address.slice(0, 8),
    isListed: false,
  }
}

/** A name as the modal shows it; empty when nothing is left that can be seen. */
export function clean(text: string): string {
  return visibleName(text) ?? ''
}
