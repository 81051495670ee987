// `wallet-modal/testing`: wallets without people, for the tests of applications.
import { type AnnouncedMockWallet, announceMockWallet } from './connectors/mock/port.js'
import type { MockWalletOptions } from './connectors/mock/wallet.js'
import { createConnection } from './state/connection.js'
import type { WalletModal } from './wallet-modal.js'
import type { InstalledWallet } from './wallet.js'

export { createMockWallet, type MockFailure, type MockWallet, type MockWalletOptions } from './connectors/mock/wallet.js'
export { mockConnector, type MockConnectorOptions } from './connectors/mock/connector.js'
export { announceMockWallet, type AnnouncedMockWallet } from './connectors/mock/port.js'

/**
 * Announces a mock wallet in the page and connects `modal` to it, without clicks; what was connected before is left.
 * @throws WalletError as `modal.connect()`
 */
export async function connectMockWallet(modal: WalletModal, options: MockWalletOptions = {}): Promise<AnnouncedMockWallet> {
  await modal.disconnect() // also brings all that listens to a connection
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
  await core.use(createConnection).connect(installed)
  return wallet
}
