// The head of the card: a way back (or help, or the network), the title, a way out. The <h2> is slotted, because it must share a root with the dialog that it names.
import { css, html, nothing, type PropertyValues } from 'lit'
import { property } from 'lit/decorators.js'
import { HEADER_ANIMATION_MS } from '../../constants.js'
import { createModal } from '../../state/modal.js'
import { createNetworks } from '../../state/networks.js'
import { createRouter } from '../../state/router.js'
import { define } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import '../primitives/icon.js'
import '../primitives/icon-button.js'
import { animate } from '../styles/motion.js'

/**
 * @summary The head of a modal.
 * @slot - The `<h2>`.
 * @csspart header - The bar.
 * @csspart network - The chip that shows the network.
 */
@define('wm-header')
export class WmHeader extends WmTextElement {
  static override styles = css`
    header {
      display: grid;
      grid-template-columns: minmax(2.75em, auto) 1fr minmax(2.75em, auto);
      align-items: center;
      gap: 0.25em;
      min-block-size: 4em;
      padding: 0.625em 0.625em;
    }
    .title {
      min-inline-size: 0;
      text-align: center;
    }
    .network {
      display: flex;
      align-items: center;
      gap: 0.4em;
      max-inline-size: 9em;
      min-block-size: 2.25em;
      padding: 0.2em 0.5em 0.2em 0.35em;
      margin-inline-start: 0.375em;
      border: 1px solid var(--_wm-line);
      border-radius: 99em;
      background: var(--_wm-raised);
      color: var(--_wm-text);
    }
    .network > span {
      min-inline-size: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      font-size: 0.8125em;
    }
    .network wm-icon {
      --size: 0.875em;
      color: var(--_wm-text-3);
    }
    .network:hover {
      background: var(--_wm-hover);
    }
    @media (forced-colors: active) {
      .network {
        border-color: ButtonText;
      }
    }
  `

  private readonly history = this.watch((core) => core.use(createRouter).$history)
  private readonly network = this.watch((core) => core.use(createNetworks).$network)

  /** What stands on the left when there is nothing to go back to. */
  @property({ attribute: false }) accessor left: 'help' | 'network' | 'back' | undefined
  /** Whether there is a way out: a card in the page has none. */
  @property({ attribute: false }) accessor closable = true
  /** The title's text; a change of it is animated. */
  @property({ attribute: false }) accessor heading = ''

  protected override updated(changed: PropertyValues<this>) {
    const title = this.renderRoot.querySelector('.title')
    if (title && changed.get('heading')) void animate(title, [{ opacity: 0 }, { opacity: 1 }], HEADER_ANIMATION_MS)
  }

  protected override render() {
    return html`<header part="header">
      <div>${this.#start()}</div>
      <div class="title"><slot></slot></div>
      <div>
        ${
          this.closable
            ? html`<wm-icon-button
                part="close"
                name="close"
                label=${this.t('common.close')}
                @click=${() => this.use(createModal).close()}
              ></wm-icon-button>`
            : nothing
        }
      </div>
    </header>`
  }

  #start() {
    if (this.history.value.length > 1 || this.left === 'back') {
      return html`<wm-icon-button
        name="back"
        label=${this.t('common.back')}
        @click=${() => this.use(createModal).back()}
      ></wm-icon-button>`
    }
    if (this.left === 'help') {
      return html`<wm-icon-button
        name="help"
        data-key="help"
        label=${this.t('shell.help')}
        @click=${this.#help}
      ></wm-icon-button>`
    }
    const canSwitch = this.core.config.enableNetworkSwitch && this.core.config.networks.length > 1
    return this.left === 'network' && canSwitch ? this.#chip() : nothing
  }

  #chip() {
    void import('../primitives/network-icon.js').catch(() => undefined) // the name beside it says it all
    const { name, imageUrl } = this.network.value
    const [before, after] = this.t('shell.network', { chain: '\n' }).split('\n')
    return html`<button part="network" class="network" type="button" data-key="network" @click=${this.#networks}>
      <wm-network-icon size="sm" .name=${name} .src=${imageUrl}></wm-network-icon>
      <span
        ><span class="visually-hidden">${before}</span><bdi translate="no">${name}</bdi
        ><span class="visually-hidden">${after}</span></span
      ><wm-icon name="chevron-down"></wm-icon>
    </button>`
  }

  #help() {
    this.core.emit('event', { name: 'CLICK_WALLET_HELP' })
    this.use(createRouter).push({ name: 'WhatIsAWallet' })
  }

  #networks() {
    this.core.emit('event', { name: 'CLICK_NETWORKS' })
    this.use(createRouter).push({ name: 'Networks' })
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-header': WmHeader
  }
}
