// The view that a chosen wallet opens: waiting for an installed wallet, the choice of a family of networks, or a code or link.
import type { Namespace } from '../../vocabulary/caip.js'
import type { Core } from '../../state/core.js'
import { createRouter } from '../../state/interface/router.js'
import type { View } from '../../vocabulary/view.js'
import { createWallets } from '../../state/wallets/wallets.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import type { InstalledWallet, Wallet } from '../../vocabulary/wallet.js'

type WalletView = Extract<View, { name: 'ConnectingExternal' | 'ConnectingMultiChain' | 'ConnectingWalletConnect' }>

/** The installed wallets behind `wallet`: one per family that the page has networks for, in the page's order. `only` narrows to one family. */
export function installedFor(core: Core, wallet: Wallet, only?: Namespace): readonly InstalledWallet[] {
  const families = only ? [only] : core.config.namespaces
  return families.flatMap((family) => wallet.installed.find(({ namespace }) => namespace === family) ?? [])
}

/** The view that a click on a wallet's row opens. `only` narrows to one family of networks. */
export function viewOf(core: Core, wallet: Wallet, only?: Namespace): WalletView {
  const [first, ...more] = installedFor(core, wallet, only)
  // Installed, but for other families only: connect by code or link, without those.
  if (!first)
    return { name: 'ConnectingWalletConnect', wallet: wallet.installed.length > 0 ? { ...wallet, installed: [] } : wallet }
  if (more.length > 0) return { name: 'ConnectingMultiChain', wallet }
  return { name: 'ConnectingExternal', wallet, namespace: first.namespace }
}

/** How long a click waits for the wallets of other ecosystems, whose code comes after the first view, ms. */
const SEARCH_LIMIT_MS = 1000

/**
 * Opens the view of `wallet`, and emits `SELECT_WALLET` to the page. A wallet that is clicked while wallets are still looked for waits for that, for a second
 * at most: it may have further ecosystems to choose from. Whoever leaves meanwhile has not chosen.
 */
export async function chooseWallet(core: Core, pressed: Wallet, only?: Namespace): Promise<void> {
  const { searching, find } = core.use(createWallets)
  const { $view } = core.use(createRouter)
  const { $open } = core.publicState
  const here = $view.get()
  if (searching) await withTimeout(searching, { ms: SEARCH_LIMIT_MS, signal: core.signal }).catch(() => undefined)
  if (core.signal.aborted || !$open.get() || $view.get() !== here) return
  const now = find(pressed.id)
  const has = ({ uid }: InstalledWallet) => now?.installed.some((other) => other.uid === uid)
  const wallet = now && (pressed.installed.length > 0 ? pressed.installed.every(has) : now.id === pressed.id) ? now : pressed
  const view = viewOf(core, wallet, only)
  const platform = installedFor(core, wallet, only).length > 0 ? 'browser' : 'qrcode'
  core.emit('event', { name: 'SELECT_WALLET', wallet: wallet.name, platform })
  goTo(core, view)
}

/** Opens `view`, unless it is open for the same wallet: a second click on a row adds nothing to the history. */
export function goTo(core: Core, view: WalletView): void {
  const { push, $view } = core.use(createRouter)
  const shown = $view.get()
  if (shown.name !== view.name || shown.wallet?.id !== view.wallet?.id) push(view)
}
