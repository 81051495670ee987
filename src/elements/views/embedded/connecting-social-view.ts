// Signing in with a provider, whose own window was opened by the press that led here.
import { html, nothing } from 'lit'
import { createLoginWindow } from '../../../state/embedded/login-window.js'
import { createSocialLogin } from '../../../state/embedded/social-login.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { SocialView } from '../../lib/social-view.js'

/**
 * @summary A social login in its window, and what to do where the browser has opened none, or it is gone.
 */
export class WmConnectingSocialView extends SocialView {
  declare view: ViewNamed<'ConnectingSocial'>

  protected get social() {
    return this.view.social
  }

  protected override willUpdate() {
    const taken = this.hasUpdated ? undefined : this.use(createLoginWindow).take()
    if (taken) this.use(createSocialLogin).begin(this.social, taken.popup)
  }

  protected begin() {
    const opening = this.use(createLoginWindow)
    opening.open(this.t('social.with', this.names))
    this.use(createSocialLogin).begin(this.social, opening.take()?.popup)
  }

  override render() {
    const { phase = 'ready', url, error } = this.run ?? {}
    if (phase === 'finishing') return this.finishing()
    if (phase === 'failed' && error) return this.failure(error)
    const isWaiting = phase === 'opening' || phase === 'away'
    return html`<div class="center hero">
        ${this.mark(isWaiting)}
        <h3>${this.t(`social.${phase === 'failed' ? 'ready' : phase}`, this.names)}</h3>
        ${phase === 'opening' || phase === 'failed' ? nothing : html`<p class="hint">${this.t(`social.${phase}Hint`, this.names)}</p>`}
      </div>
      <div class="actions">${this.action(phase, url)}</div>`
  }

  private action(phase: string, url: string | undefined) {
    if (phase === 'opening') return nothing
    // A link that the visitor presses is opened by every browser.
    if (phase === 'blocked' && url !== undefined)
      return html`<wm-button data-key="main" href=${url} target="_blank" @click=${() => this.use(createSocialLogin).opened()}
        ><wm-icon slot="icon" name="external"></wm-icon>${this.t('social.open', this.names)}
        <span class="visually-hidden">${this.t('common.opensNewTab')}</span></wm-button
      >`
    const text =
      phase === 'ready'
        ? this.t('social.with', this.names)
        : phase === 'away'
          ? this.t('social.openAgain')
          : this.t('common.retry')
    return html`<wm-button data-key="main" variant=${phase === 'away' ? 'secondary' : 'primary'} @click=${() => this.begin()}
      >${text}</wm-button
    >`
  }
}
register('wm-connecting-social-view', WmConnectingSocialView)
