// A Bitcoin wallet behind a relay session as a `BitcoinSigner` (WalletConnect's Bitcoin methods, wire reference §6).
import * as z from 'zod/mini'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { WalletSession } from '../connector.js'
import { createSessionAccounts } from '../session-accounts.js'
import { decodeAddress } from './address.js'
import { base64, type BitcoinSigner, fromBase64 } from './signer.js'

const signatureSchema = z.object({ signature: z.string() })
const psbtSchema = z.object({ psbt: z.optional(z.string()), txid: z.optional(z.string()) })
const transferSchema = z.object({ txid: z.string() })

/** @param session grants at least one account on Bitcoin */
export function createSessionSigner(session: WalletSession): BitcoinSigner {
  const {
    ask,
    grants: _,
    ...rest
  } = createSessionAccounts(session, 'bip122', (address) => {
    const type = decodeAddress(address)?.type
    return { purpose: 'payment', ...(type ? { type } : {}) }
  })
  const askFor = ({ chain, address }: GrantedAccount, method: string, params: object) =>
    ask(chain, { method, params: { account: address, ...params } })
  return {
    ...rest,
    signMessage: async (account, message, protocol) =>
      signatureSchema.safeParse(await askFor(account, 'signMessage', { message, address: account.address, protocol })).data
        ?.signature,
    async signPsbt(account, { psbt, inputs, broadcast }) {
      const answer = await askFor(account, 'signPsbt', { psbt: base64.encode(psbt), signInputs: inputs, broadcast })
      const { psbt: signed, txid } = psbtSchema.safeParse(answer).data ?? {}
      return { psbt: fromBase64(signed), txid }
    },
    sendTransfer: async (account, to, amount) =>
      transferSchema.safeParse(await askFor(account, 'sendTransfer', { recipientAddress: to, amount: String(amount) })).data
        ?.txid,
  }
}
