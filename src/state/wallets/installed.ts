// The wallets that are installed in this browser, as they announce themselves to the page: all that the first view needs to know of wallets.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { displayName } from '../../vocabulary/display-name.js'
import { isImageUrl } from '../../vocabulary/image-url.js'
import type { InstalledWallet, Wallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'

/** A part: the installed wallets of the configured namespaces. Looks for them from its first use to the end of the core. */
export function createInstalled(core: Core): ReadableAtom<readonly InstalledWallet[]> {
  const $installed = atom<readonly InstalledWallet[]>([])
  const { namespaces } = core.config
  const found = (wallets: readonly InstalledWallet[]) =>
    core.signal.aborted || $installed.set(wallets.filter(({ namespace }) => namespaces.includes(namespace)))
  core.deps
    .connectors()
    .then((port) => core.signal.aborted || port.discover(found, core.signal))
    .catch((error: unknown) => core.deps.log.error('wallets were not looked for', error)) // lists and codes still work
  return readonlyType($installed)
}

/** The row of an installed wallet, made of what the wallet announces. */
export function fromInstalled(installed: InstalledWallet): Wallet {
  const { id, name, rdns } = installed
  const icon = safeIcon(installed.icon)
  return {
    id,
    name: displayName(name) ?? id,
    ...(icon && { icon }),
    ...(rdns && { rdns }),
    installed: [installed],
    certified: false,
    recent: false,
  }
}

/** The url, if `isImageUrl` allows it in an `<img>`; else undefined. */
export function safeIcon(url: string | null | undefined): string | undefined {
  return url && isImageUrl(url) ? url : undefined
}
