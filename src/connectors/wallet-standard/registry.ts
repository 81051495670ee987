// Finds wallets by the Wallet Standard (https://github.com/wallet-standard/wallet-standard): a wallet registers itself when it is
// loaded, and again for each page script that says it is ready. Solana's wallets do so, and some of Bitcoin's.
import { attempt } from '../foreign-calls.js'
import { WALLETS_MAX_COUNT } from '../peek.js'

/**
 * Reports all registered wallets at once and again whenever one registers or unregisters, until `signal` ends. They are foreign
 * objects, unchecked. At most 50 are kept.
 */
export function watchRegistry(window: Window, listener: (wallets: readonly unknown[]) => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const registered = new Set<unknown>()
  let isFirstRound = true
  const report = () => {
    if (!isFirstRound && !signal.aborted) listener([...registered])
  }
  const register = (...wallets: readonly unknown[]) => {
    const added = new Set<unknown>()
    for (const wallet of wallets) {
      if (registered.size >= WALLETS_MAX_COUNT) break
      if (typeof wallet !== 'object' || wallet === null || registered.has(wallet)) continue
      registered.add(wallet)
      added.add(wallet)
    }
    if (added.size > 0) report()
    return () => {
      const before = registered.size
      for (const wallet of added) registered.delete(wallet)
      added.clear() // the wallet may register itself again, and call this twice
      if (registered.size < before) report()
    }
  }
  const api = Object.freeze({ register })
  const welcome = (event: Event) => void attempt(event, 'detail', api)
  window.addEventListener('wallet-standard:register-wallet', welcome, { signal })
  // Loaded wallets register before this returns.
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  isFirstRound = false
  report()
}
