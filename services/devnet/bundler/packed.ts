// Operations as the EntryPoint takes them (two numbers in a word), read back, and in the words of JSON-RPC.
import { getAddress, hexToBigInt, numberToHex, size, slice, type Hex } from 'viem'
import type { toPackedUserOperation } from 'viem/account-abstraction'
import type { Operation } from './operation.js'

/** As the EntryPoint takes it. */
export type PackedOperation = ReturnType<typeof toPackedUserOperation>

/** @param packed of a transaction that the EntryPoint took */
export function unpack(packed: PackedOperation): Operation {
  const { sender, nonce, callData, preVerificationGas, signature, initCode, paymasterAndData, accountGasLimits, gasFees } = packed
  const [verificationGasLimit, callGasLimit] = halves(accountGasLimits)
  const [maxPriorityFeePerGas, maxFeePerGas] = halves(gasFees)
  return {
    sender,
    nonce,
    ...(size(initCode) < 20 ? {} : { factory: addressIn(initCode), factoryData: from(initCode, 20) }),
    callData,
    callGasLimit,
    verificationGasLimit,
    preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...(size(paymasterAndData) < 52
      ? {}
      : {
          paymaster: addressIn(paymasterAndData),
          paymasterVerificationGasLimit: hexToBigInt(slice(paymasterAndData, 20, 36)),
          paymasterPostOpGasLimit: hexToBigInt(slice(paymasterAndData, 36, 52)),
          paymasterData: from(paymasterAndData, 52),
        }),
    signature,
  }
}

/** An operation, or limits of one, in the words of JSON-RPC. */
export function toWire(values: Partial<Operation>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values) as [string, unknown][]
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'bigint' ? numberToHex(value) : value]))
}

function halves(word: Hex): readonly [bigint, bigint] {
  return [hexToBigInt(slice(word, 0, 16)), hexToBigInt(slice(word, 16, 32))]
}

function addressIn(data: Hex): Hex {
  return getAddress(slice(data, 0, 20))
}

function from(data: Hex, start: number): Hex {
  return size(data) > start ? slice(data, start) : '0x'
}
