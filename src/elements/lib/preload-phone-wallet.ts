// Loads the modules of the pairing view in parallel with the view; without this each module is requested only after the one that imports it.
import type { Core } from '../../state/core.js'
import { createPairing } from '../../state/connections/pairing.js'
import type { Wallet } from '../../vocabulary/wallet.js'

/**
 * Starts to load the code of a pairing with `wallet`, by default with any: the relay's client, and the parts of the view besides its own module. Fetches
 * files of the page only. Loads nothing where there is no relay, or the wallet cannot be paired with. Ignores failures: the view loads again what it needs.
 */
export function preloadPhoneWallet(core: Core, wallet?: Wallet): void {
  const { platforms, preload, browses } = core.use(createPairing)
  const available = platforms(wallet)
  const [first] = available
  const isBrowsed = wallet !== undefined && browses(wallet) // needs its link, and no relay
  if (first === 'browser' || first === 'unsupported' || !(isBrowsed || core.config.services.relay)) return
  if (!isBrowsed) preload()
  const parts: Promise<unknown>[] = [
    import('../icons/all.js'),
    import('../primitives/button.js'), // and with it what views share: one chunk, which the view's own imports
    import('../templates/pairing-outcome.js'),
  ]
  if (!wallet || first === 'qrcode') parts.push(import('../primitives/qr-encoder.js'))
  else parts.push(import('../templates/pairing-link.js'))
  if (available.length > 1) parts.push(import('../primitives/tabs.js'))
  for (const part of parts) part.catch(() => undefined)
}
