// The configured on-ramp providers in the operator's order, and those of them that list purchases.
import { ConfigError, publicBy } from '../../../settings/config.js'
import { createProviders, type Providers, type ProviderRow } from '../../../upstream/providers.js'
import type { onrampProviderNames } from '../../config.js'
import type { OnrampContext } from '../../context.js'
import type { MaybeSandbox, Sandbox } from '../sandbox.js'
import { isPlay, purchasable, sellingChains } from '../options.js'
import { createCoinbase } from './coinbase.js'
import { createMeld } from './meld.js'
import { createMoonpay } from './moonpay.js'
import type { SalesPage, SalesQuestion, OnrampProvider } from './provider.js'
import { createTransak } from './transak.js'
import { oncePer } from '../../once.js'

const SALES_BUDGET_MS = 5000

/** The on-ramp providers of one context. */
export interface OnrampProviders {
  /** In the order in which they are asked. */
  readonly list: readonly OnrampProvider[]
  /** Undefined: there is no play money. */
  readonly sandbox: Sandbox | undefined
  /** Whether a provider of real money is configured. */
  readonly hasVendor: boolean
  /** Providers that list purchases, and how to ask them. The sandbox's orders are in our own table. */
  readonly tellers: readonly { readonly name: string; readonly asked: Providers<SalesQuestion, SalesPage> }[]
  /** Names of vendors that list no purchases. */
  readonly silent: readonly string[]
  /** The lines `purchases` of the start-up table. */
  rows(): readonly ProviderRow[]
}

/**
 * The on-ramp providers of `ctx`, made once for the on-ramp and the history.
 * @throws ConfigError `WM_DATA_FILE` when Coinbase is configured and pages of any origin could open purchases in the operator's name
 */
export const onrampProvidersOf = oncePer(createOnrampProviders)

function createOnrampProviders(ctx: OnrampContext & MaybeSandbox): OnrampProviders {
  const { onramp, adapters } = ctx.data
  refuseOpenCoinbase(ctx)
  const isSandboxWanted =
    onramp.sandbox === true && onramp.sellers.includes('sandbox') && sellingChains(ctx).some((id) => isPlay(ctx, id))
  const sandbox = isSandboxWanted ? ctx.createSandbox?.(ctx, purchasable(ctx, { sandbox: true, vendor: false })) : undefined
  const created: Readonly<Record<(typeof onrampProviderNames)[number], () => OnrampProvider | undefined>> = {
    sandbox: () => sandbox?.provider,
    coinbase: () => adapters.coinbase && createCoinbase(ctx, adapters.coinbase),
    // All buyers of Meld are of one country, by the settings.
    meld: () =>
      adapters.meld && !onramp.restricted.includes(adapters.meld.country) ? createMeld(ctx, adapters.meld) : undefined,
    transak: () => adapters.transak && createTransak(ctx, adapters.transak),
    moonpay: () => adapters.moonpay && createMoonpay(adapters.moonpay),
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

/** Coinbase holds the operator liable for every page that opens a purchase, so public services must list the origins of their projects. */
function refuseOpenCoinbase({ config, data }: OnrampContext): void {
  const { adapters, onramp } = data
  const shown = publicBy(config)
  if (!adapters.coinbase || !onramp.sellers.includes('coinbase') || shown === undefined) return
  const projects = Object.values(config.projects)
  if (projects.length > 0 && projects.every(({ origins }) => origins.length > 0)) return
  const problem = 'every project in WM_PROJECTS needs its origins, or any page could open purchases in your name'
  throw new ConfigError('WM_DATA_FILE', `adapters.coinbase: refused with ${shown}: ${problem}`)
}
