// A Bitcoin wallet behind a relay session as a `BitcoinSigner` (WalletConnect's Bitcoin methods, wire reference §6).
import * as z from 'zod/mini'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { WalletSession } from '../connector.js'
import { createSessionAccounts } from '../session-accounts.js'
import { malformed, parse, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { decodeAddress } from './address.js'
import { base64, type BitcoinSigner, requireSigner } from './signer.js'

const addressesSchema = z.array(
  z.object({
    address: z.string().check(z.maxLength(100)),
    publicKey: z.optional(z.string().check(z.regex(/^[\da-f]{64,130}$/i))),
    path: z.optional(z.string().check(z.maxLength(100))),
    intention: z.optional(z.enum(['payment', 'ordinal'])),
  }),
)
const ADDRESSES_MAX_COUNT = 256

/** @param session grants at least one account on Bitcoin */
export function createSessionSigner(session: WalletSession): BitcoinSigner {
  const { ask, grants, ...rest } = createSessionAccounts(session, 'bip122', (address) => {
    const type = decodeAddress(address)?.type
    return { purpose: 'payment', ...(type ? { type } : {}) }
  })
  const askFor = ({ chain, address }: GrantedAccount, method: string, params: object) =>
    ask(chain, { method, params: { account: address, ...params } })
  return {
    ...rest,
    async signMessage(account, message, protocol) {
      const answer = await askFor(account, 'signMessage', { message, address: account.address, protocol })
      requireSigner(answer, account)
      return peek(answer, 'signature')
    },
    async signPsbt(account, { psbt, inputs, broadcast }) {
      const answer = await askFor(account, 'signPsbt', { psbt: base64.encode(psbt), signInputs: inputs, broadcast })
      return { psbt: peek(answer, 'psbt'), txid: textAt(answer, 'txid') }
    },
    sendTransfer: async (account, to, amount) =>
      peek(await askFor(account, 'sendTransfer', { recipientAddress: to, amount: String(amount) }), 'txid'),
    ...(grants('getAccountAddresses')
      ? {
          async addressesOf(account: GrantedAccount, intentions: readonly string[] | undefined) {
            const answer = await askFor(account, 'getAccountAddresses', intentions ? { intentions } : {})
            const addresses = parse(addressesSchema, answer)
            const network = decodeAddress(account.address)?.network
            if (!addresses || addresses.length > ADDRESSES_MAX_COUNT) throw malformed('it did not answer with addresses')
            return addresses.filter(({ address }) => decodeAddress(address)?.network === network)
          },
        }
      : {}),
  }
}
