// Which wallets can be opened on this phone. Loaded on phones only.
import type { Namespace } from '../../vocabulary/caip.js'
import { browseHref, linkBase } from '../../vocabulary/device/deeplink.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { createDevice } from '../interface/device.js'

/** How the wallets of a phone are reached. */
export interface PhoneReach {
  /** Whether a wallet can be opened: it is installed, has a link to its app or site, or a browser of its own (`browses`) for a namespace of the page. */
  reaches(wallet: Wallet): boolean
  /** Whether a wallet connects on `namespace` by opening this page in its own browser (`browseHref`). */
  browses(wallet: Wallet, namespace: Namespace): boolean
}

/** Reads the device and the address of the page once. */
export function createPhoneReach(core: Core): PhoneReach {
  const { config, deps } = core
  const { hints } = core.use(createDevice)
  const pageUrl = deps.window?.location.href ?? ''
  const browses = (wallet: Wallet, namespace: Namespace) => browseHref(wallet, namespace, pageUrl, hints) !== undefined
  return {
    reaches(wallet) {
      const { entry, installed } = wallet
      const links = [entry?.mobile_link, entry?.link_mode, entry?.webapp_link]
      return (
        installed.length > 0 ||
        links.some((link) => linkBase(link) !== undefined) ||
        config.namespaces.some((namespace) => browses(wallet, namespace))
      )
    },
    browses,
  }
}
