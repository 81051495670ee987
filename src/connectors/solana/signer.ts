// What a Solana wallet can do, whatever its shape, and the `AccountsWallet` that is made of it.
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { AccountsWallet } from '../accounts-connector.js'
import type { Read, Transfer } from '../connector.js'
import { base58, base64, encodeSignature } from './codec.js'
import { LOCALNET, clusterOf } from './chains.js'
import { answerRequest, type SendOptions, type SolanaWallet } from './requests.js'

/** A Solana wallet. Transactions are bytes in wire format, legacy or versioned. What it cannot do is absent. */
export interface SolanaSigner extends Pick<AccountsWallet, 'transport' | 'accounts' | 'onAccounts' | 'disconnect' | 'release'> {
  /** Resolves with the signature of these very bytes, 64 bytes. */
  signMessage?(account: GrantedAccount, message: Uint8Array): Promise<Uint8Array>
  /** Resolves with the signed transactions, in the same order. The wallet may have changed them. */
  signTransactions?(account: GrantedAccount, transactions: readonly Uint8Array[]): Promise<readonly Uint8Array[]>
  /** Sends through the wallet's own node; resolves with the signature, which is the transaction's id. */
  signAndSend?(account: GrantedAccount, transaction: Uint8Array, options: SendOptions): Promise<Uint8Array>
  /** The versions of transactions that it signs (`legacy`, 0). */
  readonly versions: readonly unknown[]
}

/** @param read asks the nodes of a chain: for the latest blockhash, and to send what the wallet only signs */
export function toAccountsWallet(signer: SolanaSigner, read: Read): AccountsWallet {
  const unsupported = (method: string) => walletError('UNSUPPORTED_METHOD', { details: { method } })
  const wallet: SolanaWallet = {
    async signMessage(account, message) {
      if (!signer.signMessage) throw unsupported('solana_signMessage')
      return signer.signMessage(account, message)
    },
    async signTransactions(account, transactions) {
      if (!signer.signTransactions) throw unsupported('solana_signTransaction')
      const signed = await signer.signTransactions(account, transactions)
      if (signed.length !== transactions.length)
        throw walletError('WALLET_FAILED', {
          details: { problem: 'it did not answer with as many transactions as it was given' },
        })
      return signed
    },
    async send(account, transaction, options = {}) {
      // A wallet has nodes of its own, but none for a cluster that is not public.
      const isPublic = clusterOf(account.chain) !== LOCALNET
      if (signer.signAndSend && (isPublic || !signer.signTransactions))
        return encodeSignature(await signer.signAndSend(account, transaction, options))
      const [signed] = await wallet.signTransactions(account, [transaction])
      return sendSigned(read, account.chain, signed as Uint8Array, options) // as many as were given
    },
  }
  const { signMessage } = signer
  return {
    ...signer,
    ...(signMessage
      ? {
          sign: async (account: GrantedAccount, message: string) => ({
            signature: encodeSignature(await signMessage(account, new TextEncoder().encode(message))),
          }),
        }
      : {}),
    async send(account: GrantedAccount, transfer: Transfer) {
      const { buildTransfer } = await import('./transfer.js')
      const version = signer.versions.includes(0) ? 0 : 'legacy'
      return wallet.send(account, await buildTransfer(read, account, transfer, version))
    },
    request: (chain, args, accounts) => answerRequest(wallet, args, accounts),
  }
}

/** @returns the transaction's id in base58 */
async function sendSigned(read: Read, chain: ChainId, transaction: Uint8Array, options: SendOptions): Promise<string> {
  const params = [base64.encode(transaction), { ...options, encoding: 'base64' }]
  const id = await read(chain, { method: 'sendTransaction', params })
  if (typeof id !== 'string' || base58.decode(id).length !== 64)
    throw walletError('MALFORMED_RESPONSE', { details: { method: 'sendTransaction' } })
  return id
}
