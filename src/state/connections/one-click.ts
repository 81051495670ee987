// Signing in with the approval of a phone wallet, in one step, where the page has the setting `siwx` (see `SignIns.request`). A failure here costs
// nothing: the visitor signs in afterwards.
import type { RelaySession, SignRequestPayload } from '../../connectors/connector.js'
import type { Core } from '../core.js'
import type { SignIns } from './sign-in.js'

async function signInsOf(core: Core): Promise<SignIns | undefined> {
  if (!core.config.siwx) return undefined
  const { createSignIns } = await import('./sign-in.js')
  return core.use(createSignIns)
}

/** What a phone wallet is asked to sign; undefined where it is not. Never rejects. */
export async function signInRequest(core: Core): Promise<SignRequestPayload | undefined> {
  try {
    return await (await signInsOf(core))?.request()
  } catch (error) {
    core.deps.log.warn('the phone wallet is not asked to sign in', error)
    return undefined
  }
}

/** Keeps what the wallet of a session has signed. Never rejects. */
export async function takeSigned(core: Core, { signed = [] }: RelaySession): Promise<void> {
  if (signed.length === 0) return
  try {
    await (await signInsOf(core))?.take(signed)
  } catch (error) {
    core.deps.log.warn('the signature that came with the approval was refused', error)
  }
}
