// The assets of the active account: its network's own coin first, then its tokens, the most valuable first.
import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import type { Balances, TokenBalance } from '../../api/balances.js'
import { type Asset, coinId, tokenId } from '../../vocabulary/asset.js'
import { type ChainId, parseAccountId } from '../../vocabulary/caip.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import { type Money, worthOf } from '../../vocabulary/money.js'
import type { Network } from '../../vocabulary/network.js'
import type { Core } from '../core.js'
import type { QueryState } from '../lib/query.js'
import { createAccounts } from '../connections/accounts.js'
import { createNetworks } from '../networks/networks.js'
import { createNativeBalance, type NativeBalance } from './native-balance.js'
import { createPortfolio } from './portfolio.js'

/** What the active account holds. */
export interface Assets {
  /**
   * Never empty while an account is on a known network: its coin is there, with an unknown amount at first. Tokens of which the account has nothing are
   * left out.
   */
  readonly $assets: ReadableAtom<readonly Asset[]>
  /** The coin's balance: as the chain says, or as the services say where the modal reads no balances of the namespace itself. */
  readonly $coin: ReadableAtom<QueryState<NativeBalance>>
  /** What the services say that the account holds: `pending` and `idle` without a data service, where there is nobody to ask. */
  readonly $portfolio: ReadableAtom<QueryState<Balances>>
  /** What all of them are worth in US dollars, as far as prices are known. Undefined while that is nothing at all. */
  readonly $worth: ReadableAtom<Money | undefined>
}

/** A part. The first reader starts the requests of the native balance and, with a data service, of the portfolio. */
export function createAssets(core: Core): Assets {
  const { find } = core.use(createNetworks)
  const { $account } = core.use(createAccounts)
  const { $balance: $native } = core.use(createNativeBalance)
  const $nothing = atom<QueryState<Balances>>({ status: 'pending', fetchStatus: 'idle' })
  const $balances = core.config.services.data === undefined ? readonlyType($nothing) : core.use(createPortfolio).$balances
  const hasReader = ({ chainNamespace }: Network) => core.deps.namespaces[chainNamespace]?.loadBalance !== undefined
  const heldOn = ({ caipNetworkId }: Network, { value }: QueryState<Balances>) =>
    (value?.balances ?? []).filter(({ chainId }) => chainId === caipNetworkId)
  const $coin = computed([$account, $native, $balances], (account, native, portfolio): QueryState<NativeBalance> => {
    const network = account && find(account.chainId)
    if (!network || hasReader(network) || core.config.services.data === undefined) return native
    const { decimals, symbol } = network.nativeCurrency
    const { value: answer, ...state } = portfolio
    if (!answer) return state
    // The services leave out what is not held, and what they could not read.
    const held = heldOn(network, portfolio).find(({ isNative }) => isNative)?.amount
    const amount = held ?? (answer.isIncomplete ? undefined : 0n)
    if (amount === undefined) return state
    return { ...state, value: { amount, decimals, symbol } }
  })
  const $assets = computed([$account, $coin, $balances], (account, native, portfolio): readonly Asset[] => {
    const network = account && find(account.chainId)
    if (!network) return []
    const held = heldOn(network, portfolio)
    const coin = coinOf(
      network,
      native,
      held.find(({ isNative }) => isNative),
    )
    const tokens = held.filter(({ isNative, amount }) => !isNative && amount > 0n).flatMap((token) => assetOf(token))
    const once = new Map(tokens.map((token) => [token.id, token])) // an id is the key of a row
    return [coin, ...[...once.values()].sort(byWorth)]
  })
  return {
    $assets,
    $coin,
    $portfolio: $balances,
    $worth: computed($assets, (assets) => {
      const known = assets.flatMap((asset) => worthOfAsset(asset) ?? [])
      return known.length > 0 ? known.reduce((sum, each) => sum + each, 0n) : undefined
    }),
  }
}

/** What an asset's balance is worth in US dollars; undefined where amount or price is unknown. */
export function worthOfAsset({ amount, decimals, price }: Asset): Money | undefined {
  return amount === undefined ? undefined : worthOf(amount, decimals, price)
}

/** The chain is asked itself for its coin; its price comes from the services. */
function coinOf(network: Network, { value }: QueryState<NativeBalance>, listed: TokenBalance | undefined): Asset {
  const { name, symbol, decimals } = network.nativeCurrency
  return {
    id: coinId(network.caipNetworkId),
    chainId: network.caipNetworkId,
    contract: undefined,
    name,
    symbol,
    decimals,
    icon: listed?.iconUrl ?? undefined,
    amount: value?.amount ?? listed?.amount,
    price: listed?.price,
  }
}

function assetOf({ address, name, symbol, decimals, iconUrl, amount, price, ...token }: TokenBalance): Asset[] {
  const chainId = token.chainId as ChainId // a schema of the services' answer
  const { address: contract } = parseAccountId(address)
  const id = tokenId(chainId, contract)
  if (!id) return []
  const short = visibleName(symbol) ?? '?'
  return [
    {
      id,
      chainId,
      contract,
      name: visibleName(name) ?? short,
      symbol: short,
      decimals,
      icon: iconUrl ?? undefined,
      amount,
      price,
    },
  ]
}

/** Those without a price last; then by name, so that the order is the same every time. */
function byWorth(one: Asset, other: Asset): number {
  const [left, right] = [worthOfAsset(one) ?? -1n, worthOfAsset(other) ?? -1n]
  return left === right ? one.name.localeCompare(other.name) : left < right ? 1 : -1
}
