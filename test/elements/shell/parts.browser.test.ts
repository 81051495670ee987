// Every part that `<wallet-modal>` hands out is there for a page's style sheet, through all the shadow roots between.
import { afterEach, expect, test, vi } from 'vitest'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { mountModal, unmountModals } from '../../support/modal-page.js'

const styles = document.createElement('style')
afterEach(() => {
  unmountModals()
  styles.remove()
})

/** An element and all in it, through shadow roots. */
function* everything(element: Element): Generator<Element> {
  yield element
  for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) yield* everything(child)
}

test('each part takes the rules of the page', async () => {
  const wallet = createMockWallet({ name: 'Alpha Wallet', rdns: 'example.alpha' })
  const modal = mountModal({ networks: [mainnet, base], termsUrl: 'https://shop.example/terms' }, { wallets: [wallet] })
  await modal.open('Connect')
  const parts = modal.element.shadowRoot?.querySelector('wm-dialog')?.getAttribute('exportparts')?.split(', ') ?? []
  expect(parts.length).toBeGreaterThan(5)
  styles.textContent = parts.map((part, index) => `wallet-modal::part(${part}) { outline-color: rgb(1, 2, ${index}) }`).join('\n')
  document.head.append(styles)
  /** What the rule of each part has found. */
  const found = () => {
    const colours = new Set([...everything(modal.element)].map((element) => getComputedStyle(element).outlineColor))
    return parts.filter((_, index) => colours.has(`rgb(1, 2, ${index})`))
  }

  await vi.waitFor(() => expect(found()).toContain('footer'))
  const seen = new Set(found())
  modal.core.use(createAccounts)
  await modal.core.use(createConnection).connect(wallet.installed)
  await modal.open('Account')
  modal.core.use(createNotices).show('error', 'UNKNOWN')
  await vi.waitFor(() => {
    for (const part of found()) seen.add(part)
    expect([...seen].sort()).toEqual([...parts].sort())
  })
})
