// What the views of the social logins have in common: how an attempt that did not end well is shown and read out.
import { css, html, type PropertyValues, type TemplateResult } from 'lit'
import { createSocialLogin, type SocialRun } from '../../state/embedded/social-login.js'
import { createModal } from '../../state/interface/modal.js'
import { createNotices } from '../../state/interface/notices.js'
import type { Social } from '../../vocabulary/social.js'
import { socialNames } from '../../vocabulary/social-names.js'
import type { WalletError } from '../../vocabulary/errors.js'
import { drawing, strokeStyles } from '../icons/drawing.js'
import { socialMarks } from '../icons/social-marks.js'
import { laterStyles } from '../styles/view-more.js'
import { WmView } from './element.js'
import { errorText } from './login-error-text.js'
import '../primitives/button.js'
import '../primitives/icon.js'
import '../primitives/spinner.js'

/** Base of the views that sign in with one social login. */
export abstract class SocialView extends WmView {
  static override styles = [
    laterStyles,
    strokeStyles,
    css`
      .mark > svg {
        --size: 1.75em;
      }
      .mark {
        position: relative;
      }
      .mark > wm-spinner {
        position: absolute;
        inset: -0.375em;
        inline-size: auto;
        block-size: auto;
      }
    `,
  ]

  private readonly login = this.watch((core) => core.use(createSocialLogin).$run)
  #told: SocialRun['phase'] | undefined

  protected abstract get social(): Social
  /** Begins an attempt. Called within a press. */
  protected abstract begin(): void

  override get dialogTitle() {
    return this.names.provider
  }

  /** The attempt of this view; undefined before it. */
  protected get run(): SocialRun | undefined {
    const run = this.login.value
    return run?.social === this.social ? run : undefined
  }

  protected get names() {
    return { provider: socialNames[this.social] ?? '' } // a page without types may have named another
  }

  protected override updated(changed: PropertyValues<this>) {
    super.updated(changed)
    const { phase, error } = this.run ?? {}
    if (phase === this.#told) return
    this.#told = phase
    const text =
      phase === 'failed' && error
        ? this.reason(error)
        : phase === 'blocked' || phase === 'gone' || phase === 'finishing'
          ? this.t(`social.${phase}`)
          : undefined
    if (text !== undefined) this.use(createNotices).announce('failed', { message: text }, { assertive: phase !== 'finishing' })
  }

  /** The mark of the login, with a ring while something is waited for. */
  protected mark(isWaiting: boolean): TemplateResult {
    return html`<span class="mark pending" aria-hidden="true"
      >${drawing(this.social, socialMarks[this.social])}${isWaiting ? html`<wm-spinner></wm-spinner>` : ''}</span
    >`
  }

  /** The login itself has ended well. */
  protected finishing(): TemplateResult {
    return html`<div class="center hero" aria-busy="true">
      ${this.mark(true)}
      <h3>${this.t('social.finishing')}</h3>
    </div>`
  }

  /** The attempt has ended otherwise. */
  protected failure(error: WalletError): TemplateResult {
    return html`<div class="center hero">
        <span class="mark" aria-hidden="true"><wm-icon name="danger"></wm-icon></span>
        <h3>${this.t('social.failed', this.names)}</h3>
        <p class="hint">${this.reason(error)}</p>
      </div>
      <div class="actions">
        <wm-button data-key="main" @click=${() => this.begin()}>${this.t('common.retry')}</wm-button>
        <wm-button data-key="other" variant="secondary" @click=${() => this.use(createModal).back()}
          >${this.t('connecting.anotherWay')}</wm-button
        >
      </div>`
  }

  private reason(error: WalletError): string {
    if (error.code === 'USER_REJECTED') return this.t('social.declined', this.names)
    if (error.code === 'WALLET_FAILED' || error.code === 'ABORTED') return this.t('errors.UNKNOWN')
    if (error.code === 'CONFIG_INVALID') return this.t('errors.CONFIG_INVALID', { setting: 'features.socials' })
    return errorText(this.t, error)
  }
}
