// A native dialog with a title and a row for each wallet that announces itself. It can be closed, and nothing more.
import { css, html, LitElement } from 'lit'

interface Announced {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string }
}

export class FloorList extends LitElement {
  static override properties = { wallets: { state: true } }
  static override styles = css`
    dialog {
      inline-size: 22.5em;
      padding: 1em;
      border: 1px solid #ccc;
      border-radius: 1.5em;
      font: 1em/1.375 system-ui;
    }
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    button {
      display: flex;
      align-items: center;
      gap: 0.75em;
      inline-size: 100%;
      min-block-size: 3.5em;
      border: 0;
      background: none;
      font: inherit;
    }
    img {
      inline-size: 2.5em;
      block-size: 2.5em;
    }
  `

  declare private wallets: readonly Announced[]

  constructor() {
    super()
    this.wallets = []
  }

  override connectedCallback() {
    super.connectedCallback()
    addEventListener('eip6963:announceProvider', this.add)
    dispatchEvent(new Event('eip6963:requestProvider'))
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    removeEventListener('eip6963:announceProvider', this.add)
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  private readonly add = (event: Event) => {
    const { detail } = event as CustomEvent<Announced> // EIP-6963 says what it carries
    if (this.wallets.every(({ info }) => info.uuid !== detail.info.uuid)) this.wallets = [...this.wallets, detail]
  }

  protected override render() {
    return html`<dialog aria-labelledby="title" @close=${() => this.remove()}>
      <h2 id="title">Connect a wallet</h2>
      <ul>
        ${this.wallets.map(
          ({ info }) =>
            html`<li>
              <button type="button"><img alt="" src=${info.icon} /><span>${info.name}</span></button>
            </li>`,
        )}
      </ul>
    </dialog>`
  }
}

customElements.define('floor-list', FloorList)
