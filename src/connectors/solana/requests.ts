// The calls of a page to a Solana wallet, by the names that WalletConnect gives them; the same over every transport.
import * as z from 'zod/mini'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { RequestArguments } from '../connector.js'
import { base58, base64, encodeSignature, fromBase58, fromBase64 } from './codec.js'

/** Options of sending, as nodes of Solana take them (`sendTransaction`); all optional. */
export interface SendOptions {
  readonly skipPreflight?: boolean | undefined
  readonly preflightCommitment?: string | undefined
  readonly maxRetries?: number | undefined
  readonly minContextSlot?: number | undefined
}

/** What answers the calls: a wallet, with the nodes of its chain where it only signs. */
export interface SolanaWallet {
  signMessage(account: GrantedAccount, message: Uint8Array): Promise<Uint8Array>
  signTransactions(account: GrantedAccount, transactions: readonly Uint8Array[]): Promise<readonly Uint8Array[]>
  /** Signs and sends, through the wallet or through the chain's nodes. Resolves with the transaction's id in base58. */
  send(account: GrantedAccount, transaction: Uint8Array, options?: SendOptions): Promise<string>
}

const bytesOf = (decode: (text: string) => Uint8Array | undefined) =>
  z.pipe(
    z.string().check(z.maxLength(2_000_000)),
    z.transform((text, context): Uint8Array => {
      const bytes = decode(text)
      if (bytes) return bytes
      context.issues.push({ code: 'custom', message: 'not encoded', input: text })
      return z.NEVER
    }),
  )
const base58Bytes = bytesOf(fromBase58)
const base64Bytes = bytesOf(fromBase64)
const pubkey = z.optional(z.string())
const options = z.optional(
  z.object({
    skipPreflight: z.optional(z.boolean()),
    preflightCommitment: z.optional(
      z.enum(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max']), // specification §5
    ),
    maxRetries: z.optional(z.int().check(z.nonnegative())),
    minContextSlot: z.optional(z.int().check(z.nonnegative())),
  }),
)
const messageParams = z.object({ message: base58Bytes, pubkey })
const transactionParams = z.object({ transaction: base64Bytes, pubkey })
const transactionsParams = z.object({ transactions: z.array(base64Bytes).check(z.minLength(1), z.maxLength(64)), pubkey })
const sendParams = z.object({ transaction: base64Bytes, pubkey, options, sendOptions: options })

/**
 * Answers `solana_getAccounts`, `solana_requestAccounts`, `solana_signMessage`, `solana_signTransaction`,
 * `solana_signAllTransactions` and `solana_signAndSendTransaction` (wire reference §6): messages and signatures in base58,
 * transactions in base64. `pubkey` says which account signs; default: the first.
 * @throws WalletError UNSUPPORTED_METHOD, INVALID_PARAMS, NOT_CONNECTED, UNAUTHORIZED
 */
export async function answerRequest(
  wallet: SolanaWallet,
  { method, params }: RequestArguments,
  accounts: readonly GrantedAccount[],
): Promise<unknown> {
  const given = <T>(schema: z.ZodMiniType<T>): T => {
    const parsed = schema.safeParse(params)
    if (!parsed.success) throw walletError('INVALID_PARAMS', { details: { method } })
    return parsed.data
  }
  const signerOf = (address: string | undefined): GrantedAccount => {
    if (accounts.length === 0) throw walletError('NOT_CONNECTED')
    const account = address === undefined ? accounts[0] : accounts.find((each) => each.address === address)
    if (!account) throw walletError('UNAUTHORIZED', { details: { account: address } })
    return account
  }
  switch (method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts':
      return accounts.map(({ address }) => ({ pubkey: address }))
    case 'solana_signMessage': {
      const { message, pubkey: address } = given(messageParams)
      return { signature: encodeSignature(await wallet.signMessage(signerOf(address), message)) }
    }
    case 'solana_signTransaction': {
      const { transaction, pubkey: address } = given(transactionParams)
      const account = signerOf(address)
      const [signed] = await wallet.signTransactions(account, [transaction])
      const { signatureOf } = await import('./transaction.js')
      return {
        signature: base58.encode(signatureOf(signed as Uint8Array, account.address)), // one answer to one transaction
        transaction: base64.encode(signed as Uint8Array),
      }
    }
    case 'solana_signAllTransactions': {
      const { transactions, pubkey: address } = given(transactionsParams)
      const signed = await wallet.signTransactions(signerOf(address), transactions)
      return { transactions: signed.map((transaction) => base64.encode(transaction)) }
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, pubkey: address, options: asked, sendOptions = asked } = given(sendParams)
      return { signature: await wallet.send(signerOf(address), transaction, sendOptions) }
    }
    default:
      throw walletError('UNSUPPORTED_METHOD', { details: { method } })
  }
}
