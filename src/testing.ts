// `wallet-modal/testing`: mock wallets for the tests of applications.
import {
  type AnnouncedMockWallet,
  announceAnyMockWallet,
  type MockNamespace,
  type MockOptionsByNamespace,
  type MockWalletByNamespace,
} from './connectors/mock/port.js'
import type { MockWalletOptions } from './connectors/mock/wallet.js'
import { walletError } from './vocabulary/errors.js'
import { withTimeout } from './vocabulary/timeout.js'
import type { Core } from './state/core.js'
import type { WalletModal } from './wallet-modal.js'
import type { InstalledWallet } from './vocabulary/wallet.js'

export { createMockWallet, type MockWallet, type MockWalletOptions } from './connectors/mock/wallet.js'
export { mockConnector, type MockConnectorOptions } from './connectors/mock/connector.js'
export { announceMockWallet, type AnnouncedMockWallet } from './connectors/mock/port.js'
export type { MockOptionsByNamespace, MockWalletByNamespace } from './connectors/mock/port.js'
export type { MockControls, MockFailure, MockMisbehaviour } from './connectors/mock/controls.js'
export type { MockAccountsOptions, MockAccountsWallet } from './connectors/mock/accounts-wallet.js'

/** Milliseconds that the modal may take to find a wallet: it loads the code for that, and looks for some wallets more than once. */
const FINDING_LIMIT_MS = 10_000

/**
 * Disconnects the wallet that `modal` has in the namespace of `options`, puts a mock wallet into the page (`announceMockWallet`), and
 * connects the modal to it without clicks. Wallets of other namespaces stay connected. Needs a browser's `window`.
 * @returns the mock wallet, see `announceMockWallet`
 * @throws WalletError as `Connector.connect`, when `options` make the wallet refuse; `WALLET_NOT_FOUND` when the modal does not find it within
 * ten seconds, as in a page with fifty others, or where the code that finds it cannot be loaded: then it leaves the page again;
 * `CONFIG_INVALID` when the modal has no network of the namespace; as `modal.disconnect()` and `modal.start()`. TypeError as `announceMockWallet`
 */
export function connectMockWallet<N extends Exclude<MockNamespace, 'eip155'>>(
  modal: WalletModal,
  options: MockOptionsByNamespace[N] & { readonly namespace: N },
): Promise<MockWalletByNamespace[N]>
/** The same on EVM chains. */
export function connectMockWallet(modal: WalletModal, options?: MockWalletOptions): Promise<AnnouncedMockWallet>
/** The implementation of both. */
export async function connectMockWallet(
  modal: WalletModal,
  options: MockOptionsByNamespace[MockNamespace] = {},
): Promise<MockWalletByNamespace[MockNamespace]> {
  const namespace = options.namespace ?? 'eip155'
  await modal.disconnect({ namespace }) // also loads the reactions, which listen to connections
  const core = await modal.start()
  if (!core.config.namespaces.includes(namespace))
    throw walletError('CONFIG_INVALID', { details: { setting: 'networks', problem: `there is none of ${namespace}` } })
  const wallet = await announceAnyMockWallet(window, options)
  try {
    await connect(core, wallet.installed.uid)
  } catch (error) {
    wallet.stop() // nobody else has it
    throw error
  }
  return wallet
}

/** Connects to the wallet of the page that has this `uid`, once the modal finds it. @throws WalletError WALLET_NOT_FOUND; as `Connector.connect` */
async function connect(core: Core, wanted: string): Promise<void> {
  const port = await core.deps.connectors()
  const life = new AbortController()
  const finding = new Promise<InstalledWallet>((resolve) =>
    port.discover((wallets) => {
      const found = wallets.find(({ uid }) => uid === wanted)
      if (found) resolve(found)
    }, life.signal),
  )
  const late = () => walletError('WALLET_NOT_FOUND', { details: { wallet: wanted } })
  const installed = await withTimeout(finding, { ms: FINDING_LIMIT_MS, late }).finally(() => life.abort())
  // Not imported: a page that only makes mock wallets needs nothing of the modal.
  const { connectInstalled } = await core.deps.afterOpen()
  await connectInstalled(core, installed)
}
