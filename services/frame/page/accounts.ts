// The addresses of the wallet.
import { html } from 'lit/html.js'
import type { PageContext, Section } from './context.js'

const names = ['eip155', 'solana', 'bip122'] as const

export function createAccountsSection({ texts, user }: PageContext): Section {
  return {
    id: 'accounts',
    title: texts.accountsTitle,
    render() {
      const addresses = user().wallet?.addresses
      return html`<dl>
        ${names.map(
          (name) =>
            html`<dt>${texts[name]}</dt>
              <dd><bdi dir="ltr" class="address">${addresses?.[name]}</bdi></dd>`,
        )}
      </dl>`
    },
  }
}
