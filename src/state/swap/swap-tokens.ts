// The tokens that can be swapped on the chain of the active account, with what the account has of each.
import { computed, type ReadableAtom } from 'nanostores'
import { supportedChains } from '../../api/gate.js'
import { isNativeToken, nativeTokenId } from '../../api/native.js'
import { getSwapTokens, type SwapToken } from '../../api/swaps.js'
import { type Asset, coinId, type EvmAsset, tokenId } from '../../vocabulary/asset.js'
import { type ChainId, isAddress, parseAccountId } from '../../vocabulary/caip.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import { createAssets, worthOfAsset } from '../account/assets.js'
import { queryForAccount } from '../account/account-query.js'
import { createPortfolio } from '../account/portfolio.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'

/** The list changes when the operator changes it. */
const TOKENS_CACHE_MS = 300_000
/** Most tokens that are suggested. */
const SUGGESTED_COUNT = 8

/** A token that can be swapped. */
export interface SwappableAsset extends EvmAsset {
  /** Whether it may take permits (EIP-2612): the services say so, or do not know. */
  readonly mayTakePermits: boolean
}

/** The tokens that can be swapped. */
export interface SwapTokens {
  /**
   * In the order of the services, the chain's own coin first. `pending` and `idle` while no EVM account is connected. Fails with SWAPS_NOT_SUPPORTED on a
   * chain without swaps, which differs from services that do not answer.
   */
  readonly $tokens: ReadableAtom<QueryState<readonly SwappableAsset[]>>
  /** Asks again for the list. A failure is in `$tokens`. */
  refresh(): Promise<void>
}

/** A part. The first reader starts the requests of the list and of the balances. */
export function createSwapTokens(core: Core): SwapTokens {
  const { $account } = core.publicState
  const queryOf = (chainId: ChainId): Query<readonly SwapToken[]> =>
    createQuery(core, {
      key: `swap tokens ${chainId}`,
      lifetimeMs: TOKENS_CACHE_MS,
      attempts: 1, // `api/http.ts` retries by itself
      fetch: (signal) => loadTokens(core, chainId, signal),
    })
  const $listed = queryForAccount($account, ({ namespace, chainId }) => (namespace === 'eip155' ? queryOf(chainId) : undefined))
  const { $assets } = core.use(createAssets)
  const { $balances } = core.use(createPortfolio)
  return {
    $tokens: computed(
      [$listed, $assets, $balances],
      ({ value, ...state }, held, { status }): QueryState<readonly SwappableAsset[]> => {
        const known = new Map(held.map((asset) => [asset.id.toLowerCase(), asset]))
        const toAsset = (token: SwapToken) => assetOf(token, known, status === 'success')
        return value ? { ...state, value: value.map(toAsset) } : state
      },
    ),
    async refresh() {
      const account = $account.get()
      if (account?.namespace === 'eip155') await queryOf(account.chainId).refresh()
    },
  }
}

async function loadTokens(core: Core, chainId: ChainId, signal: AbortSignal): Promise<readonly SwapToken[]> {
  const api = apiOf(core, core.config.services.data)
  const unsupported = (cause?: unknown) => walletError('SWAPS_NOT_SUPPORTED', { details: { chain: chainId }, cause })
  // Not by the gate, which takes a list that did not arrive for an empty one.
  if (!(await supportedChains(api, signal)).http.includes(chainId)) throw unsupported()
  const tokens = await getSwapTokens(api, { chainId, signal }).catch((error: unknown) => {
    const isRefused = isWalletError(error, 'HTTP_STATUS') && error.details['field'] === 'chainId'
    throw isRefused ? unsupported(error) : error
  })
  const seen = new Set<string>()
  const usable = tokens.filter(({ address }) => {
    const { chainId: chain, address: plain } = parseAccountId(address)
    const isNew = !seen.has(plain.toLowerCase())
    seen.add(plain.toLowerCase())
    return chain === chainId && isNew && (isNativeToken(address) || isAddress('eip155', plain))
  })
  if (usable.length < 2) throw unsupported()
  return usable
}

/** @param known what the account holds, by id in lower case */
function assetOf({ address, ...token }: SwapToken, known: ReadonlyMap<string, Asset>, isComplete: boolean): SwappableAsset {
  const { chainId, address: plain } = parseAccountId(address)
  const chain = chainId // a schema of the services' answer
  const contract = isNativeToken(address) ? undefined : (plain as `0x${string}`) // loadTokens has left out all that are none
  const id = (contract === undefined ? undefined : tokenId(chain, contract)) ?? coinId(chain)
  const held = known.get(id.toLowerCase())
  const symbol = visibleName(token.symbol) ?? '?'
  return {
    id,
    chainId: chain,
    contract,
    name: visibleName(token.name) ?? symbol,
    symbol,
    decimals: token.decimals,
    icon: token.logoUri ?? held?.icon,
    // Of a token of which the account has nothing there is no balance in the list.
    amount: held ? held.amount : contract !== undefined && isComplete ? 0n : undefined,
    price: held?.price,
    mayTakePermits: contract !== undefined && token.eip2612 !== false,
  }
}

/** The token as the Data API names it (CAIP-10). */
export function swapIdOf({ chainId, contract }: Pick<Asset, 'chainId' | 'contract'>): string {
  return contract === undefined ? nativeTokenId(chainId) : `${chainId}:${contract}`
}

/**
 * The token that a page names: by its CAIP-19 id, its CAIP-10 id, or its symbol in whichever case. A symbol that several tokens have names none of them,
 * because the page may have meant another one.
 */
export function findToken<Token extends Asset>(tokens: readonly Token[], which: string): Token | undefined {
  const wanted = which.toLowerCase()
  const byId = tokens.find((token) => [token.id, swapIdOf(token)].some((id) => id.toLowerCase() === wanted))
  if (byId) return byId
  const [only, ...others] = tokens.filter(({ symbol }) => symbol.toLowerCase() === wanted)
  return others.length === 0 ? only : undefined
}

/** The tokens whose symbol, name or address has the text; those first in which it stands earliest. */
export function searchTokens(tokens: readonly Asset[], text: string): readonly Asset[] {
  const wanted = text.trim().toLowerCase()
  const position = ({ symbol, name, contract = '' }: Asset) => {
    const found = [symbol, name, contract].map((each) => each.toLowerCase().indexOf(wanted)).filter((at) => at >= 0)
    return found.length > 0 ? Math.min(...found) : -1
  }
  return tokens
    .map((token) => ({ token, at: position(token) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at || byName(one.token, other.token))
    .map(({ token }) => token)
}

/** The tokens in the groups of the list: own ones, the most valuable first; those at the beginning of a long list; all of them by name. */
export function groupTokens(tokens: readonly Asset[]): {
  readonly own: readonly Asset[]
  readonly suggested: readonly Asset[]
  readonly all: readonly Asset[]
} {
  const worth = (token: Asset) => worthOfAsset(token) ?? -1n
  const own = tokens.filter(({ amount }) => amount !== undefined && amount > 0n)
  return {
    own: own.sort((one, other) => (worth(one) === worth(other) ? byName(one, other) : worth(one) < worth(other) ? 1 : -1)),
    suggested: tokens.length > SUGGESTED_COUNT ? tokens.slice(0, SUGGESTED_COUNT) : [],
    all: [...tokens].sort(byName),
  }
}

const byName = (one: Asset, other: Asset) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id)
