// When the code of the first open is loaded before a press: the visitor turns to a button of the page, or the browser is idle.
import type { ModalHandle } from '../../state/interface/handle.js'

/** The fields of the Network Information API (https://wicg.github.io/netinfo/) that `watchPreload` reads. Firefox and Safari do not have the API. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g'
}

/**
 * Calls `modal.preload` with `intent` when the visitor points at `button`, focuses or touches it, and with `idle` when the page has loaded, `button` is
 * in view and the browser is idle. The modal's setting `preload` decides what each call does. `signal` ends the watching.
 */
export function watchPreload(button: HTMLElement, modal: ModalHandle, signal: AbortSignal): void {
  for (const type of ['pointerenter', 'focusin', 'touchstart'])
    button.addEventListener(type, () => modal.preload('intent'), { once: true, passive: true, signal })

  const idle = () => {
    const { onLine, connection } = navigator as Navigator & { readonly connection?: Connection }
    const { saveData, effectiveType = '4g' } = connection ?? {}
    if (onLine && !saveData && effectiveType === '4g' && !document.hidden) modal.preload('idle')
  }
  const watch = () => {
    if (!globalThis.IntersectionObserver) return // a DOM for unit tests: nothing is in view
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      ;(globalThis.requestIdleCallback ?? setTimeout)(idle)
    })
    observer.observe(button)
    signal.addEventListener('abort', () => observer.disconnect())
  }
  if (document.readyState === 'complete') watch()
  else addEventListener('load', watch, { signal })
}
