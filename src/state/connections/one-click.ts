// Signing in with the approval of a phone wallet, or with a login to the embedded wallet, in one step, where the page has the setting `siwx` (see `SignIns.request`).
import type { SignRequestPayload } from '../../connectors/connector.js'
import { walletError } from '../../vocabulary/errors.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import type { Core } from '../core.js'
import type { SignIns } from './sign-in.js'

/** Longest wait for the nonce of a page's server, in ms. A visitor waits for the code meanwhile, and can sign in afterwards. */
const NONCE_LIMIT_MS = 3_000

/** Loads what asks the wallet to sign in; undefined where the page does not want that, or it did not load: the visitor then signs in afterwards. */
export async function loadSignIns(core: Core): Promise<SignIns | undefined> {
  if (!core.config.siwx) return undefined
  try {
    const { createSignIns } = await import('./sign-in.js')
    return core.use(createSignIns)
  } catch (error) {
    core.deps.log.warn('the wallet is not asked to sign in', error)
    return undefined
  }
}

/** As `SignIns.request`, and undefined where the store does not answer in time. @throws WalletError ABORTED with the signal */
export async function requestSignIn(
  { deps }: Core,
  signIns: SignIns,
  signal: AbortSignal,
): Promise<SignRequestPayload | undefined> {
  const late = () => walletError('HTTP_TIMEOUT')
  try {
    return await withTimeout(signIns.request(), { ms: NONCE_LIMIT_MS, signal, late })
  } catch (error) {
    signal.throwIfAborted()
    deps.log.warn('the wallet is not asked to sign in', error)
    return undefined
  }
}
