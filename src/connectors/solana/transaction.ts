// Transactions of Solana in wire format: their signatures, and what they do.
import {
  address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit'
import type { SignatureBytes, Transaction } from '@solana/kit'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import { malformed } from '../foreign-calls.js'
import { base58 } from './codec.js'

/**
 * Checks the bytes that a page wants signed by an account.
 * @throws WalletError INVALID_PARAMS when they are no transaction, or none that the account signs
 */
export function checkTransaction(transaction: Uint8Array, signer: string, method: string): void {
  const invalid = () => walletError('INVALID_PARAMS', { details: { method } })
  if (!(signer in decode(transaction, invalid).signatures)) throw invalid()
}

/**
 * The signature of an account in a transaction that a wallet has signed.
 * @throws WalletError WALLET_FAILED when the bytes are no transaction, or the account has not signed it
 */
export function signatureOf(transaction: Uint8Array, signer: string): Uint8Array {
  const signature = decodeAnswer(transaction).signatures[address(signer)]
  if (!signature) throw malformed('it did not sign the transaction')
  return Uint8Array.from(signature)
}

/** The id of a transaction in base58: its first signature. `undefined` while its payer has not signed. @throws as `signatureOf` */
export function idOf(transaction: Uint8Array): string | undefined {
  const [first] = Object.values(decodeAnswer(transaction).signatures) // in the order of the message's accounts
  return first ? base58.encode(Uint8Array.from(first)) : undefined
}

/** Puts the signature of an account into a transaction. @param transaction one that the account signs (`checkTransaction`) */
export function withSignature(transaction: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const { messageBytes, signatures } = getTransactionDecoder().decode(transaction)
  return Uint8Array.from(
    getTransactionEncoder().encode({
      messageBytes,
      signatures: { ...signatures, [address(signer)]: signature as SignatureBytes }, // 64 bytes, as `decodeSignature` checks
    }),
  )
}

/** The message of a transaction, which is what is signed. @param transaction as checked by `checkTransaction` */
export const messageOf = (transaction: Uint8Array): Uint8Array =>
  Uint8Array.from(getTransactionDecoder().decode(transaction).messageBytes)

/** Bytes of any length in base58; slow for long ones. */
export const longBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)

/**
 * Checks that a signed transaction does what was asked for. Wallets add instructions, such as a priority fee or a guard; those
 * that were asked for have to be there, with the same payer, each as often as before.
 * @throws WalletError WALLET_FAILED
 */
export function checkSame(signed: Uint8Array, asked: Uint8Array): void {
  const [after, before] = [actsOf(signed), actsOf(asked)]
  const count = (acts: readonly string[], wanted: string) => acts.filter((act) => act === wanted).length
  if (after.payer === before.payer && before.acts.every((act) => count(after.acts, act) === count(before.acts, act))) return
  throw malformed('it signed another transaction than it was given')
}

/** The payer of a transaction, and its instructions as texts. */
function actsOf(transaction: Uint8Array): { payer: string | undefined; acts: readonly string[] } {
  const message = getCompiledTransactionMessageDecoder().decode(decodeAnswer(transaction).messageBytes)
  const { staticAccounts: keys } = message
  if (message.version === 1) throw malformed('it signed another transaction than it was given') // none is asked for
  const acts = message.instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) =>
    // An account of a lookup table has no key here, and is none that was asked for.
    [keys[programAddressIndex], accountIndices.map((index) => keys[index] ?? '?').join(), data.join()].join(' '),
  )
  return { payer: keys[0], acts }
}

const decodeAnswer = (transaction: Uint8Array) =>
  decode(transaction, () => malformed('it did not answer with a signed transaction'))

/** @throws what `otherwise` makes */
function decode(bytes: Uint8Array, otherwise: () => WalletError): Transaction {
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) // throws for a message that is cut off
    return transaction
  } catch {
    throw otherwise()
  }
}
