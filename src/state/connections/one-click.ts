// Signing in with the approval of a phone wallet, in one step, where the page has the setting `siwx` (see `SignIns.request`).
import type { Core } from '../core.js'
import type { SignIns } from './sign-in.js'

/** Loads what asks the wallet to sign in; undefined where the page does not want that, or it did not load: the visitor then signs in afterwards. */
export async function loadSignIns(core: Core): Promise<SignIns | undefined> {
  if (!core.config.siwx) return undefined
  try {
    const { createSignIns } = await import('./sign-in.js')
    return core.use(createSignIns)
  } catch (error) {
    core.deps.log.warn('the phone wallet is not asked to sign in', error)
    return undefined
  }
}
