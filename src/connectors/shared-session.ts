// One session for several connectors: each has a share of it, and it is released with the last.
import type { WalletSession } from './connector.js'

/** Returns a function that makes a share of the session for each of its connectors: the session is released with the last of them. */
export function sharesOf(session: WalletSession): () => WalletSession {
  let count = 0
  return () => {
    let isReleased = false
    count += 1
    return {
      ...session,
      get isOpen() {
        return session.isOpen && !isReleased
      },
      release() {
        if (isReleased) return
        isReleased = true
        count -= 1
        if (count === 0) session.release()
      },
    }
  }
}
