// Which ecosystems a wallet can serve on this page.
import type { Namespace } from '../../caip.js'
import type { Core } from '../../state/core.js'
import type { Wallet } from '../../wallet.js'

/** Families that the wallet's list entry names and this page has networks for. */
export function listedFamilies(core: Core, wallet: Wallet): readonly Namespace[] {
  return core.config.namespaces.filter((family) => wallet.entry?.chains?.some((chain) => chain.startsWith(`${family}:`)))
}

/** Whether a wallet can serve a family at all: installed for it, or listed for it. A wallet that names no chains may. */
export function serves(core: Core, wallet: Wallet, family: Namespace): boolean {
  if (wallet.installed.some(({ namespace }) => namespace === family)) return true
  return wallet.entry !== undefined && (!wallet.entry.chains?.length || listedFamilies(core, wallet).includes(family))
}
