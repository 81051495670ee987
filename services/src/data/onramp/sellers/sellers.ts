// The sellers that are configured, in the operator's order, and of them those that tell what was bought.
import { ConfigError, DEVNET, publicBy } from '../../../config.js'
import { createProviders, type Providers, type ProviderRow } from '../../../providers.js'
import type { sellerNames } from '../../config.js'
import type { OnrampContext } from '../../context.js'
import type { MaybeSandbox, Sandbox } from '../sandbox.js'
import { purchasable } from '../options.js'
import { coinbaseSeller } from './coinbase.js'
import { meldSeller } from './meld.js'
import { moonpaySeller } from './moonpay.js'
import type { SalesPage, SalesQuestion, Seller } from './seller.js'
import { transakSeller } from './transak.js'

const SALES_BUDGET_MS = 5000

export interface Sellers {
  readonly list: readonly Seller[]
  /** Absent: no play money is sold. */
  readonly sandbox: Sandbox | undefined
  readonly hasVendor: boolean
  /** Who tells what an account bought, and how to ask. The sandbox's orders are in our own table. */
  readonly tellers: readonly { readonly name: string; readonly asked: Providers<SalesQuestion, SalesPage> }[]
  /** Names of those who do not. */
  readonly silent: readonly string[]
  /** Who tells: lines of the start-up table. */
  rows(): readonly ProviderRow[]
}

const made = new WeakMap<object, Sellers>()

/** One for buying and for the history. @throws ConfigError when anybody's page could open purchases in the operator's name */
export function sellersOf(ctx: OnrampContext & MaybeSandbox): Sellers {
  const held = made.get(ctx) ?? createSellers(ctx)
  made.set(ctx, held)
  return held
}

function createSellers(ctx: OnrampContext & MaybeSandbox): Sellers {
  const { onramp, adapters } = ctx.data
  refuseOpenCoinbase(ctx)
  const isSandboxWanted = onramp.sandbox === true && onramp.sellers.includes('sandbox') && ctx.chains.has(DEVNET)
  const sandbox = isSandboxWanted ? ctx.createSandbox?.(ctx, purchasable(ctx, { sandbox: true, vendor: false })) : undefined
  const created: Readonly<Record<(typeof sellerNames)[number], () => Seller | undefined>> = {
    sandbox: () => sandbox?.seller,
    coinbase: () => adapters.coinbase && coinbaseSeller(ctx, adapters.coinbase),
    // Its buyers are all of one country, by the settings.
    meld: () =>
      adapters.meld && !onramp.restricted.includes(adapters.meld.country) ? meldSeller(ctx, adapters.meld) : undefined,
    transak: () => adapters.transak && transakSeller(ctx, adapters.transak),
    moonpay: () => adapters.moonpay && moonpaySeller(adapters.moonpay),
  }
  const list = onramp.sellers.flatMap((name) => created[name]() ?? [])
  const tellers = list.flatMap(({ name, kind, sales }) => {
    if (!sales) return []
    const provider = { name, kind, supports: () => true, ask: sales }
    return [{ name, asked: createProviders('purchases', [provider], { ...ctx, budgetMs: SALES_BUDGET_MS }) }]
  })
  const vendors = list.filter(({ kind }) => kind === 'adapter')
  return {
    list,
    sandbox,
    hasVendor: vendors.length > 0,
    tellers,
    silent: vendors.flatMap(({ name, sales }) => (sales ? [] : [name])),
    rows: () =>
      tellers.length > 0 || vendors.length === 0
        ? tellers.flatMap(({ asked }) => asked.rows())
        : [{ capability: 'purchases', provider: 'none', kind: 'off' }],
  }
}

/** Coinbase answers only for services that know which pages may ask, and holds their operator liable for the others. */
function refuseOpenCoinbase({ config, data }: OnrampContext): void {
  const { adapters, onramp } = data
  const shown = publicBy(config)
  if (!adapters.coinbase || !onramp.sellers.includes('coinbase') || shown === undefined) return
  const projects = Object.values(config.projects)
  if (projects.length > 0 && projects.every(({ origins }) => origins.length > 0)) return
  const problem = 'every project in WM_PROJECTS needs its origins, or any page could open purchases in your name'
  throw new ConfigError('WM_DATA_FILE', `adapters.coinbase: refused with ${shown}: ${problem}`)
}
