// Which wallets can be opened from this phone. Loaded on phones only.
import { browseHref, linkBase } from '../deeplink.js'
import type { Wallet } from '../wallet.js'
import type { Core } from './core.js'
import { createDevice } from './device.js'

/** Installed ones, those with a link to an app or site, and those that open the page in their own browser. */
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
