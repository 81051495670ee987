// Signatures of the EVM account. Hashes are viem's, of what is said; the key signs no digest from outside.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { entryPoint07Address, entryPoint08Address, getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import {
  bytesToHex,
  hashAuthorization,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  serializeTransaction,
  type HashTypedDataParameters,
} from 'viem/utils'
import type { Hex, TransactionSerializable } from 'viem'
import type { Bytes } from '../bytes.js'
import { KeyError } from '../errors.js'
import type { EvmTransaction, SignPayload } from './payload.js'

type Of<T extends SignPayload['type']> = Extract<SignPayload, { readonly type: T }>

interface Signature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: 0 | 1
}

/** RFC 6979, low s. */
function signDigest(digest: Hex, key: Bytes): Signature {
  const bytes = secp256k1.sign(hexToBytes(digest), key, { prehash: false, format: 'recovered' })
  const yParity = bytes[0]
  // 2 and 3 come with a probability of 2^-127, and no chain takes them.
  if (yParity !== 0 && yParity !== 1) throw new KeyError('FAILED')
  return { r: bytesToHex(bytes.subarray(1, 33)), s: bytesToHex(bytes.subarray(33)), yParity }
}

function toHex({ r, s, yParity }: Signature): Hex {
  return `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`
}

function signTransaction(transaction: EvmTransaction, key: Bytes): Hex {
  // viem knows what belongs to each type; a contract is made where `to` is left out.
  const { to, ...rest } = transaction
  const serializable = { ...rest, ...(to === null ? {} : { to }) } as TransactionSerializable
  const { r, s, yParity } = signDigest(keccak256(serializeTransaction(serializable)), key)
  return serializeTransaction(serializable, { r, s, yParity, v: BigInt(27 + yParity) })
}

function userOperationHash({ chainId, entryPointVersion, userOperation }: Of<'userOperationHash'>): Hex {
  const entryPointAddress = entryPointVersion === '0.7' ? entryPoint07Address : entryPoint08Address
  return getUserOperationHash({
    chainId,
    entryPointAddress,
    entryPointVersion,
    userOperation: { ...userOperation, signature: '0x' } as UserOperation<'0.7' | '0.8'>,
  })
}

export type EvmPayload = Of<'eip191' | 'eip712' | 'evmTransaction' | 'authorization' | 'userOperationHash'>

/** @throws KeyError BAD_INPUT; errors of viem where something cannot be encoded */
export function signEvm(payload: EvmPayload, key: Bytes): Hex {
  switch (payload.type) {
    case 'eip191': {
      const { message } = payload
      return toHex(signDigest(hashMessage(typeof message === 'string' ? message : { raw: message }), key))
    }
    case 'eip712':
      return toHex(signDigest(hashTypedData(payload.typedData as unknown as HashTypedDataParameters), key))
    case 'evmTransaction':
      if (payload.transaction.type === 'eip7702' && !payload.allowDelegation) throw new KeyError('BAD_INPUT')
      return signTransaction(payload.transaction, key)
    case 'authorization': {
      const { chainId, address, nonce, allowDelegation } = payload
      if (!allowDelegation) throw new KeyError('BAD_INPUT')
      return toHex(signDigest(hashAuthorization({ chainId, address, nonce }), key))
    }
    case 'userOperationHash': {
      const hash = userOperationHash(payload)
      return toHex(signDigest(payload.as === 'hash' ? hash : hashMessage({ raw: hash }), key))
    }
  }
}
