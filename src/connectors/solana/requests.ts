// The calls of a page to a Solana wallet, by the names that WalletConnect gives them; the same over every transport.
import * as z from 'zod/mini'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { SolanaSignInInput } from '../../vocabulary/providers.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import type { RequestArguments } from '../connector.js'
import { attempt } from '../foreign-calls.js'
import { bytesOf } from '../wallet-standard/wallet.js'
import { base58, base64, encodeSignature, fromBase58, fromBase64 } from './codec.js'
import { loadTransaction } from './load-transaction.js'

/** Options of sending, as nodes of Solana take them (`sendTransaction`); all optional. */
export interface SendOptions {
  readonly skipPreflight?: boolean | undefined
  readonly preflightCommitment?: string | undefined
  readonly maxRetries?: number | undefined
  readonly minContextSlot?: number | undefined
}

/** What a wallet answers when it is to sign in, as it is, and the accounts that it shares then. */
export interface SignInAnswer {
  readonly answer: unknown
  readonly accounts: readonly GrantedAccount[]
}

/** What answers the calls: a wallet, with the nodes of its chain where it only signs. */
export interface SolanaWallet {
  signMessage(account: GrantedAccount, message: Uint8Array): Promise<Uint8Array>
  /** The wallet writes the text of `input` and may choose the account. What it answers is not checked yet. */
  signIn(input: SolanaSignInInput): Promise<SignInAnswer>
  signTransactions(account: GrantedAccount, transactions: readonly Uint8Array[]): Promise<readonly Uint8Array[]>
  /** Signs and sends, through the wallet or through the chain's nodes. Resolves with the transaction's id in base58. */
  send(account: GrantedAccount, transaction: Uint8Array, options?: SendOptions): Promise<string>
}

const TEXT_MAX_CHARACTERS = 2_000_000
/** Transactions of web3.js 1 that not all accounts have signed. Its versioned ones take no options. */
const UNSIGNED = { requireAllSignatures: false, verifySignatures: false }

const bytesWith = (read: (value: unknown) => Uint8Array | undefined) =>
  z.pipe(
    z.unknown(),
    z.transform((value, context): Uint8Array => {
      const bytes = read(value)
      if (bytes && bytes.length > 0) return bytes
      context.issues.push({ code: 'custom', message: 'no bytes', input: value })
      return z.NEVER
    }),
  )
/** A text in base58, or the bytes. */
const messageBytes = bytesWith((value) => (typeof value === 'string' ? fromBase58(value) : bytesOf(value)))
/** A text in base64, the bytes, or an object that writes them, such as a transaction of web3.js. */
const transactionBytes = bytesWith((value) => {
  if (typeof value === 'string') return value.length <= TEXT_MAX_CHARACTERS ? fromBase64(value) : undefined
  return bytesOf(value) ?? bytesOf(attempt(value, 'serialize', UNSIGNED))
})
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
const messageParams = z.object({ message: messageBytes, pubkey })
const transactionParams = z.object({ transaction: transactionBytes, pubkey })
const transactionsParams = z.object({ transactions: z.array(transactionBytes).check(z.minLength(1), z.maxLength(64)), pubkey })
const sendParams = z.object({ transaction: transactionBytes, pubkey, options, sendOptions: options })

/**
 * Answers `solana_getAccounts`, `solana_requestAccounts`, `solana_signMessage`, `solana_signTransaction`,
 * `solana_signAllTransactions` and `solana_signAndSendTransaction` (wire reference §6): messages and signatures in base58,
 * transactions in base64. Messages and transactions may also be given as bytes, and transactions as objects of web3.js 1.
 * `pubkey` says which account signs; default: the first. `solana_signIn` is the Wallet Standard's `solana:signIn`, where the
 * wallet chooses by default.
 * @throws WalletError UNSUPPORTED_METHOD, INVALID_PARAMS, NOT_CONNECTED, UNAUTHORIZED, WALLET_FAILED
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
    case 'solana_signIn': {
      const { signIn, signInParams } = await import('./sign-in.js').catch(unreachable)
      const asked = given(signInParams)
      return signIn(wallet, asked, signerOf(asked.pubkey).chain)
    }
    case 'solana_signTransaction': {
      const { transaction, pubkey: address } = given(transactionParams)
      const account = signerOf(address)
      const { checkTransaction, signatureOf } = await loadTransaction()
      checkTransaction(transaction, account.address, method)
      const [signed] = await wallet.signTransactions(account, [transaction])
      return {
        signature: base58.encode(signatureOf(signed as Uint8Array, account.address)), // one answer to one transaction
        transaction: base64.encode(signed as Uint8Array),
      }
    }
    case 'solana_signAllTransactions': {
      const { transactions, pubkey: address } = given(transactionsParams)
      const account = signerOf(address)
      const { checkTransaction, signatureOf } = await loadTransaction()
      for (const each of transactions) checkTransaction(each, account.address, method)
      const signed = await wallet.signTransactions(account, transactions)
      for (const each of signed) signatureOf(each, account.address) // throws unless it has signed them all
      return { transactions: signed.map((transaction) => base64.encode(transaction)) }
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, pubkey: address, options: asked, sendOptions = asked } = given(sendParams)
      const account = signerOf(address)
      const { checkTransaction } = await loadTransaction()
      checkTransaction(transaction, account.address, method)
      return { signature: await wallet.send(account, transaction, sendOptions) }
    }
    default:
      throw walletError('UNSUPPORTED_METHOD', { details: { method } })
  }
}
