// A Cosmos wallet behind a relay session as a `CosmosSigner` (WalletConnect's Cosmos methods, wire reference §6).
import type { ChainId } from '../../vocabulary/caip.js'
import type { WalletSession } from '../connector.js'
import { createSessionAccounts } from '../session-accounts.js'
import type { CosmosSigner } from './signer.js'

/** @param session grants at least one account on Cosmos */
export function createSessionSigner(session: WalletSession): CosmosSigner {
  const { ask, grants, ...rest } = createSessionAccounts(session, 'cosmos')
  return {
    ...rest,
    signAmino: ({ chain, address }, signDoc) =>
      ask(chain, { method: 'cosmos_signAmino', params: { signerAddress: address, signDoc } }),
    signDirect: ({ chain, address }, signDoc) =>
      ask(chain, { method: 'cosmos_signDirect', params: { signerAddress: address, signDoc } }),
    ...(grants('cosmos_getAccounts')
      ? { accountsOn: (chain: ChainId) => ask(chain, { method: 'cosmos_getAccounts', params: {} }) }
      : {}),
  }
}
