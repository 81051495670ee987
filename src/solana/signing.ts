// Signing and sending objects of web3.js 1 through the modal's provider for Solana.
import { base58, base64 } from '@scure/base'
import { type Connection, PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'
import { walletError } from '../vocabulary/errors.js'
import type { SolanaProvider } from '../vocabulary/providers.js'
import { isWalletError } from '../vocabulary/wallet-error.js'
import type { ConnectedFacts } from './follow.js'
import type {
  AnyTransaction,
  SendTransaction,
  SendTransactionOptions,
  SignAllTransactions,
  SignIn,
  SignMessage,
  SignTransaction,
} from './types.js'

const SEND = 'solana_signAndSendTransaction'

/** What signs and sends. Rejects as `SolanaProvider.request`. */
export interface Signing {
  readonly signMessage: SignMessage
  readonly signIn: SignIn
  readonly signTransaction: SignTransaction
  readonly signAllTransactions: SignAllTransactions
  readonly sendTransaction: SendTransaction
}

/**
 * @param connected the wallet of the moment
 * @param start resolves when `connected` knows it
 */
export function createSigning(
  provider: SolanaProvider,
  connected: () => ConnectedFacts | undefined,
  start: () => Promise<unknown>,
): Signing {
  /** The selected account, which signs even if another one is selected before the wallet answers. @throws WalletError NOT_CONNECTED */
  const signer = async (): Promise<string> => {
    const [account] = await provider.request({ method: 'solana_getAccounts' })
    if (!account) throw walletError('NOT_CONNECTED')
    return account.pubkey
  }
  const signAllTransactions: SignAllTransactions = async (transactions) => {
    if (transactions.length === 0) return []
    const pubkey = await signer()
    const method = 'solana_signAllTransactions'
    const params = { transactions: transactions.map((each) => toBytes(each, method)), pubkey }
    const { transactions: signed } = await provider.request({ method, params })
    return transactions.map((each, index) => readLike(each, signed[index]))
  }
  const signTransaction: SignTransaction = async (transaction) => {
    const pubkey = await signer()
    const method = 'solana_signTransaction'
    const params = { transaction: toBytes(transaction, method), pubkey }
    return readLike(transaction, (await provider.request({ method, params })).transaction)
  }
  return {
    signTransaction,
    signAllTransactions,
    async signMessage(message) {
      const pubkey = await signer()
      const { signature } = await provider.request({ method: 'solana_signMessage', params: { message, pubkey } })
      return base58.decode(signature)
    },
    async signIn(input = {}) {
      await provider.request({ method: 'solana_requestAccounts' }) // connects, unless a wallet is connected
      await start()
      const wallet = connected()
      if (!wallet) throw walletError('NOT_CONNECTED')
      const { pubkey, message, signature } = await provider.request({ method: 'solana_signIn', params: input })
      const account = {
        address: pubkey,
        publicKey: base58.decode(pubkey),
        chains: [wallet.cluster],
        features: featuresOf(wallet.abilities?.methods),
      }
      return { account, signedMessage: base58.decode(message), signature: base58.decode(signature) }
    },
    async sendTransaction(transaction, connection, { signers = [], ...options } = {}) {
      const pubkey = await signer()
      const ready = await prepare(transaction, connection, pubkey, { ...options, signers })
      const { abilities, isLocal = false } = connected() ?? {}
      const signs = abilities?.methods.includes('solana_signTransaction') ?? false
      const sends = abilities?.methods.includes(SEND) ?? true // unless it says otherwise
      // A wallet has no node for a cluster that is not public.
      if (sends && !(isLocal && signs)) {
        const params = { transaction: toBytes(ready, SEND), pubkey, sendOptions: optionsOf(options) }
        return (await provider.request({ method: SEND, params })).signature
      }
      const method = 'solana_signTransaction'
      const signed = await provider.request({ method, params: { transaction: toBytes(ready, method), pubkey } })
      return fromNode(() => connection.sendRawTransaction(base64.decode(signed.transaction), options))
    },
  }
}

/** The Wallet Standard's names of what a wallet can do. Signing several transactions is no feature of its own there. */
const featuresOf = (methods: readonly string[] = ['solana_signIn']) =>
  methods
    .filter((method) => method !== 'solana_signAllTransactions')
    .map((method) => `solana:${method.slice('solana_'.length)}` as const)

/** The options that the provider takes; web3.js may have others. */
const optionsOf = ({ skipPreflight, preflightCommitment, maxRetries, minContextSlot }: SendTransactionOptions) => ({
  ...(skipPreflight === undefined ? {} : { skipPreflight }),
  ...(preflightCommitment === undefined ? {} : { preflightCommitment }),
  ...(maxRetries === undefined ? {} : { maxRetries }),
  ...(minContextSlot === undefined ? {} : { minContextSlot }),
})

/** Fills in what a legacy transaction lacks, as wallet-adapter does, and lets `signers` sign. */
async function prepare<T extends AnyTransaction>(
  transaction: T,
  connection: Connection,
  payer: string,
  { signers = [], preflightCommitment, minContextSlot }: SendTransactionOptions,
): Promise<T> {
  if (isVersioned(transaction)) {
    if (signers.length > 0) transaction.sign(signers)
    return transaction
  }
  transaction.feePayer ??= new PublicKey(payer)
  if (!transaction.recentBlockhash) {
    const commitment = preflightCommitment ?? connection.commitment
    const config = { ...(commitment ? { commitment } : {}), ...(minContextSlot === undefined ? {} : { minContextSlot }) }
    const latest = await fromNode(() => connection.getLatestBlockhash(config))
    transaction.recentBlockhash = latest.blockhash
    transaction.lastValidBlockHeight = latest.lastValidBlockHeight
  }
  if (signers.length > 0) transaction.partialSign(...signers)
  return transaction
}

/** By its properties: the page may have another copy of web3.js. */
const isVersioned = (transaction: AnyTransaction): transaction is VersionedTransaction => 'version' in transaction

/** Wire format, with the signatures that are there. @throws WalletError INVALID_PARAMS when it is not complete */
function toBytes(transaction: AnyTransaction, method: string): Uint8Array {
  try {
    if (isVersioned(transaction)) return transaction.serialize()
    return Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
  } catch (cause) {
    throw walletError('INVALID_PARAMS', { details: { method }, cause })
  }
}

/** A signed transaction, in the class of the one that was to be signed. @param text base64 @throws WalletError WALLET_FAILED */
function readLike<T extends AnyTransaction>(asked: T, text: string | undefined): T {
  try {
    const bytes = base64.decode(text ?? '')
    const read = isVersioned(asked) ? VersionedTransaction.deserialize(bytes) : Transaction.from(bytes)
    return read as T // the class of what was asked for
  } catch (cause) {
    throw walletError('WALLET_FAILED', { details: { problem: 'it did not answer with such a transaction' }, cause })
  }
}

/** What a node refuses as RPC_ERROR, the error of web3.js as `cause`. */
async function fromNode<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (isWalletError(cause)) throw cause
    const problem = cause instanceof Error ? cause.message.slice(0, 200) : 'no reason given'
    throw walletError('RPC_ERROR', { details: { problem }, cause })
  }
}
