// `<wallet-provider>`: the elements inside it belong to its modal, however deep they stand.
import { css, html } from 'lit'
import { property } from 'lit/decorators.js'
import type { ModalHandle } from '../../state/handle.js'
import { WmElement } from '../lib/base.js'
import { define } from '../lib/define.js'
import { MODAL_READY, type ModalHolder } from '../lib/find-modal.js'

/**
 * @summary Says which modal the elements inside belong to.
 * @slot - Anything.
 */
@define('wallet-provider')
export class WalletProvider extends WmElement {
  static override styles = css`
    :host {
      display: contents;
    }
  `

  /** Id of a `<wallet-modal>`. */
  @property() accessor for: string | undefined
  #modal: ModalHandle | undefined

  /** The modal; given, or that of the element which `for` names. */
  get modal(): ModalHandle | undefined {
    if (this.#modal !== undefined || this.for === undefined) return this.#modal
    const holder: ModalHolder | null = this.ownerDocument.getElementById(this.for)
    return holder?.modal
  }
  set modal(modal: ModalHandle | undefined) {
    this.#modal = modal
    this.ownerDocument.dispatchEvent(new Event(MODAL_READY))
  }

  protected override render() {
    return html`<slot></slot>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-provider': WalletProvider
  }
}
