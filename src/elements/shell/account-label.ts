// The label of the connected account on a `wallet-*-button`: avatar, and name or short address.
import { html, type TemplateResult } from 'lit'
import { shortAddress } from '../../vocabulary/amount.js'
import type { Account } from '../../vocabulary/events.js'
import type { Core } from '../../state/core.js'
import '../primitives/avatar.js'
import type { ContentBase } from './button-content.js'

/** The label of an account, kept up to date with the account's identity. */
export interface AccountLabel {
  /** The avatar and the name, or the short address while no name is known. The first call starts the identity request. */
  content(account: Account): TemplateResult
  /** Stops following the identity. */
  stop(): void
}

/**
 * Makes the account label of one button; the Connect and the account button share it. `changed` runs when the identity has changed.
 * Without the `data` service there is no identity, and the label is the address.
 */
export function createAccountLabel(base: ContentBase, core: Core, changed: () => void): AccountLabel {
  let known: { readonly name: string | undefined; readonly avatar: string | undefined } | undefined
  let stop: (() => void) | undefined
  let isFollowed = false
  let ended = false

  /** Imports the identity part and subscribes to it, once, and only where the `data` service is configured. */
  const follow = async () => {
    if (isFollowed || core.config.services.data === undefined) return
    isFollowed = true
    try {
      const { createIdentity } = await import('../../state/account/identity.js')
      if (ended || core.signal.aborted) return
      stop = core.use(createIdentity).$identity.subscribe(({ value }) => {
        known = value
        changed()
      })
    } catch (error) {
      isFollowed = false // the next render loads the code again
      core.deps.log.warn('The identity did not load.', error)
    }
  }

  return {
    content({ address }) {
      void follow()
      const [before, after] = base.around('openAccount', 'name')
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
