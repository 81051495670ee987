// The wallets that live in this page, as they announce themselves: all that the first view needs to know of wallets.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { displayName } from '../display-name.js'
import { isImageUrl } from '../image-url.js'
import type { InstalledWallet, Wallet } from '../wallet.js'
import type { Core } from './core.js'

/** A part: those of the configured namespaces, from the first reader on and for the life of the core. */
export function createInstalled(core: Core): ReadableAtom<readonly InstalledWallet[]> {
  const $installed = atom<readonly InstalledWallet[]>([])
  const { namespaces } = core.config
  const found = (wallets: readonly InstalledWallet[]) =>
    core.signal.aborted || $installed.set(wallets.filter(({ namespace }) => namespaces.includes(namespace)))
  core.deps
    .connectors()
    .then((port) => core.signal.aborted || port.discover(found, core.signal))
    .catch((error: unknown) => core.deps.log.error('wallets of this browser could not be looked for', error)) // lists and codes still work
  return readonlyType($installed)
}

/** The row of an installed wallet that nothing else is known of. */
export function fromInstalled(installed: InstalledWallet): Wallet {
  const { id, rdns, name } = installed
  const icon = safeIcon(installed.icon)
  return {
    id,
    name: displayName(name) ?? id,
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    installed: [installed],
    certified: false,
    recent: false,
  }
}

/** Pictures that an `<img>` may load. */
export function safeIcon(url: string | null | undefined): string | undefined {
  return url && isImageUrl(url) ? url : undefined
}
