// The namespaces of the page that a wallet supports.
import type { Namespace } from '../../vocabulary/caip.js'
import type { Core } from '../../state/core.js'
import { createWallets } from '../../state/wallets/wallets.js'
import type { Wallet } from '../../vocabulary/wallet.js'

/** The namespaces of the page for which the wallet's list entry names a chain. */
export function listedFamilies(core: Core, wallet: Wallet): readonly Namespace[] {
  return core.config.namespaces.filter((family) => wallet.entry?.chains?.some((chain) => chain.startsWith(`${family}:`)))
}

/**
 * Whether a wallet supports `family`: installed for it, listed with a chain of it, or on a phone by opening the page in its own browser. A listed wallet
 * without chains counts as supporting all.
 */
export function canServe(core: Core, wallet: Wallet, family: Namespace): boolean {
  if (wallet.installed.some(({ namespace }) => namespace === family)) return true
  if (core.use(createWallets).browses(wallet, family)) return true
  return wallet.entry !== undefined && (!wallet.entry.chains?.length || listedFamilies(core, wallet).includes(family))
}
