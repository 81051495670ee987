// Signatures of the EVM account. Hashes are viem's, of what is said; the key signs no digest from outside.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  bytesToHex,
  hashAuthorization,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  type HashTypedDataParameters,
} from 'viem/utils'
import type { Hex } from 'viem'
import type { Bytes } from '../bytes.js'
import { KeyError } from '../errors.js'
import type { EvmTransaction, SignPayload } from './payload.js'
import { encodeTransaction, type Signature } from './transaction.js'

type Of<T extends SignPayload['type']> = Extract<SignPayload, { readonly type: T }>

/** RFC 6979, low s. */
export function signDigest(digest: Hex, key: Bytes): Signature {
  const bytes = secp256k1.sign(hexToBytes(digest), key, { prehash: false, format: 'recovered' })
  const yParity = bytes[0]
  // 2 and 3 come with a probability of 2^-127, and no chain takes them.
  if (yParity !== 0 && yParity !== 1) throw new KeyError('FAILED')
  return { r: bytesToHex(bytes.subarray(1, 33)), s: bytesToHex(bytes.subarray(33)), yParity }
}

export function toHex({ r, s, yParity }: Signature): Hex {
  return `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`
}

function signTransaction(transaction: EvmTransaction, key: Bytes): Hex {
  return encodeTransaction(transaction, signDigest(keccak256(encodeTransaction(transaction)), key))
}

export type EvmPayload = Of<'eip191' | 'eip712' | 'evmTransaction' | 'authorization'>

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
  }
}
