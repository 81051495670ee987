// A window of its own for a site where the visitor goes for a while: the checkout page of a provider, or its login. Browsers open windows only within a click,
// so that it is opened blank and led to its address later.
import type { Core } from '../core.js'

/** Third argument of `window.open`; the size is that of the reference (wire reference §2.16). */
const POPUP_FEATURES = 'popup,width=600,height=800,scrollbars=yes'
/** How often a window is looked at, in ms: browsers do not tell that it was closed. */
const LOOK_EVERY_MS = 1_000

/** A blank window with a line of text; undefined where the browser allows none. Its document is not given a way back to this one. */
export function openPopup({ deps }: Core, note: string): Window | undefined {
  try {
    const popup = deps.window?.open('about:blank', '_blank', POPUP_FEATURES)
    if (!popup) return undefined
    popup.opener = null // `noopener` would give us no window to lead anywhere
    popup.document.title = note
    popup.document.body.textContent = note
    return popup
  } catch (error) {
    deps.log.debug('no window', error)
    return undefined
  }
}

/** Leads the window to `url`, which the caller has checked. False where there is none any more. */
export function leadPopup(popup: Window | undefined, url: string): boolean {
  if (!popup || popup.closed) return false
  popup.location.replace(url)
  return true
}

/**
 * Calls `act` once when the window is not to be seen any more: it was closed, or its site has cut it off from this one (COOP), which looks the same. While
 * the visitor is elsewhere they are taken to be there, so that it waits until they are back on this page. Returns what ends the looking.
 */
export function whenPopupGone({ deps }: Core, popup: Window, act: () => void): () => void {
  const timer = setInterval(() => {
    if (!popup.closed || deps.window?.document.hasFocus() === false) return
    clearInterval(timer)
    act()
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
