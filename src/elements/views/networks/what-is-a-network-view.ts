// Explains what a network is, in two points.
import { html } from 'lit'
import { createModal } from '../../../state/interface/modal.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import { pointList, type Point } from '../../templates/points.js'

const points: readonly Point[] = [
  { icon: 'network', heading: 'whatIsANetwork.place', text: 'whatIsANetwork.placeHint' },
  { icon: 'swap', heading: 'whatIsANetwork.many', text: 'whatIsANetwork.manyHint' },
]

/**
 * @summary Explains networks, with a button that goes back.
 */
export class WmWhatIsANetworkView extends WmView {
  static override styles = laterStyles

  override render() {
    return html`${pointList(points, this.t)}
      <div class="actions">
        <wm-button data-key="done" variant="secondary" @click=${() => this.use(createModal).back()}
          >${this.t('whatIsANetwork.action')}</wm-button
        >
      </div>`
  }
}
register('wm-what-is-a-network-view', WmWhatIsANetworkView)
