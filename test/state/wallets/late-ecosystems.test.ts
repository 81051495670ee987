// Wallets of ecosystems whose row of the table comes with the chunk after the first view, in a page where no wallet stands in that view.
import { expect, test, vi } from 'vitest'
import type { ConnectorPort, ConnectorRows } from '../../../src/connectors/connector.js'
import { createConnectorPort } from '../../../src/connectors/wallet-port.js'
import { namespaceRows } from '../../../src/root/namespaces.js'
import { createConnectRows } from '../../../src/state/wallets/connect-rows.js'
import { createWallets } from '../../../src/state/wallets/wallets.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createTestCore } from '../../support/core.js'
import { createKeypairWallet, register } from '../../support/solana-wallet.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { createTestWindow } from '../../support/window.js'

test.each([
  ['no rule of the page', {}],
  ['a wallet of the page', { customWallets: [{ id: 'cedar', name: 'Cedar', mobile_link: 'cedar://' }] }],
])('are looked for when the table is complete, however early the rows are asked for: %s', async (_, config) => {
  const { window } = createTestWindow()
  register(window, createKeypairWallet().wallet)
  const rows: { -readonly [Name in keyof ConnectorRows]: ConnectorRows[Name] } = {} // as `root/loaded-modal.ts` has it
  const life = new AbortController()
  let bring = () => {}
  const chunk = new Promise<void>((resolve) => (bring = resolve))
  const { core } = createTestCore({
    config: { networks: [mainnet, solana], ...config },
    connectors: createConnectorPort(window, { rows, namespaces: ['eip155', 'solana'], signal: life.signal }),
    window,
    afterOpen: async () => {
      const module = await import('../../../src/root/after-open.js')
      await chunk
      Object.assign(rows, namespaceRows)
      return module
    },
  })
  const { $rows, complete } = core.use(createConnectRows)
  const stop = $rows.subscribe(() => undefined)
  const completed = complete()
  await import('../../../src/state/wallets/wallets.js') // comes first where it is a file of its own
  await new Promise((settled) => setImmediate(settled))
  bring()
  await completed
  await vi.waitFor(() => expect($rows.get().detected.map(({ name }) => name)).toEqual(['Keys']))
  stop()
  life.abort()
})

test('wallets that only the first search has found stand beside those of the second, and hide none', async () => {
  const first = Array.from({ length: 3 }, (_, index) => new ScriptedWallet({ id: `first-${index}`, name: `First ${index}` }))
  const keys = new ScriptedWallet({ id: 'keys', name: 'Keys', namespace: 'solana' })
  const again = new ScriptedWallet({ id: 'first-0', name: 'First 0' })
  const searches = [first, [again, keys]]
  const port = createScriptedPort()
  const discover: ConnectorPort['discover'] = (listener) => listener((searches.shift() ?? []).map(({ installed }) => installed))
  const { core } = createTestCore({ config: { networks: [mainnet, solana] }, connectors: { ...port, discover } })
  const { $installed } = core.use(createWallets)
  const stop = $installed.subscribe(() => undefined)
  await vi.waitFor(() => expect($installed.get().map(({ name }) => name)).toEqual(['First 0', 'Keys', 'First 1', 'First 2']))
  stop()
})
