// EVM transactions as bytes: EIP-155, EIP-2930, EIP-1559 and EIP-7702. viem's function for them brings blobs and their proofs, which the frame does not sign.
import { isAddress, numberToHex, toRlp } from 'viem/utils'
import type { Hex } from 'viem'
import { KeyError } from '../errors.js'
import type { EvmTransaction } from './payload.js'

export interface Signature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: 0 | 1
}

type Field = Hex | readonly Field[]
type Fields = readonly Field[]

/** Without zeros in front; zero is no byte at all. */
const quantity = (value: bigint | number): Hex => (BigInt(value) === 0n ? '0x' : numberToHex(value))
const parity = ({ r, s, yParity }: Signature): Fields => [quantity(yParity), quantity(BigInt(r)), quantity(BigInt(s))]

/** A checksum that is wrong is a letter that is wrong. */
function checked(address: Hex): Hex {
  if (!isAddress(address)) throw new KeyError('BAD_INPUT')
  return address
}

/** EIP-2718: a byte of the type in front. */
const typed = (type: Hex, fields: Fields): Hex => `${type}${toRlp(fields).slice(2)}` as Hex

function accessListOf({ accessList = [] }: { readonly accessList?: EvmAccessList | undefined }): Fields {
  return accessList.map(({ address, storageKeys }) => [checked(address), storageKeys])
}
type EvmAccessList = Extract<EvmTransaction, { readonly type: 'eip2930' }>['accessList']

/**
 * What is signed of the transaction, or, with the signature, what is sent.
 * @throws KeyError BAD_INPUT: a wrong checksum, or a tip above the fee cap
 */
export function encodeTransaction(transaction: EvmTransaction, signature?: Signature): Hex {
  const { chainId, nonce, gas, to, value, data } = transaction
  const target = [to === null ? '0x' : checked(to), quantity(value), data] as const
  const signed = signature === undefined ? [] : parity(signature)
  if (transaction.type === 'legacy') {
    const fields = [quantity(nonce), quantity(transaction.gasPrice), quantity(gas), ...target]
    if (!signature) return toRlp([...fields, quantity(chainId), '0x', '0x'])
    // EIP-155: the chain is part of the signature.
    const v = BigInt(chainId) * 2n + 35n + BigInt(signature.yParity)
    return toRlp([...fields, quantity(v), ...signed.slice(1)])
  }
  const [chain, count] = [quantity(chainId), quantity(nonce)]
  const list = accessListOf(transaction)
  if (transaction.type === 'eip2930')
    return typed('0x01', [chain, count, quantity(transaction.gasPrice), quantity(gas), ...target, list, ...signed])
  const { maxPriorityFeePerGas: tip, maxFeePerGas: cap } = transaction
  if (tip > cap) throw new KeyError('BAD_INPUT')
  const common = [chain, count, quantity(tip), quantity(cap), quantity(gas), ...target, list]
  if (transaction.type === 'eip1559') return typed('0x02', [...common, ...signed])
  const authorizations = transaction.authorizationList.map((authorization) => [
    quantity(authorization.chainId),
    checked(authorization.address),
    quantity(authorization.nonce),
    ...parity(authorization),
  ])
  return typed('0x04', [...common, authorizations, ...signed])
}
