// A transaction as a row of a list: what it did, with whom, what it moved and when. The row is a link to the network's block explorer.
import { css, html, nothing, type TemplateResult } from 'lit'
import { isDoubtfulLeg, type Leg } from '../../state/activity/legs.js'
import { type ActivityKind, type ActivityRow, isApproval } from '../../state/activity/rows.js'
import type { Core } from '../../state/core.js'
import { formatAmount, latinDigits, shortAddress } from '../../vocabulary/amount.js'
import { AMOUNT_DIGITS } from '../../vocabulary/constants.js'
import { explorerUrl } from '../../vocabulary/explorer-url.js'
import type { Network } from '../../vocabulary/network.js'
import { type IconName, paths } from '../icons/all.js'
import { drawing, strokeStyles } from '../icons/drawing.js'
import { createMessages, type MessageKey } from '../lib/localize.js'
import { monthName } from '../lib/month-name.js'
import { letterAndImage } from '../styles/picture.js'
import { rowStyles } from '../styles/row.js'
import type { Pictures } from './pictures.js'

/** The styles of a view with such rows, besides those of all views. */
export const activityRowStyles = [
  rowStyles,
  letterAndImage,
  strokeStyles,
  css`
    .list > li > h3 {
      margin: 1.25em 0 0.25em;
      padding-inline: 0.75em;
    }
    .list > li:first-child > h3 {
      margin-block-start: 0.25em;
    }
    a.row {
      text-decoration: none;
    }
    @media (hover: hover) {
      a.row:hover {
        background: var(--_wm-hover);
      }
    }
    .row > .round {
      border-radius: 50%;
    }
    .row > .picture.round {
      --shape: 50%;
    }
    .row > .words {
      flex: 1 1 5.5em;
      /* a short address has one line, but for the smallest phones: an amount needs the room there */
      min-inline-size: clamp(5em, 100% - 12em, 6.25em);
    }
    .sums {
      display: flex;
      flex: 0 1 auto;
      flex-direction: column;
      align-items: flex-end;
      /* an amount breaks before its symbol, never inside */
      max-inline-size: 60%;
      font-variant-numeric: tabular-nums;
      text-align: end;
    }
    .sums bdi {
      display: -webkit-box;
      overflow: hidden;
      font-weight: 500;
      line-height: 1.375;
      text-align: -webkit-match-parent;
      text-align: match-parent;
      overflow-wrap: break-word;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    }
    .sums .in {
      color: var(--_wm-success);
    }
    .undone :is(.sums bdi, .sums .in) {
      color: var(--_wm-text-3);
    }
    .note {
      font-size: 0.8125em;
      line-height: 1.375;
      color: var(--_wm-text-3);
      overflow-wrap: anywhere;
    }
    .state {
      display: inline-flex;
      align-items: center;
      gap: 0.25em;
      font-weight: 600;
      color: var(--_wm-text-2);
    }
    .state.failed {
      color: var(--_wm-danger);
    }
    .state svg {
      --size: 1.15em;
    }
  `,
]

/** Words of each kind of transaction. */
const words: Readonly<Record<ActivityKind, MessageKey>> = {
  approve: 'activity.approved',
  borrow: 'activity.borrowed',
  burn: 'activity.burned',
  buy: 'activity.bought',
  cancel: 'activity.cancelled',
  claim: 'activity.claimed',
  deploy: 'activity.deployed',
  deposit: 'activity.deposited',
  execute: 'activity.executed',
  mint: 'activity.minted',
  other: 'activity.unknown',
  receive: 'activity.received',
  repay: 'activity.repaid',
  revoke: 'activity.revoked',
  sell: 'activity.sold',
  send: 'send.sent',
  stake: 'activity.staked',
  trade: 'activity.swapped',
  unstake: 'activity.unstaked',
  withdraw: 'activity.withdrew',
}

/** Words of each state that is told. */
const states = { failed: 'activity.failed', pending: 'activity.pending', replaced: 'activity.replaced' } as const

/** In front of the amount of a transaction that moved one asset (specification §2). With others the direction says it. */
const signs: Readonly<Partial<Record<ActivityKind, '+' | '−'>>> = {
  receive: '+',
  deposit: '+',
  borrow: '+',
  claim: '+',
  withdraw: '−',
  repay: '−',
  burn: '−',
  send: '−',
}

/** Icons of what moved nothing that has a picture. */
const icons: Readonly<Partial<Record<ActivityKind, IconName>>> = {
  approve: 'shield',
  revoke: 'shield',
  trade: 'swap',
  deploy: 'store',
}

/** Writes rows in the language and for the network of a view, so that what they share is made once. */
export class ActivityRows {
  readonly #core: Core
  readonly #network: Network | undefined
  readonly #tag: string
  readonly #day: Intl.DateTimeFormat
  readonly #whole: Intl.DateTimeFormat
  readonly #months = new Map<string, string>()

  constructor(core: Core, network: Network | undefined) {
    this.#core = core
    this.#network = network
    this.#tag = this.#words.formatTag()
    this.#day = new Intl.DateTimeFormat(this.#tag, { day: 'numeric', month: 'short' })
    this.#whole = new Intl.DateTimeFormat(this.#tag, { dateStyle: 'long', timeStyle: 'short' })
  }

