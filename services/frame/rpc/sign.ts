// From what was approved to what the keyring signs: the same bytes, in the words of its worker.
import { keccak256 } from 'viem/utils'
import { FrameError } from '../../../src/frame/frame-error.js'
import type { EvmTransaction, SignPlan } from '../approvals/types.js'
import type { Keyring } from '../keys/keyring.js'
import type { SignPayloadInput } from '../keys/sign/payload.js'

type Message = Extract<SignPlan, { readonly type: 'eip191' | 'eip712' | 'solanaMessage' }>

/** The worker gets a copy, and parses it: that the type of its schema could be written to does not matter. */
const sent = (plan: Message | Extract<SignPlan, { readonly type: 'evmTransaction' }>) => plan as unknown as SignPayloadInput

/** One EVM transaction, signed. */
export async function signTransaction(
  keyring: Keyring,
  transaction: EvmTransaction,
): Promise<{ readonly raw: `0x${string}`; readonly hash: string }> {
  const raw = await keyring.sign({ account: 'eip155', payload: sent({ type: 'evmTransaction', transaction }) })
  if (typeof raw !== 'string' || !raw.startsWith('0x')) return missing()
  const hex = raw as `0x${string}` // as has just been seen
  return { raw: hex, hash: keccak256(hex) }
}

/** A signature of a message: hex on EVM, bytes on Solana. */
export function signMessage(keyring: Keyring, plan: Message): Promise<string | Uint8Array> {
  return keyring.sign({ account: plan.type === 'solanaMessage' ? 'solana' : 'eip155', payload: sent(plan) })
}

/** Whole signed transactions, in their order. */
export async function signSolana(keyring: Keyring, plans: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const signed: Uint8Array[] = []
  for (const transaction of plans) {
    const answer = await keyring.sign({ account: 'solana', payload: { type: 'solanaTransaction', transaction } })
    signed.push(typeof answer === 'string' ? missing() : answer)
  }
  return signed
}

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
/** In front of the keys of a message: how many sign, how many only read. */
const HEADER_BYTES = 3

/** The signature of a Solana transaction's payer. */
export function firstSignature(transaction: Uint8Array): Uint8Array {
  return signatureAt(transaction, 0)
}

/** The signature of an account in a Solana transaction. */
export function signatureOf(transaction: Uint8Array, account: Uint8Array): Uint8Array {
  const signers = transaction[0] ?? 0
  const message = transaction.subarray(1 + signers * SIGNATURE_BYTES)
  // A message with a version begins with a byte of its own, whose highest bit is set.
  const keysFrom = ((message[0] ?? 0) >= 0x80 ? 1 : 0) + HEADER_BYTES + 1
  for (let place = 0; place < signers; place += 1) {
    const key = message.subarray(keysFrom + place * KEY_BYTES, keysFrom + (place + 1) * KEY_BYTES)
    if (key.length === account.length && key.every((byte, at) => byte === account[at])) return signatureAt(transaction, place)
  }
  return missing()
}

/** After their number, which is below 128: a transaction has room for 19 signatures at most. */
function signatureAt(transaction: Uint8Array, place: number): Uint8Array {
  const signature = transaction.slice(1 + place * SIGNATURE_BYTES, 1 + (place + 1) * SIGNATURE_BYTES)
  return place < (transaction[0] ?? 0) && signature.length === SIGNATURE_BYTES ? signature : missing()
}

/** What was approved lacks a part, or the keyring has answered another kind. */
function missing(): never {
  throw new FrameError('FAILED', 'An error occurred')
}
