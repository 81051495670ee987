// What can be bought with the active account on its chain, what with, and from whom.
import { computed, type ReadableAtom } from 'nanostores'
import { getOnrampOptions, getOnrampProviders, type PaymentCurrency, type PurchaseCurrency } from '../../api/onramp.js'
import { type AssetId, type ChainId, parseChainId } from '../../vocabulary/caip.js'
import { coinId, tokenId } from '../../vocabulary/asset.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import type { Account } from '../../vocabulary/events.js'
import type { Network } from '../../vocabulary/network.js'
import { createWalletFeatures, type Offer } from '../account/wallet-features.js'
import { queryForAccount } from '../account/account-query.js'
import { createAccounts } from '../connections/accounts.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'
import { createNetworks } from '../networks/networks.js'
import { type BuyProvider, providerOf } from './providers.js'

/** A token that is sold, and the network on which it is delivered. Texts are one visible line each. */
export interface BuyToken {
  /** Unique within the list. */
  readonly key: string
  readonly name: string
  readonly symbol: string
  /** Plain address; undefined: the chain's own coin. */
  readonly contract: string | undefined
  readonly asset: AssetId | undefined
  /** As the services know them. */
  readonly currency: PurchaseCurrency
  readonly network: PurchaseCurrency['networks'][number]
}

/** What the services sell, for one chain. */
export interface BuyOptions {
  /** The chain's own coin first. Empty: nothing is sold on this chain. */
  readonly tokens: readonly BuyToken[]
  readonly currencies: readonly PaymentCurrency[]
  /** Configured networks of the account's ecosystem on which something is sold. */
  readonly networks: readonly Network[]
  /** The services did not answer: the limits are those of the specification. */
  readonly isEstimate: boolean
}

/** What can be bought. */
export interface BuyMarket {
  /** Whether buying is offered to the active account; undefined: it is not. */
  readonly $offer: ReadableAtom<Offer | undefined>
  /** Never an error because of the services: then `isEstimate` is true. `pending` and `idle` where buying is not offered. */
  readonly $options: ReadableAtom<QueryState<BuyOptions>>
  /** In the order of the services. */
  readonly $providers: ReadableAtom<QueryState<readonly BuyProvider[]>>
  /** Asks for both again. */
  refresh(): void
}

const LIFETIME_MS = 5 * 60_000

/** A part. */
export function createBuyMarket(core: Core): BuyMarket {
  const { data } = core.config.services
  const { $account } = core.use(createAccounts)
  const { $offers } = core.use(createWalletFeatures)
  const $offer = computed($offers, (offers) => offers.find(({ feature }) => feature === 'onramp'))
  const api = apiOf(core, data)
  /** The account, where buying is offered to it. */
  const $buyer = computed([$account, $offer], (account, offer) =>
    data !== undefined && offer && !offer.refused ? account : undefined,
  )
  const about = <T>(key: string, fetch: (chainId: ChainId, signal: AbortSignal) => Promise<T>) => {
    const queryOf = ({ chainId }: Account): Query<T> =>
      createQuery<T>(core, {
        key: `buy ${key} ${chainId}`,
        lifetimeMs: LIFETIME_MS,
        attempts: 1, // `api/http.ts` retries by itself
        fetch: (signal) => fetch(chainId, signal),
      })
    return {
      $state: queryForAccount($buyer, queryOf),
      refresh() {
        const account = $buyer.get()
        void (account && queryOf(account).refresh())
      },
    }
  }
  const options = about('options', async (chainId, signal): Promise<BuyOptions> => {
    const { paymentCurrencies, purchaseCurrencies, estimate } = await getOnrampOptions(api, { chainId, signal })
    const isSold = ({ caipNetworkId }: Network) => tokensOn(caipNetworkId, purchaseCurrencies).length > 0
    const { namespace } = parseChainId(chainId)
    return {
      tokens: tokensOn(chainId, purchaseCurrencies),
      // A currency whose limits nobody knows cannot be paid with; its code has to be one that can be shown.
      currencies: paymentCurrencies.filter(({ id, payment_method_limits: limits }) => /^[A-Z]{3}$/.test(id) && limits.length > 0),
      networks: core.use(createNetworks).networks.filter((network) => network.chainNamespace === namespace && isSold(network)),
      isEstimate: estimate,
    }
  })
  const providers = about('providers', async (chainId, signal): Promise<readonly BuyProvider[]> => {
    const names = await getOnrampProviders(api, { chainId, signal })
    return [...new Set(names.map((name) => name.toLowerCase()))].map(providerOf)
  })
  return {
    $offer,
    $options: options.$state,
    $providers: providers.$state,
    refresh() {
      options.refresh()
      providers.refresh()
    },
  }
}

/** The tokens that are delivered on a chain, its own coin first. The services name EVM chains by their number, others by their CAIP-2 id or reference. */
function tokensOn(chainId: ChainId, currencies: readonly PurchaseCurrency[]): readonly BuyToken[] {
  const { reference } = parseChainId(chainId)
  const found = currencies.flatMap((currency): BuyToken[] => {
    const network = currency.networks.find(({ chain_id: id }) => id === reference || id === chainId)
    const symbol = visibleName(currency.symbol)
    if (!network || symbol === undefined) return []
    const contract = network.contract_address || undefined
    const asset = contract === undefined ? coinId(chainId) : tokenId(chainId, contract)
    return [
      {
        key: `${currency.id} ${network.name}`,
        name: visibleName(currency.name) ?? symbol,
        symbol,
        contract,
        asset,
        currency,
        network,
      },
    ]
  })
  const once = new Map(found.map((token) => [token.key, token])) // a key is the key of a row
  return [...once.values()].sort((one, other) => rank(one) - rank(other))
}

const rank = ({ contract }: BuyToken): number => (contract === undefined ? 0 : 1)
