// Whether the wallet knows permissions (ERC-7715 by its older names). Wallets say so by a capability (EIP-5792), which asks nobody.
import { parseAccountId, type AccountId } from '../../vocabulary/caip.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createSigning } from '../connections/signing.js'
import type { Core } from '../core.js'

/** A wallet that has not answered by then has said nothing. In ms. */
const ANSWER_LIMIT_MS = 5_000

/**
 * A part: asks the wallet of an account. `undefined`: it does not say. Never prompts, never rejects.
 *
 * `wallet_revokePermissions` has the same name in EIP-2255, where some wallets end the whole connection whatever the parameters are: it must be sent for a
 * smart session only to a wallet for which this is true.
 */
export function createPermissionsSupport(core: Core): (account: AccountId) => Promise<boolean | undefined> {
  return async (account) => {
    const { address, chainId } = parseAccountId(account)
    const hex = `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
    try {
      const { readPermissionsSupport } = await import('../../api/permissions.js').catch(unreachable)
      const asked = core.use(createSigning).ask({ from: account, method: 'wallet_getCapabilities', params: [address, [hex]] })
      return readPermissionsSupport(await withTimeout(asked, { ms: ANSWER_LIMIT_MS, signal: core.signal }), hex)
    } catch {
      return undefined // many wallets have no capabilities
    }
  }
}
