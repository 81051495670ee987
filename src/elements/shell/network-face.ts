// The face of `<wallet-network-button>`.
import { css, html } from 'lit'
import { mayChooseNetwork } from '../../state/networks.js'
import '../primitives/network-icon.js'
import { createFace, faceStyles } from './button-face.js'
import type { ButtonFaceModule } from './page-button.js'

export const styles = [
  ...faceStyles,
  css`
    button:disabled {
      background: var(--_wm-raised);
      cursor: default;
    }
  `,
]

export const create: ButtonFaceModule['create'] = (host, core, changed) => {
  const face = createFace(host, core, changed)
  const { $network, $isUnsupported } = core.session
  return {
    state() {
      const network = $network.get()
      if (!network) return undefined
      const base = { language: face.language, direction: face.direction }
      if ($isUnsupported.get()) return { ...base, kind: 'warning', content: face.text('wrongNetwork') }
      const { name, imageUrl, caipNetworkId } = network
      const [before, after] = face.around('network', 'network')
      return {
        ...base,
        kind: 'plain',
        disabled: !mayChooseNetwork(core),
        content: html`<wm-network-icon size="sm" .name=${name} .chain=${caipNetworkId} .src=${imageUrl}></wm-network-icon
          ><span
            ><span class="visually-hidden">${before}</span><span translate="no">${name}</span
            ><span class="visually-hidden">${after}</span></span
          >`,
      }
    },
    stop: () => face.stop(),
  }
}
