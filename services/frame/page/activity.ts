// What happened to the account, newest first, in plain words.
import { html, nothing } from 'lit/html.js'
import type { WireAnswer } from '../../src/embedded/wire.js'
import { fill } from '../messages.js'
import { createActs } from './acts.js'
import type { PageContext, Section } from './context.js'
import type { PageMessages } from './messages.js'
import { failureOfAct, plain, pressed, timeText } from './templates.js'

type AuditRow = WireAnswer<'/api/audit'>['rows'][number]

/** Rows of the services → what is said of them. */
const words: Readonly<Record<string, keyof PageMessages>> = {
  account_created: 'didAccount',
  login: 'didLogin',
  wallet_created: 'didWallet',
  slot_added: 'didSlotAdded',
  slot_released: 'didSlotReleased',
  slot_removed: 'didSlotRemoved',
  wallet_sealed: 'didSealed',
  device_removed: 'didDeviceRemoved',
  recovery_stored: 'didRecoveryStored',
  recovery_started: 'didRecoveryStarted',
  recovery_released: 'didRecoveryReleased',
  recovery_cancelled: 'didRecoveryCancelled',
  email_changed: 'didEmailChanged',
  email_restored: 'didEmailRestored',
  session_stolen: 'didStolen',
}
const kinds: Readonly<Record<string, keyof PageMessages>> = {
  device: 'kindDevice',
  passkey: 'kindPasskey',
  code: 'kindCode',
  assisted: 'kindAssisted',
}

/** One row in words. What these words do not know is shown as it stands. */
export function rowText(texts: PageMessages, { what, detail }: AuditRow): string {
  if (what === 'exported') return detail === 'kit' ? texts.didKit : texts.didWords
  const key = Object.hasOwn(words, what) ? words[what] : undefined
  if (!key) return fill(texts.didOther, { what: plain(`${what} ${detail}`) })
  const [kind = '', ...label] = detail.split(' ')
  const named = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  const slot = named ? [texts[named], plain(label.join(' '))].filter((part) => part !== '').join(': ') : plain(detail)
  return fill(texts[key], { slot, detail: plain(detail) || texts.deviceUnnamed })
}

export interface ActivitySection extends Section {
  load(): Promise<void>
  readonly rows: readonly AuditRow[] | undefined
  readonly hasMore: boolean
  more(): Promise<void>
}

export function createActivitySection({ api, texts, locale, signal, update }: PageContext): ActivitySection {
  const acts = createActs(update)
  let rows: readonly AuditRow[] | undefined
  let next: string | undefined
  const page = (before: string | undefined) =>
    acts.run(async () => {
      const answer = await api.call('/api/audit', before === undefined ? {} : { before }, { signal })
      rows = before === undefined ? answer.rows : [...(rows ?? []), ...answer.rows]
      next = answer.next
    })

  return {
    id: 'activity',
    title: texts.activityTitle,
    get rows() {
      return rows
    },
    get hasMore() {
      return next !== undefined
    },
    load: () => page(undefined),
    more: () => (next === undefined ? Promise.resolve() : page(next)),
    render() {
      if (!rows && acts.isBusy) return html`<p role="status">${texts.loading}</p>`
      return html`<p>${texts.activityBody}</p>
        <ul>
          ${rows?.map(
            (row) =>
              html`<li>
                <div>
                  ${rowText(texts, row)}
                  <p class="quiet">
                    ${timeText(locale, row.at)}${row.browser ? html`${' · '}<bdi>${plain(row.browser)}</bdi>` : nothing}
                  </p>
                </div>
              </li>`,
          )}
        </ul>
        ${failureOfAct(texts, acts.failure)}
        <div class="actions">
          ${
            rows && next === undefined
              ? nothing
              : html`<button ?disabled=${acts.isBusy} @click=${pressed(() => void page(rows ? next : undefined))}>
                  ${rows ? texts.more : texts.retry}
                </button>`
          }
        </div>`
    },
  }
}
