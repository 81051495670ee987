// What can be done with the account, as tiles that lead to views.
import { html, nothing, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import type { Offer } from '../../state/account/wallet-features.js'
import { createRouter } from '../../state/interface/router.js'
import type { View } from '../../vocabulary/view.js'
import type { WalletFeature } from '../../vocabulary/wallet-feature.js'
import type { IconName } from '../icons/all.js'
import { createMessages } from '../lib/localize.js'
import { routeOf } from '../routes.js'
import '../primitives/icon.js'

/** Where a feature leads. The tile has the title of the view. */
export interface FeatureView {
  readonly view: View
  readonly icon: IconName
}

/** The view of each feature. A feature without one has no tile. */
export const featureViews: Readonly<Partial<Record<WalletFeature, FeatureView>>> = {
  onramp: { view: { name: 'OnRampProviders' }, icon: 'card' },
  swaps: { view: { name: 'Swap' }, icon: 'swap' },
  receive: { view: { name: 'WalletReceive' }, icon: 'arrow-down' },
  send: { view: { name: 'WalletSend' }, icon: 'arrow-up' },
}

/** The view of a feature, if it is offered and has one. */
export function viewOfFeature(offers: readonly Offer[], feature: WalletFeature): View | undefined {
  return offers.some((offer) => offer.feature === feature && !offer.refused) ? featureViews[feature]?.view : undefined
}

/**
 * The tiles, in the order of the offers; one that is refused says why. Needs `accountStyles`.
 * @param preload loads a view ahead, when its tile has the pointer or focus
 */
export function featureTiles(
  core: Core,
  offers: readonly Offer[],
  preload: (view: View) => void,
  views = featureViews,
): TemplateResult | typeof nothing {
  const { t, formatTag } = core.use(createMessages)
  const tiles = offers.flatMap(({ feature, refused }) => {
    const found = views[feature]
    return found ? [{ ...found, refused, label: routeOf(core, found.view).title(t, found.view) }] : []
  })
  if (tiles.length === 0) return nothing
  const refused = tiles.filter((tile) => tile.refused)
  return html`<ul class="tiles" role="list" aria-label=${t('account.features')}>
      ${tiles.map(
        ({ view, icon, label, refused }) =>
          html`<li>
            <button
              type="button"
              class="tile"
              data-key=${`feature:${view.name}`}
              aria-disabled=${refused ? 'true' : nothing}
              aria-describedby=${refused ? 'region' : nothing}
              @pointerenter=${() => refused || preload(view)}
              @focusin=${() => refused || preload(view)}
              @click=${() => refused || core.use(createRouter).push(view)}
            >
              <wm-icon name=${icon}></wm-icon><span>${label}</span>
            </button>
          </li>`,
      )}
    </ul>
    ${
      refused.length > 0
        ? html`<p class="hint center" id="region">
            ${t('account.region', { features: new Intl.ListFormat(formatTag()).format(refused.map(({ label }) => label)) })}
          </p>`
        : nothing
    }`
}
