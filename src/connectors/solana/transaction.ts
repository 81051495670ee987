// Signatures inside transactions of Solana in wire format.
import { address, getTransactionDecoder, getTransactionEncoder, type SignatureBytes } from '@solana/kit'
import { walletError } from '../../vocabulary/errors.js'

/** The signature of an account in a transaction. @throws WalletError WALLET_FAILED when the account has not signed it */
export function signatureOf(transaction: Uint8Array, signer: string): Uint8Array {
  const signature = getTransactionDecoder().decode(transaction).signatures[address(signer)]
  if (!signature) throw walletError('WALLET_FAILED', { details: { problem: 'it did not sign the transaction' } })
  return Uint8Array.from(signature)
}

/** Puts the signature of an account into a transaction. @throws WalletError WALLET_FAILED when the account is no signer of it */
export function withSignature(transaction: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const { messageBytes, signatures } = getTransactionDecoder().decode(transaction)
  const key = address(signer)
  if (!(key in signatures))
    throw walletError('WALLET_FAILED', { details: { problem: 'the account does not sign this transaction' } })
  return Uint8Array.from(
    getTransactionEncoder().encode({
      messageBytes,
      signatures: { ...signatures, [key]: signature as SignatureBytes }, // 64 bytes, as `decodeSignature` checks
    }),
  )
}

/** The message of a transaction, which is what is signed. */
export const messageOf = (transaction: Uint8Array): Uint8Array =>
  Uint8Array.from(getTransactionDecoder().decode(transaction).messageBytes)
