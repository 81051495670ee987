// What a list of wallets costs at least with Lit: a button that fetches one module, which shows a dialog. The times of the real pages are compared with its times.
import { css, html, LitElement } from 'lit'

class FloorButton extends LitElement {
  static override styles = css`
    button {
      min-block-size: 2.75em;
      padding: 0.375em 1.125em;
      border: 0;
      border-radius: 0.75em;
      background: #36c;
      color: #fff;
      font: 600 1em/1.25 system-ui;
    }
  `

  protected override render() {
    return html`<button type="button" @click=${() => void this.open()}>Connect</button>`
  }

  private async open() {
    const { FloorList } = await import('./list.js')
    document.body.append(new FloorList())
  }
}

customElements.define('floor-button', FloorButton)
