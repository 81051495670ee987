// Which wallets can be opened on this phone. Loaded on phones only.
import { browseHref, linkBase } from '../../vocabulary/device/deeplink.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { createDevice } from '../interface/device.js'

/**
 * Returns a function that tells whether a wallet can be opened: it is installed, has a link to its app or site, or opens this page in its own browser
 * (`browseHref`).
 */
export function createPhoneReach(core: Core): (wallet: Wallet) => boolean {
  const { config, deps } = core
  const { hints } = core.use(createDevice)
  const pageUrl = deps.window?.location.href ?? ''
  return (wallet) => {
    const { entry, installed } = wallet
    const links = [entry?.mobile_link, entry?.link_mode, entry?.webapp_link]
    return (
      installed.length > 0 ||
      links.some((link) => linkBase(link) !== undefined) ||
      config.namespaces.some((namespace) => browseHref(wallet, namespace, pageUrl, hints))
    )
  }
}
