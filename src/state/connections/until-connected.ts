// Waiting for an account, for what a page asks of the visitor.
import { walletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'

/** Resolves when an account is connected. @throws WalletError MODAL_CLOSED, DESTROYED */
export function untilConnected(core: Core): Promise<void> {
  const { $account } = core.publicState
  if ($account.get()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      for (const stop of stops) stop()
      core.signal.removeEventListener('abort', destroyed)
      act()
    }
    const destroyed = () => end(() => reject(walletError('DESTROYED')))
    const stops = [
      $account.listen((account) => account && end(resolve)),
      core.on('close', () => end(() => reject(walletError('MODAL_CLOSED')))),
    ]
    core.signal.addEventListener('abort', destroyed)
  })
}
