// What the operator of an embedded wallet can do, and what not: the words are part of the wallet's promise, and are shown as they are.
import { css, html, nothing } from 'lit'
import { createEmbeddedUser } from '../../state/embedded/embedded-user.js'
import { register } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import { laterStyles } from '../styles/view-more.js'
import '../primitives/banner.js'

/**
 * @summary How the embedded wallet is kept: with the mail (`assisted`) or not (`sealed`), and until when it is held back.
 */
export class WmWalletKeeping extends WmTextElement {
  static override styles = [
    laterStyles,
    css`
      :host {
        display: block;
        padding: 0.75em 0 0;
      }
      wm-banner {
        margin-block-end: 0.5em;
      }
    `,
  ]

  private readonly user = this.watch((core) => core.use(createEmbeddedUser).$user)

  protected override async scheduleUpdate() {
    if (this.hasCore)
      await this.use(createMessages)
        .load('email')
        .catch(() => undefined) // logged
    await super.scheduleUpdate()
  }

  protected override render() {
    const { recovery } = this.user.value ?? {}
    if (!recovery) return nothing
    const { mode, heldUntil = 0 } = recovery
    const time = new Intl.DateTimeFormat(this.use(createMessages).formatTag(), { dateStyle: 'medium', timeStyle: 'short' })
    return html`<h3 class="section" id="keeping">${this.t('email.keeping')}</h3>
      <section aria-labelledby="keeping">
        ${
          heldUntil > this.core.deps.now()
            ? html`<wm-banner variant="warning">${this.t('email.held', { time: time.format(heldUntil) })}</wm-banner>`
            : nothing
        }
        <p class="hint">${this.t(`email.${mode}`)}</p>
      </section>`
  }
}
register('wm-wallet-keeping', WmWalletKeeping)

declare global {
  interface HTMLElementTagNameMap {
    'wm-wallet-keeping': WmWalletKeeping
  }
}
