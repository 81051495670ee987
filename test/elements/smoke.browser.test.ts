import { LitElement, html } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { expect, test } from 'vitest'

@customElement('x-smoke')
class XSmoke extends LitElement {
  @property() accessor name = 'x'
  override render() { return html`<b>${this.name}</b>` }
}
test('smoke', async () => {
  const el = new XSmoke(); document.body.append(el); el.name = 'y'
  await el.updateComplete
  expect(el.shadowRoot!.querySelector('b')!.textContent).toBe('y')
})
