// Looking for wallets whose arrival in the page no event tells of.

/** When to look again, ms. */
const LOOKS_AFTER_MS = [250, 1_000, 3_000]

/** Calls `look` now, with the page's `load`, and three times within the first three seconds, until `signal` ends. */
export function lookAgain(window: Window, look: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  look()
  if (window.document.readyState !== 'complete') window.addEventListener('load', look, { signal, once: true })
  const timers = LOOKS_AFTER_MS.map((ms) => setTimeout(look, ms))
  signal.addEventListener('abort', () => timers.forEach(clearTimeout), { once: true })
}
