// Finds what the first open does not look for: the Safe around the page, and wallets at globals of their own, as browsers inside of
// wallet apps have them. Loaded after the first view.
import type { Discover, FoundWallet } from '../connector.js'
import { lookAgain } from '../look-again.js'
import { peek } from '../peek.js'
import { discoverInjected } from './discover.js'
import { isFramed } from './framed.js'
import type * as Injected from './injected.js'

/** Where wallets put themselves; `injected.ts` reads them. */
const globals = ['ethereum', 'coinbaseWalletExtension', 'trustwallet', 'okxwallet', 'binancew3w', 'phantom', 'bitkeep']
const idsOf = (wallets: readonly FoundWallet[]) => wallets.map(({ wallet }) => wallet.id).join()

/**
 * As `discoverInjected`, and: a Safe that shows this page comes first; wallets at globals of their own come last, without those that
 * are found already. What no event tells of is looked for again in the first three seconds.
 */
export const discoverAll: Discover = (window, listener, signal) => {
  let found: readonly FoundWallet[] = []
  let safe: readonly FoundWallet[] = []
  let injected: typeof Injected | undefined
  let listed = ''
  const all = () => [...safe, ...found, ...(injected?.readGlobals(window, found) ?? [])]
  const report = () => {
    const wallets = all()
    listed = idsOf(wallets)
    listener(wallets)
  }
  discoverInjected(
    window,
    (wallets) => {
      found = wallets
      report()
    },
    signal,
  )
  if (signal.aborted) return

  const isNew = (object: unknown) => object !== undefined && found.every(({ provider }) => provider !== object)
  const look = async () => {
    if (!globals.some((name) => isNew(peek(window, name)))) return
    try {
      injected ??= await import('./injected.js')
    } catch {
      return // the next look imports it again
    }
    if (!signal.aborted && idsOf(all()) !== listed) report()
  }
  lookAgain(window, () => void look(), signal)
  if (isFramed(window))
    import('./safe.js')
      .then(({ findSafeWallet }) => findSafeWallet(window, signal))
      .then(
        (wallet) => {
          if (!wallet || signal.aborted) return
          safe = [wallet]
          report()
        },
        () => undefined, // offline: the page's other wallets are listed
      )
}
