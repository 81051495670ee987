// Consent to the page's terms: asked for where the page wants it, and before a view that connects, however that is opened.
import { expect, test } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { createConsent } from '../../../src/state/interface/consent.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import type { View } from '../../../src/vocabulary/view.js'
import { createTestCore } from '../../support/core.js'
import { testRows } from '../../support/rows.js'

const wallet = { id: 'acme', name: 'Acme', installed: [], certified: false, recent: false }
const connecting: View[] = [
  { name: 'ConnectingWalletConnect' },
  { name: 'ConnectingWalletConnectBasic' },
  { name: 'ConnectingExternal', wallet },
  { name: 'ConnectingMultiChain', wallet },
]
const asks: ModalConfig = { termsUrl: 'https://shop.example/terms', features: { legalCheckbox: true } }

function open(config: ModalConfig, view: View, isOpen = false) {
  const { core } = createTestCore({ config })
  const modal = core.use(createModal)
  if (isOpen) modal.open()
  modal.open(view)
  return { consent: core.use(createConsent), modal, shown: () => core.use(createRouter).$view.get() }
}

testRows(connecting)('$name opens at Connect until consent is given', (view) => {
  for (const isOpen of [false, true]) {
    const { consent, modal, shown } = open(asks, view, isOpen)
    expect(shown()).toEqual({ name: 'Connect' })
    consent.give(true)
    modal.open(view)
    expect(shown()).toBe(view)
  }
})

test.each<[string, ModalConfig]>([
  ['no consent is asked for', { termsUrl: 'https://shop.example/terms' }],
  ['there is nothing to consent to', { features: { legalCheckbox: true } }],
])('where %s, any view is opened', (_case, config) => {
  for (const view of connecting) expect(open(config, view).shown()).toBe(view)
})

test('views that connect nothing are opened all the same', () => {
  for (const name of ['GetWallet', 'Networks', 'AllWallets'] as const) expect(open(asks, { name }).shown().name).toBe(name)
})
