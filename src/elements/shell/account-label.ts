// The connected account on a button of the page: its picture, and its name or else its short address.
import { html, type TemplateResult } from 'lit'
import { shortAddress } from '../../amount.js'
import type { Account } from '../../events.js'
import type { Core } from '../../state/core.js'
import '../primitives/avatar.js'
import type { FaceBase } from './button-face.js'

export interface AccountLabel {
  content(account: Account): TemplateResult
  stop(): void
}

export function createAccountLabel(face: FaceBase, core: Core, changed: () => void): AccountLabel {
  let known: { readonly name: string | undefined; readonly avatar: string | undefined } | undefined
  let stop: (() => void) | undefined
  let isFollowed = false
  let ended = false

  /** Its code comes with the first account, and only where somebody could know a name. */
  const follow = async () => {
    if (isFollowed || core.config.services.data === undefined) return
    isFollowed = true
    const { createIdentity } = await import('../../state/identity.js')
    if (ended || core.signal.aborted) return
    stop = core.use(createIdentity).$identity.subscribe(({ value }) => {
      known = value
      changed()
    })
  }

  return {
    content({ address }) {
      void follow()
      const [before, after] = face.around('openAccount', 'name')
      const short = html`<bdi dir="ltr" translate="no">${shortAddress(address)}</bdi>`
      const name = known?.name
      return html`<wm-avatar size="sm" .address=${address} .src=${known?.avatar}></wm-avatar
        ><span class="address"
          ><span class="visually-hidden">${before}</span>${
            name === undefined
              ? short
              : html`<bdi class="name" translate="no">${name}</bdi><span class="visually-hidden"> ${short}</span>`
          }<span class="visually-hidden">${after}</span></span
        >`
    },
    stop() {
      ended = true
      stop?.()
    },
  }
}
