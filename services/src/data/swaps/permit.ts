// Reads a signed EIP-2612 permit as clients send it: seven words, owner, spender, value, deadline, v, r, s.
import { decodeAbiParameters, isAddressEqual, type Address, type Hex } from 'viem'
import { HttpError } from '../../http/errors.js'

const words = [
  { type: 'address' },
  { type: 'address' },
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint8' },
  { type: 'bytes32' },
  { type: 'bytes32' },
] as const
const HEX_LENGTH = 2 + words.length * 64

/** The decoded permit. */
export interface Permit {
  readonly value: bigint
  /** Unix seconds. */
  readonly deadline: bigint
  readonly v: number
  readonly r: Hex
  readonly s: Hex
}

/** @throws HttpError 400 `permit` when it is malformed or does not cover what is wanted */
export function readPermit(
  permit: Hex,
  wanted: { readonly owner: Address; readonly spender: Address; readonly amount: bigint },
): Permit {
  const [owner, spender, value, deadline, v, r, s] = decode(permit)
  if (!isAddressEqual(owner, wanted.owner) || !isAddressEqual(spender, wanted.spender) || value < wanted.amount)
    throw refusal('The permit is of another owner, spender or amount')
  return { value, deadline, v, r, s }
}

function decode(permit: Hex) {
  if (permit.length !== HEX_LENGTH) throw refusal('A permit has seven words: owner, spender, value, deadline, v, r, s')
  try {
    return decodeAbiParameters(words, permit)
  } catch {
    throw refusal('The permit cannot be read')
  }
}

function refusal(problem: string): HttpError {
  return new HttpError(400, 'permit', problem)
}
