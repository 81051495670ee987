// Another address for the embedded wallet: which one it is to be. The codes follow in views of their own.
import { html, type PropertyDeclarations } from 'lit'
import { createEmbeddedUser } from '../../../state/embedded/embedded-user.js'
import { createLoginCache } from '../../../state/embedded/login-cache.js'
import { createUpdateEmail } from '../../../state/embedded/update-email.js'
import { createRouter } from '../../../state/interface/router.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import '../../primitives/text-field.js'
import type { WmInputEvent } from '../../primitives/events.js'
import { errorText } from '../../lib/login-error-text.js'

/** An address of fewer characters cannot be whole (specification §2). */
const EMAIL_MIN_CHARACTERS = 4

/**
 * @summary A field for the new address, with the present one in it.
 */
export class WmUpdateEmailWalletView extends WmView {
  static override styles = [laterStyles]
  static override properties: PropertyDeclarations = { text: { state: true }, touched: { state: true } }

  private readonly user = this.watch((core) => core.use(createEmbeddedUser).$user)
  private readonly attempt = this.watch((core) => core.use(createUpdateEmail).start.$state)

  /** What the visitor has typed; undefined: nothing yet. */
  declare private text: string | undefined
  declare private touched: boolean

  private get current() {
    return this.user.value?.email ?? this.use(createLoginCache).email() ?? ''
  }

  protected override willUpdate() {
    if (!this.hasUpdated) this.use(createUpdateEmail).start.reset() // a failure of an earlier visit
  }

  override render() {
    const text = this.text ?? this.current
    const attempt = this.attempt.value
    const mayCancel = this.use(createRouter).$history.get().length > 1
    return html`<wm-text-field
        data-key="email"
        type="email"
        autocomplete="email"
        .label=${this.t('updateEmail.label')}
        .value=${text}
        .error=${attempt.status === 'failed' && !this.touched ? errorText(this.t, attempt.error) : undefined}
        ?readonly=${attempt.status === 'pending'}
        @wm-input=${this.type}
        @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && !event.isComposing && this.save()}
      ></wm-text-field>
      <div class="actions">
        <wm-button data-key="save" ?busy=${attempt.status === 'pending'} ?disabled=${!this.isChanged} @click=${this.save}
          >${this.t('updateEmail.save')}</wm-button
        >
        ${
          mayCancel
            ? html`<wm-button data-key="cancel" variant="secondary" @click=${() => this.use(createRouter).pop()}
                >${this.t('common.cancel')}</wm-button
              >`
            : ''
        }
      </div>`
  }

  private get isChanged() {
    const text = this.text?.trim() ?? ''
    return text.length >= EMAIL_MIN_CHARACTERS && text !== this.current
  }

  private type({ value }: WmInputEvent) {
    this.text = value
    this.touched = true
  }

  private save() {
    if (!this.isChanged || this.text === undefined) return
    const { push, $view } = this.use(createRouter)
    const from = $view.get()
    this.touched = false
    this.use(createUpdateEmail)
      .start(this.text)
      .then(
        (action) => {
          if ($view.get() !== from) return
          push({ name: action === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp' })
        },
        () => undefined, // shown from the operation's state
      )
  }
}
register('wm-update-email-wallet-view', WmUpdateEmailWalletView)
