// Where a chosen wallet leads: to its window, to the choice of a network family, or to a code or link.
import type { Namespace } from '../../caip.js'
import type { Core } from '../../state/core.js'
import { createRouter } from '../../state/router.js'
import type { View } from '../../view.js'
import type { InstalledWallet, Wallet } from '../../wallet.js'

type WalletView = Extract<View, { name: 'ConnectingExternal' | 'ConnectingMultiChain' | 'ConnectingWalletConnect' }>

/** The channels of a wallet that this page has networks for, in the page's own order of families; one per family. */
export function channelsOf(core: Core, wallet: Wallet, only?: Namespace): readonly InstalledWallet[] {
  const families = only ? [only] : core.config.namespaces
  return families.flatMap((family) => wallet.installed.find(({ namespace }) => namespace === family) ?? [])
}

/** The view that a click on a wallet's row leads to. `only` narrows to one family. */
export function viewOf(core: Core, wallet: Wallet, only?: Namespace): WalletView {
  const [first, ...more] = channelsOf(core, wallet, only)
  // Installed, but not for what is wanted: a code or link it is, and no channel of another family.
  if (!first)
    return { name: 'ConnectingWalletConnect', wallet: wallet.installed.length > 0 ? { ...wallet, installed: [] } : wallet }
  if (more.length > 0) return { name: 'ConnectingMultiChain', wallet }
  return { name: 'ConnectingExternal', wallet, namespace: first.namespace }
}

/** Goes there, and tells the page. */
export function chooseWallet(core: Core, wallet: Wallet, only?: Namespace): void {
  const view = viewOf(core, wallet, only)
  const platform = channelsOf(core, wallet, only).length > 0 ? 'browser' : 'qrcode'
  core.emit('event', { name: 'SELECT_WALLET', wallet: wallet.name, platform })
  goTo(core, view)
}

/** Once: a second click on a row, while the view that it leads to is still on its way, adds nothing to the history. */
export function goTo(core: Core, view: WalletView): void {
  const { push, $view } = core.use(createRouter)
  const shown = $view.get()
  if (shown.name !== view.name || shown.wallet?.id !== view.wallet?.id) push(view)
}
