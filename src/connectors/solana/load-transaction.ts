// Loads the code for transactions with the first one.
import { unreachable } from '../../vocabulary/wallet-error.js'

/** @throws WalletError NETWORK_ERROR when it cannot be loaded */
export const loadTransaction = () => import('./transaction.js').catch(unreachable)
