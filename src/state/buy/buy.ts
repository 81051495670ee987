// Going to a provider: its page is opened in the visitor's click, and the purchase is followed from then on. One press orders once.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { createOnrampUrl, presetAmount } from '../../api/onramp.js'
import { formatUnits } from '../../vocabulary/amount.js'
import { type ChainId, parseChainId } from '../../vocabulary/caip.js'
import { FIAT_DIGITS } from '../../vocabulary/constants.js'
import type { WalletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { asWalletError } from '../lib/operation.js'
import { leadPopup, openPopup } from '../lib/popup.js'
import { createBuyDraft } from './draft.js'
import type { BuyToken } from './options.js'
import type { BuyProvider } from './providers.js'
import { createPurchases } from './purchases.js'

/** A way to a provider that the visitor has begun. */
export interface BuyRun {
  readonly provider: BuyProvider
  readonly symbol: string
  /** A decimal number of `currency`. */
  readonly paid: string
  readonly currency: string
  /** `opening`: the services make the page; `away`: it is open in a window; `blocked`: there is no window, only the link; `refused`: see `error`. */
  readonly phase: 'opening' | 'away' | 'blocked' | 'refused'
  /** Of the provider's page: http or https. It is kept in memory only, since who has it may act in the visitor's name. */
  readonly url?: string | undefined
  /** The purchase of `createPurchases`, once there is a page. */
  readonly purchase?: string | undefined
  readonly error?: WalletError | undefined
}

/** Buying. What is bought is the draft of `createBuyDraft`. */
export interface Buy {
  readonly $run: ReadableAtom<BuyRun | undefined>
  /**
   * Opens a window, asks the services for the provider's page once, and leads the window there. To be called within a click, or browsers refuse the window.
   * False, without a window, while the draft has a problem; a second call while the page is made does nothing.
   * @param note what the window says until the page is there
   */
  begin(provider: BuyProvider, note: string): boolean
  /** Forgets the run. Its purchase is followed all the same; a page that is not there yet is not opened any more. */
  leave(): void
}

/** A part. */
export function createBuy(core: Core): Buy {
  const { $draft, $quote, $problem } = core.use(createBuyDraft)
  const purchases = core.use(createPurchases)
  const $run = atom<BuyRun | undefined>()
  let key = Symbol('purchase')

  function begin(provider: BuyProvider, note: string): boolean {
    const account = core.publicState.$account.get()
    const { token, currency, reading } = $draft.get()
    if ($run.get()?.phase === 'opening') return true
    if ($problem.get() !== undefined || !account || !token || !currency || reading.amount === undefined) return false
    const popup = openPopup(core, note) // first: a window is allowed in the click only
    const of = (key = Symbol('purchase'))
    const paid = formatUnits(reading.amount, FIAT_DIGITS)
    const run: BuyRun = { provider, symbol: token.symbol, paid, currency: currency.id, phase: 'opening' }
    $run.set(run)
    core.emit('event', { name: 'SELECT_BUY_PROVIDER', provider: provider.name })
    const { value: answered } = $quote.get()
    const network = networkName(account.chainId, token)
    const order = {
      destinationWallets: [{ address: account.address, blockchains: [network], assets: [token.currency.symbol] }],
      partnerUserId: account.address,
      defaultNetwork: network,
      defaultExperience: 'buy' as const,
      presetFiatAmount: presetAmount(paid),
      provider: provider.name,
      paymentCurrency: currency.id,
      quoteId: answered?.quote.quoteId,
    }
    createOnrampUrl(apiOf(core, core.config.services.data), { chainId: account.chainId, order, signal: core.signal }).then(
      ({ url, orderId }) => {
        if (of !== key) return popup?.close()
        const { id } = purchases.add({
          provider: provider.name,
          orderId,
          account: account.accountId,
          chainId: account.chainId,
          asset: token.asset,
          symbol: token.symbol,
          amount: answered?.quote.purchaseAmount.amount,
          paid,
          currency: currency.id,
        })
        // http or https, as the schema of the answer demands
        $run.set({ ...run, url, purchase: id, phase: leadPopup(popup, url) ? 'away' : 'blocked' })
      },
      (thrown: unknown) => {
        popup?.close()
        if (of === key && !core.signal.aborted) $run.set({ ...run, phase: 'refused', error: asWalletError(thrown) })
      },
    )
    return true
  }
  return {
    $run: readonlyType($run),
    begin,
    leave() {
      key = Symbol('purchase')
      $run.set(undefined)
    },
  }
}

/** Names of chains for providers (reference §4.3). */
const networkNames: Readonly<Partial<Record<string, string>>> = {
  '1': 'ethereum',
  '10': 'optimism',
  '137': 'polygon',
  '8453': 'base',
  '42161': 'arbitrum',
  '42220': 'celo',
  '43114': 'avalanche-c-chain',
  '80094': 'berachain',
}

/** The name of the chain; that of the options where providers have no other, so that nobody takes it for Ethereum. */
function networkName(chainId: ChainId, { network }: BuyToken): string {
  const { namespace, reference } = parseChainId(chainId)
  if (namespace === 'solana') return 'solana'
  return networkNames[reference] ?? network.name
}
