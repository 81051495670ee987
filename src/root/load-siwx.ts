// The way from the state to the code of signing in, which only pages with the setting `siwx` load.
import { unreachable } from '../vocabulary/wallet-error.js'

/** Loads the code. @throws WalletError NETWORK_ERROR; the next call tries again */
export const loadSiwx = () => import('../siwx/for-modal.js').catch(unreachable)
