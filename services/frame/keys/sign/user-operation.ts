// User operations of smart accounts (ERC-4337): loaded when one is to be signed, for their size.
import { entryPoint07Address, entryPoint08Address, getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import { hashMessage } from 'viem/utils'
import type { Hex } from 'viem'
import type { Bytes } from '../bytes.js'
import { signDigest, toHex } from './evm.js'
import type { SignPayload } from './payload.js'

export type UserOperationPayload = Extract<SignPayload, { readonly type: 'userOperationHash' }>

function userOperationHash({ chainId, entryPointVersion, userOperation }: UserOperationPayload): Hex {
  const entryPointAddress = entryPointVersion === '0.7' ? entryPoint07Address : entryPoint08Address
  return getUserOperationHash({
    chainId,
    entryPointAddress,
    entryPointVersion,
    userOperation: { ...userOperation, signature: '0x' } as UserOperation<'0.7' | '0.8'>,
  })
}

/** Signs the hash of what the operation says. @throws errors of viem where something cannot be encoded */
export function signUserOperation(payload: UserOperationPayload, key: Bytes): Hex {
  const hash = userOperationHash(payload)
  return toHex(signDigest(payload.as === 'hash' ? hash : hashMessage({ raw: hash }), key))
}
