// The content of `<wallet-network-button>`: the network's icon and name, or a warning.
import { css, html } from 'lit'
import { mayChooseNetwork } from '../../state/networks/networks.js'
import '../primitives/network-icon.js'
import { createContent } from './button-content.js'
import type { ButtonContentModule } from './wallet-button.js'

const styles = css`
  button:disabled {
    background: var(--_wm-raised);
    cursor: default;
  }
`

/** Makes the content of a network button. Disabled where `mayChooseNetwork` is false. */
export const create: ButtonContentModule['create'] = (host, core, changed) => {
  const base = createContent(host, core, changed, [styles])
  const { $network, $isUnsupported } = core.publicState
  return {
    state() {
      const network = $network.get()
      if (!network) return undefined
      const { language, direction } = base
      if ($isUnsupported.get()) return { language, direction, kind: 'warning', content: base.text('wrongNetwork') }
      const { name, imageUrl, caipNetworkId } = network
      const [before, after] = base.around('network', 'network')
      return {
        language,
        direction,
        kind: 'plain',
        disabled: !mayChooseNetwork(core),
        content: html`<wm-network-icon size="sm" .name=${name} .chain=${caipNetworkId} .src=${imageUrl}></wm-network-icon
          ><span
            ><span class="visually-hidden">${before}</span><span translate="no">${name}</span
            ><span class="visually-hidden">${after}</span></span
          >`,
      }
    },
    stop: () => base.stop(),
  }
}
