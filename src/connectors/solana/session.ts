// A Solana wallet behind a relay session as a `SolanaSigner` (WalletConnect's Solana methods, wire reference §6).
import * as z from 'zod/mini'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { WalletSession } from '../connector.js'
import { malformed } from '../foreign-calls.js'
import { createSessionAccounts } from '../session-accounts.js'
import { BASE58_MAX_BYTES, base58, base64, decodeSignature, fromBase64, publicKeyOf } from './codec.js'
import { loadTransaction } from './load-transaction.js'
import type { SendOptions } from './requests.js'
import type { SolanaSigner } from './signer.js'

const answerSchema = z.object({ signature: z.nullish(z.string()), transaction: z.nullish(z.string()) })
const answersSchema = z.object({ transactions: z.array(z.string()).check(z.maxLength(64)) })
/** Writing base58 takes time with the square of the length. */
const MESSAGE_MAX_BYTES = 10_000
const SIGN_ALL = 'solana_signAllTransactions'
const SIGN_AND_SEND = 'solana_signAndSendTransaction'

/** @param session grants at least one account on Solana */
export function createSessionSigner(session: WalletSession): SolanaSigner {
  const { ask, grants, ...rest } = createSessionAccounts(session, 'solana', (address) => ({ publicKey: publicKeyOf(address) }))
  const askFor = async (account: GrantedAccount, method: string, params: object) => {
    const parsed = answerSchema.safeParse(await ask(account.chain, { method, params: { ...params, pubkey: account.address } }))
    if (!parsed.success) throw malformed('it did not answer with a signature')
    return parsed.data
  }
  const signOne = async (account: GrantedAccount, transaction: Uint8Array): Promise<Uint8Array> => {
    const { signature, transaction: signed } = await askFor(account, 'solana_signTransaction', {
      transaction: base64.encode(transaction),
    })
    if (signed) return requireTransaction(signed)
    const { withSignature } = await loadTransaction() // old wallets answer with the signature alone
    return withSignature(transaction, account.address, decodeSignature(signature))
  }
  const signTransactions = async (account: GrantedAccount, transactions: readonly Uint8Array[]) => {
    if (grants(SIGN_ALL) && (transactions.length > 1 || !grants('solana_signTransaction'))) {
      const params = { transactions: transactions.map((each) => base64.encode(each)), pubkey: account.address }
      const answer = answersSchema.safeParse(await ask(account.chain, { method: SIGN_ALL, params }))
      if (!answer.success) throw malformed('it did not answer with signed transactions')
      return answer.data.transactions.map(requireTransaction)
    }
    const signed: Uint8Array[] = []
    for (const transaction of transactions) signed.push(await signOne(account, transaction)) // one prompt after the other
    return signed
  }
  const signAndSend = async (account: GrantedAccount, transaction: Uint8Array, options: SendOptions) => {
    const params = { transaction: base64.encode(transaction), sendOptions: options }
    return decodeSignature((await askFor(account, SIGN_AND_SEND, params)).signature)
  }
  return {
    ...rest,
    versions: ['legacy', 0],
    async signMessage(account, message) {
      if (message.length > MESSAGE_MAX_BYTES) throw walletError('INVALID_PARAMS', { details: { method: 'solana_signMessage' } })
      const text = message.length > BASE58_MAX_BYTES ? (await loadTransaction()).longBase58(message) : base58.encode(message)
      return decodeSignature((await askFor(account, 'solana_signMessage', { message: text })).signature)
    },
    get signTransactions() {
      return grants('solana_signTransaction') || grants(SIGN_ALL) ? signTransactions : undefined
    },
    get signAndSend() {
      return grants(SIGN_AND_SEND) ? signAndSend : undefined
    },
  }
}

function requireTransaction(text: string): Uint8Array {
  const bytes = text.length <= 2_000_000 ? fromBase64(text) : undefined
  if (!bytes || bytes.length === 0) throw malformed('it did not answer with a signed transaction')
  return bytes
}
