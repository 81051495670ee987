// All social logins that the page offers, as a list.
import { html } from 'lit'
import { when } from 'lit/directives/when.js'
import { isSignedIn } from '../../../state/embedded/embedded-user.js'
import { createAccounts } from '../../../state/connections/accounts.js'
import { offeredSocials } from '../../../state/embedded/offered.js'
import { socialNames } from '../../../vocabulary/social-names.js'
import { drawing, strokeStyles } from '../../icons/drawing.js'
import { socialMarks } from '../../icons/social-marks.js'
import { chooseSocial, socialView } from '../../lib/choose-social.js'
import { takenText } from '../../lib/taken-text.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { rowStyles } from '../../styles/row.js'
import { laterStyles } from '../../styles/view-more.js'
import { buttonRow } from '../../templates/button-row.js'
import '../../primitives/empty-state.js'

/**
 * @summary A row for each social login.
 */
export class WmConnectSocialsView extends WmView {
  static override styles = [laterStyles, rowStyles, strokeStyles]

  private readonly accounts = this.watch((core) => core.use(createAccounts).$all)

  override render() {
    const socials = offeredSocials(this.core.config)
    const isTaken = this.accounts.value.length > 0 && isSignedIn(this.core)
    if (socials.length === 0) return html`<wm-empty-state icon="info" .heading=${this.t('social.none')}></wm-empty-state>`
    return html`${when(isTaken, () => html`<p class="hint">${takenText(this.core, this.t)}</p>`)}
      <ul class="group" role="list" aria-label=${this.t('social.list')}>
        ${socials.map((social) =>
          buttonRow({
            key: `social:${social}`,
            picture: drawing(social, socialMarks[social], 'symbol'),
            label: socialNames[social],
            translate: 'no',
            disabled: isTaken,
            prepare: () => this.preload(socialView(social)),
            choose: () => chooseSocial(this.core, social),
          }),
        )}
      </ul>`
  }
}
register('wm-connect-socials-view', WmConnectSocialsView)
