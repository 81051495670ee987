// Signing in with Farcaster: a code for the phone that has it; on that phone itself a button that opens it.
import { html } from 'lit'
import { createSocialLogin } from '../../../state/embedded/social-login.js'
import { createNotices } from '../../../state/interface/notices.js'
import { isPhone } from '../../../state/interface/phone.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { SocialView } from '../../lib/social-view.js'
import '../../primitives/copy-button.js'
import '../../primitives/qr-code.js'

/**
 * @summary The code of a login with Farcaster, or the button that opens its app.
 */
export class WmConnectingFarcasterView extends SocialView {
  declare view: ViewNamed<'ConnectingFarcaster'>

  protected get social() {
    return 'farcaster' as const
  }

  protected override willUpdate() {
    if (!this.hasUpdated) this.begin()
  }

  protected begin() {
    this.use(createSocialLogin).begin('farcaster')
  }

  override render() {
    const { phase, url, error } = this.run ?? {}
    if (phase === 'finishing') return this.finishing()
    if (phase === 'failed' && error) return this.failure(error)
    return isPhone(this.core) ? this.app(url) : this.code(url)
  }

  private code(url: string | undefined) {
    return html`<div class="stack" aria-busy=${url === undefined ? 'true' : 'false'}>
        <div class="over">
          <wm-qr-code .uri=${url} .label=${this.t('social.code')}></wm-qr-code>
        </div>
        <p class="hint center">${this.t(url === undefined ? 'social.preparing' : 'social.scan')}</p>
      </div>
      <div class="actions">${this.copy(url)}</div>`
  }

  private app(url: string | undefined) {
    return html`<div class="center hero" aria-busy=${url === undefined ? 'true' : 'false'}>
        ${this.mark(url === undefined)}
        <h3>${this.t('social.ready', this.names)}</h3>
        <p class="hint">${this.t('social.phoneHint')}</p>
      </div>
      <div class="actions">
        <wm-button data-key="main" .href=${url} target="_blank" ?busy=${url === undefined}
          >${this.t('social.open', this.names)} <span class="visually-hidden">${this.t('common.opensNewTab')}</span></wm-button
        >
        ${this.copy(url)}
      </div>`
  }

  private copy(url: string | undefined) {
    return html`<wm-copy-button
      data-key="copy"
      ?disabled=${url === undefined}
      .value=${url ?? ''}
      .label=${this.t('common.copyLink')}
      @wm-copied=${() => this.use(createNotices).show('success', 'copied')}
      @wm-copy-failed=${() => this.use(createNotices).show('error', 'copyFailed')}
    ></wm-copy-button>`
  }
}
register('wm-connecting-farcaster-view', WmConnectingFarcasterView)
