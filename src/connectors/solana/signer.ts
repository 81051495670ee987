// What a Solana wallet can do, whatever its shape, and the `AccountsWallet` that is made of it.
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { SolanaSignInInput } from '../../vocabulary/providers.js'
import type { AccountsWallet } from '../accounts-connector.js'
import type { Read, Transfer } from '../connector.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { codesOf, problemOf } from '../wallet-errors.js'
import { base64, encodeSignature } from './codec.js'
import { LOCALNET, clusterOf } from './chains.js'
import { loadTransaction } from './load-transaction.js'
import { answerRequest, type SendOptions, type SignInAnswer, type SolanaWallet } from './requests.js'

/**
 * A Solana wallet. Transactions are bytes in wire format, legacy or versioned. What it cannot do is absent; a wallet may learn it
 * while it is connected, so its functions are looked up when they are needed.
 */
export interface SolanaSigner extends Pick<AccountsWallet, 'transport' | 'accounts' | 'onAccounts' | 'disconnect' | 'release'> {
  /** Resolves with the signature of these very bytes, 64 bytes. */
  readonly signMessage?: ((account: GrantedAccount, message: Uint8Array) => Promise<Uint8Array>) | undefined
  /** Signs in with a text that the wallet writes of `input` (`solana:signIn` of the Wallet Standard). */
  readonly signIn?: ((input: SolanaSignInInput) => Promise<SignInAnswer>) | undefined
  /** Resolves with the signed transactions, in the same order. The wallet may have changed them. */
  readonly signTransactions?:
    | ((account: GrantedAccount, transactions: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>)
    | undefined
  /** Sends through the wallet's own node; resolves with the signature, which is the transaction's id. */
  readonly signAndSend?:
    | ((account: GrantedAccount, transaction: Uint8Array, options: SendOptions) => Promise<Uint8Array>)
    | undefined
  /** The versions of transactions that it signs (`legacy`, 0). */
  readonly versions: readonly unknown[]
}

/** @param nodes asks the nodes of a chain: for the latest blockhash, and to send what the wallet only signs */
export function toAccountsWallet(signer: SolanaSigner, nodes: Read): AccountsWallet {
  const read = withNodeErrors(nodes)
  const unsupported = (method: string) => walletError('UNSUPPORTED_METHOD', { details: { method } })
  const wallet: SolanaWallet = {
    async signMessage(account, message) {
      if (!signer.signMessage) throw unsupported('solana_signMessage')
      return signer.signMessage(account, message)
    },
    async signIn(input) {
      if (!signer.signIn) throw unsupported('solana_signIn')
      return signer.signIn(input)
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
    send: (account, transaction, options) => send(account, transaction, options),
  }
  /** @param check throws for what the wallet may not have made of the transaction */
  async function send(
    account: GrantedAccount,
    transaction: Uint8Array,
    options: SendOptions = {},
    check: (signed: Uint8Array) => void = () => undefined,
  ): Promise<string> {
    // A wallet has nodes of its own, but none for a cluster that is not public.
    const isPublic = clusterOf(account.chain) !== LOCALNET
    if (signer.signAndSend && (isPublic || !signer.signTransactions))
      return encodeSignature(await signer.signAndSend(account, transaction, options))
    const signed = (await wallet.signTransactions(account, [transaction]))[0] as Uint8Array // as many as were given
    check(signed)
    const { signatureOf, idOf } = await loadTransaction()
    signatureOf(signed, account.address) // throws unless it has signed
    return sendSigned(read, account.chain, signed, idOf(signed), options)
  }
  return {
    transport: signer.transport,
    get abilities() {
      const signs = ['solana_signTransaction', 'solana_signAllTransactions']
      return {
        methods: [
          ...(signer.signMessage ? ['solana_signMessage'] : []),
          ...(signer.signIn ? ['solana_signIn'] : []),
          ...(signer.signTransactions ? signs : []),
          ...(signer.signAndSend ? ['solana_signAndSendTransaction'] : []),
        ],
        transactionVersions: signer.versions.filter(isVersion),
      }
    },
    accounts: (options) => signer.accounts(options),
    onAccounts: (listener) => signer.onAccounts(listener),
    disconnect: async () => signer.disconnect?.(),
    release: () => signer.release?.(),
    async sign(account, message) {
      return { signature: encodeSignature(await wallet.signMessage(account, new TextEncoder().encode(message))) }
    },
    async send(account: GrantedAccount, transfer: Transfer) {
      const [{ buildTransfer }, { checkSame }] = await Promise.all([
        import('./transfer.js').catch(unreachable),
        loadTransaction(),
      ])
      const asked = await buildTransfer(read, account, transfer, signer.versions.includes(0) ? 0 : 'legacy')
      // Nodes check against finalized blocks by default, which do not know a blockhash of a few seconds ago.
      return send(account, asked, { preflightCommitment: 'confirmed' }, (signed) => checkSame(signed, asked))
    },
    request: (chain, args, accounts) => answerRequest(wallet, args, accounts),
  }
}

const isVersion = (value: unknown): value is 'legacy' | number => value === 'legacy' || typeof value === 'number'

/**
 * `read`, with what a node refuses as RPC_ERROR, its own error as `cause`. The codes of nodes are not those of wallets: -32002 is
 * a transaction that failed when it was tried, such as one that the account cannot pay.
 */
function withNodeErrors(read: Read): Read {
  return async (chain, call) => {
    try {
      return await read(chain, call)
    } catch (cause) {
      if (isWalletError(cause)) throw cause
      throw walletError('RPC_ERROR', { details: { chain, problem: problemOf(cause), rpcCode: codesOf(cause)[0] }, cause })
    }
  }
}

/** A node that has the transaction already refuses it with these words. */
const ALREADY_THERE = /already\s?(?:been )?processed/i

/**
 * A signed transaction has its id before any node has it: unless it was refused it may be on its chain, and is followed by the id.
 * @param id of the transaction, in base58; `undefined` while its payer has not signed, which nodes refuse. @returns the id
 */
async function sendSigned(
  read: Read,
  chain: ChainId,
  transaction: Uint8Array,
  id: string | undefined,
  options: SendOptions,
): Promise<string> {
  const params = [base64.encode(transaction), { ...options, encoding: 'base64' }]
  const malformed = () => walletError('MALFORMED_RESPONSE', { details: { method: 'sendTransaction' } })
  try {
    await read(chain, { method: 'sendTransaction', params })
  } catch (error) {
    const { isUnsure, problem } = isWalletError(error, 'RPC_ERROR') ? error.details : {}
    const isThere = isUnsure === true || isWalletError(error, 'ABORTED') || ALREADY_THERE.test(String(problem))
    if (id === undefined || !isThere) throw error
  }
  if (id === undefined) throw malformed()
  return id
}
