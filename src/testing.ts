// `wallet-modal/testing`: mock wallets for the tests of applications.
import { type AnnouncedMockWallet, announceMockWallet } from './connectors/mock/port.js'
import type { MockWalletOptions } from './connectors/mock/wallet.js'
import type { WalletModal } from './wallet-modal.js'
import type { InstalledWallet } from './vocabulary/wallet.js'

export { createMockWallet, type MockFailure, type MockWallet, type MockWalletOptions } from './connectors/mock/wallet.js'
export { mockConnector, type MockConnectorOptions } from './connectors/mock/connector.js'
export { announceMockWallet, type AnnouncedMockWallet } from './connectors/mock/port.js'

/**
 * Disconnects `modal`, announces a mock wallet in the page (EIP-6963), and connects the modal to it without clicks. Needs a browser's `window`.
 * @returns the announced wallet, see `announceMockWallet`
 * @throws WalletError as `Connector.connect`, when `options` make the wallet refuse; as `modal.disconnect()` and `modal.start()`
 */
export async function connectMockWallet(modal: WalletModal, options: MockWalletOptions = {}): Promise<AnnouncedMockWallet> {
  await modal.disconnect() // also loads the reactions, which listen to connections
  const wallet = announceMockWallet(window, options)
  const core = await modal.start()
  const port = await core.deps.connectors()
  const life = new AbortController()
  const installed = await new Promise<InstalledWallet>((resolve) =>
    port.discover((wallets) => {
      const found = wallets.find(({ uid }) => uid === wallet.installed.uid)
      if (found) resolve(found)
    }, life.signal),
  ).finally(() => life.abort())
  // Not imported: a page that only makes mock wallets needs nothing of the modal.
  const { connectInstalled } = await core.deps.afterOpen()
  await connectInstalled(core, installed)
  return wallet
}
