// What a network is, in two points.
import { html } from 'lit'
import { createModal } from '../../state/modal.js'
import { define } from '../lib/define.js'
import { WmView } from '../lib/element.js'
import { laterStyles } from '../styles/view-more.js'
import '../primitives/button.js'
import '../primitives/all-icons.js'

const points = [
  { icon: 'network', heading: 'whatIsANetwork.place', text: 'whatIsANetwork.placeHint' },
  { icon: 'swap', heading: 'whatIsANetwork.many', text: 'whatIsANetwork.manyHint' },
] as const

/**
 * @summary Explains networks, and leads back to where the question came up.
 */
@define('wm-what-is-a-network-view')
export class WmWhatIsANetworkView extends WmView {
  static override styles = laterStyles

  override render() {
    return html`<ul class="points" role="list">
        ${points.map(
          ({ icon, heading, text }) =>
            html`<li>
              <wm-icon name=${icon}></wm-icon>
              <div>
                <h3>${this.t(heading)}</h3>
                <p class="hint">${this.t(text)}</p>
              </div>
            </li>`,
        )}
      </ul>
      <div class="actions">
        <wm-button data-key="done" variant="secondary" @click=${() => this.use(createModal).back()}
          >${this.t('whatIsANetwork.action')}</wm-button
        >
      </div>`
  }
}
