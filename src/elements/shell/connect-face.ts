// The face of `<wallet-connect-button>`: connecting, connected, on a network that the page does not know.
import { html } from 'lit'
import { shortAddress } from '../../amount.js'
import { createAccountLabel } from './account-label.js'
import { createFace, faceStyles } from './button-face.js'
import type { ButtonFaceModule, ButtonState } from './page-button.js'
import type { WalletConnectButton } from './connect-button.js'

export const styles = faceStyles

export const create: ButtonFaceModule['create'] = (host, core, changed) => {
  const face = createFace(host, core, changed)
  const named = createAccountLabel(face, core, changed)
  const { $status, $account, $isUnsupported } = core.session

  const content = (failure: string | undefined): Pick<ButtonState, 'kind' | 'content'> => {
    const account = $account.get()
    if (account && $isUnsupported.get()) return { kind: 'warning', content: face.text('wrongNetwork') }
    if (account) return { kind: 'plain', content: named.content(account) }
    const status = $status.get()
    if (status === 'connecting' || status === 'reconnecting')
      return { kind: 'accent', content: html`<span class="ring"></span>${face.text('connecting')}` }
    const { label } = host as WalletConnectButton // the only element that loads this face
    return { kind: 'accent', content: failure ?? label ?? face.text('connect') }
  }

  return {
    state(hasFailed) {
      const account = $account.get()
      const failure = hasFailed ? face.text('failed') : undefined
      const said = account ? face.text('connectedAs', { name: shortAddress(account.address) }) : failure
      return { ...content(failure), said, language: face.language, direction: face.direction }
    },
    stop() {
      named.stop()
      face.stop()
    },
  }
}