  get #words() {
    return this.#core.use(createMessages)
  }
  get #t() {
    return this.#words.t
  }

  /** The heading of a month, with its year if it is not that of `now` (Unix ms). `month`: as in `ActivityRow`. */
  monthName(month: number, now: number): string {
    // Asked for with each frame in which a list is scrolled, for each month: a format is much work.
    const key = `${month} ${new Date(now).getFullYear()}`
    const name = this.#months.get(key) ?? monthName(month, now, this.#tag)
    this.#months.set(key, name)
    return name
  }

  /**
   * The `<li>` of a transaction. Its `data-key` is `tx:<id>`.
   * @param heading the name of the month that begins with it
   * @param hasPrices a token that came without a price is called unverified, where the services do not say whether it is
   */
  row(
    row: ActivityRow,
    {
      pictures,
      heading,
      hasPrices,
    }: { readonly pictures: Pictures; readonly heading: string | undefined; readonly hasPrices: boolean },
  ): TemplateResult {
    const { id, hash, status } = row
    const href = explorerUrl(this.#network?.blockExplorers?.default.url, 'tx', hash)
    const kind = `row ${status === 'failed' || status === 'replaced' ? 'undone' : ''}`
    const content = this.#content(row, pictures, hasPrices)
    return html`<li>
      ${heading === undefined ? nothing : html`<h3>${heading}</h3>`}
      ${
        href === undefined
          ? html`<div class=${kind} data-key=${`tx:${id}`} tabindex="-1">${content}</div>`
          : html`<a class=${kind} data-key=${`tx:${id}`} href=${href} target="_blank" rel="noopener noreferrer"
              >${content}<span class="visually-hidden">${this.#explorer(href)}</span></a
            >`
      }
    </li>`
  }

  #explorer(href: string): string {
    const explorer = this.#network?.blockExplorers?.default.name ?? new URL(href).hostname
    return `${this.#t('account.explorer', { explorer })} ${this.#t('common.opensNewTab')}`
  }

  #content(row: ActivityRow, pictures: Pictures, hasPrices: boolean): TemplateResult {
    const { kind, shown, others, at } = row
    const party = this.#party(row)
    const doubtful = shown.filter((leg) => isDoubtfulLeg(leg, hasPrices))
    const date = new Date(at)
    return html`${this.#picture(row, pictures)}
      <span class="words">
        <span class="label">${this.#t(words[kind])}</span>
        ${this.#state(row)} ${party === undefined ? nothing : html`<span class="note" translate="no">${party}</span>`}
        ${doubtful.length > 0 ? html`<span class="note">${this.#t('assets.unverified')}${doubtful.map(contractNote)}</span>` : nothing}
      </span>
      <span class="sums">
        ${shown.map((leg) => html`<bdi class=${leg.direction} translate="no">${this.#sum(leg, row)}</bdi>`)}
        ${others > 0 ? html`<span class="note">${this.#t('activity.others', { count: others })}</span>` : nothing}
        <time class="note" datetime=${date.toISOString()} title=${this.#whole.format(date)}>${this.#day.format(date)}</time>
      </span>`
  }

  #party({ party, application }: ActivityRow): string | undefined {
    if (application) return this.#t('activity.with', { name: application.name })
    if (!party) return undefined
    const name = shortAddress(party.address).replace('…', '…\u2060') // no line ends after the ellipsis; an element in each row would cost more
    if (party.role === 'to') return this.#t('activity.to', { name })
    return party.role === 'from' ? this.#t('activity.from', { name }) : this.#t('activity.with', { name })
  }

  #state({ status }: ActivityRow): TemplateResult | typeof nothing {
    if (status === 'confirmed') return nothing
    const icon = status === 'failed' ? 'danger' : status === 'pending' ? 'refresh' : 'info'
    return html`<span class="note state ${status}">${drawing(icon, paths[icon])}${this.#t(states[status])}</span>`
  }

  /** An amount with its sign and symbol; that of a single NFT, and of an approval of nothing, is its name alone. */
  #sum({ amount, decimals, direction, name, isNft }: Leg, { kind, shown }: ActivityRow): string {
    const sign = (shown.length === 1 ? signs[kind] : undefined) ?? { in: '+', out: '−', self: '' }[direction]
    const text = name ?? (isNft ? this.#t('activity.unnamed') : '')
    if (amount === 0n && isApproval(kind)) return text
    const isWhole = isNft && amount % 10n ** BigInt(decimals) === 0n
    if (isWhole && amount === 10n ** BigInt(decimals)) return `${sign}${text}`
    const digits = isWhole ? 0 : AMOUNT_DIGITS
    const format = (units: bigint, places: number) => formatAmount(units, places, latinDigits(this.#tag), digits)
    const isTiny = amount < 10n ** BigInt(Math.max(0, decimals - digits)) && decimals > digits
    // An amount that would be cut to zero is not nothing.
    const cut = isTiny ? `<${format(1n, digits)}` : format(amount, decimals)
    return `${sign}${cut} ${text}`.trim()
  }

  #picture({ id, kind, shown, application }: ActivityRow, pictures: Pictures): Element | TemplateResult {
    const leg = shown.at(-1) // what came in, where something did
    if (!leg && application) return pictures.of({ id, icon: application.picture, name: application.name })
    if (!leg) {
      const icon = icons[kind] ?? 'explorer'
      return drawing(icon, paths[icon], 'symbol round')
    }
    const box = pictures.of({ id, ...(leg.picture === undefined ? {} : { icon: leg.picture }), name: leg.name ?? '' })
    box.classList.toggle('round', !leg.isNft)
    return box
  }
}

const contractNote = ({ contract }: Leg) =>
  contract === undefined ? nothing : html` · <bdi class="address" dir="ltr" translate="no">${shortAddress(contract)}</bdi>`
