// The purchases of the account: those of its providers, and those that were begun here.
import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { when } from 'lit/directives/when.js'
import { type BoughtList, type BoughtRow, createBought } from '../../../state/buy/bought.js'
import type { Purchase } from '../../../state/buy/purchases.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { goTo } from '../../lib/go-to.js'
import { createMessages, type MessageKey } from '../../lib/localize.js'
import { accountStyles } from '../../styles/account.js'
import { buyStyles } from '../../styles/buy.js'
import { laterStyles } from '../../styles/view-more.js'
import { providerName, tokenText } from '../../templates/buy-texts.js'
import { moreButton } from '../../templates/more-button.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/error-state.js'
import '../../primitives/row.js'
import '../../primitives/skeleton.js'
import '../../primitives/token-icon.js'

const states: Readonly<Record<Purchase['status'], MessageKey>> = {
  waiting: 'buyActivity.waiting',
  paying: 'buyActivity.paying',
  done: 'buyActivity.done',
  failed: 'buyActivity.undone',
  overdue: 'buyActivity.overdue',
  untold: 'assets.unknown',
}

/**
 * @summary What was bought, with the state of each purchase. Those that were begun here lead to their progress.
 */
export class WmOnRampActivityView extends WmView {
  static override styles = [laterStyles, accountStyles, buyStyles]

  private readonly bought = this.watch((core) => core.use(createBought).$bought)

  override render() {
    const { value, status, fetchStatus } = this.bought.value
    if (value) return this.list(value, status === 'error')
    if (status === 'error')
      return html`<wm-error-state
        .heading=${this.t('buyActivity.failed')}
        .message=${this.t(`errors.${this.bought.value.error?.code ?? 'UNKNOWN'}`)}
        .retryLabel=${this.t('common.retry')}
        ?busy=${fetchStatus === 'fetching'}
        @wm-retry=${this.refresh}
      ></wm-error-state>`
    if (fetchStatus === 'paused') return html`<p class="hint center">${this.t('common.offline')}</p>`
    if (fetchStatus === 'idle') return this.none()
    return html`<div class="group" aria-busy="true">
      <span class="visually-hidden">${this.t('buyActivity.loading')}</span><wm-skeleton rows="3"></wm-skeleton>
    </div>`
  }

  private list({ rows, more, isIncomplete }: BoughtList, hasFailed: boolean) {
    if (rows.length === 0 && !hasFailed) return html`${this.none()} ${this.note(isIncomplete)}`
    return html`${when(
        hasFailed,
        () =>
          html`<wm-banner variant="warning"
            >${this.t('common.stale')}
            <wm-button slot="end" data-key="retry" variant="quiet" @click=${this.refresh}
              >${this.t('common.retry')}</wm-button
            ></wm-banner
          >`,
      )}
      <ul class="group held" role="list" aria-label=${this.t('onramp.activity')}>
        ${repeat(
          rows,
          ({ id }) => id,
          (row) => this.row(row),
        )}
      </ul>
      ${this.note(isIncomplete)} ${moreButton(this.core, more, () => this.use(createBought).loadMore())}`
  }

  private note(isIncomplete: boolean) {
    return isIncomplete ? html`<p class="hint center">${this.t('buyActivity.incomplete')}</p>` : nothing
  }

  private row({ id, purchase, provider, symbol, amount, status, at, picture }: BoughtRow) {
    const time = new Intl.DateTimeFormat(this.use(createMessages).formatTag(), { dateStyle: 'medium' })
    const what = amount === undefined ? symbol : `${tokenText(this.core, amount)} ${symbol}`
    const who = this.t('buyActivity.byOn', { provider: providerName(this.core, provider), date: time.format(at) })
    const state = this.t(states[status])
    const icon = html`<wm-token-icon slot="icon" .src=${picture} .name=${symbol}></wm-token-icon>`
    // One that was begun elsewhere has nothing more to show.
    if (purchase === undefined)
      return html`<li>
        ${icon}
        <span class="words"
          ><span class="label" dir="auto" translate="no">${what}</span
          ><small><span class="state ${status}">${state}</span> · ${who}</small></span
        >
      </li>`
    return html`<li class="pressed">
      <wm-row
        data-key=${`bought:${id}`}
        chevron
        .named=${true}
        .label=${what}
        .description=${`${state} · ${who}`}
        @click=${() => goTo(this, { name: 'BuyInProgress', id: purchase })}
        >${icon}</wm-row
      >
    </li>`
  }

  private none() {
    return html`<wm-empty-state icon="card" .heading=${this.t('buyActivity.none')}
      >${this.t('buyActivity.noneHint')}</wm-empty-state
    >`
  }

  private refresh() {
    this.use(createBought).refresh()
  }
}
register('wm-on-ramp-activity-view', WmOnRampActivityView)
