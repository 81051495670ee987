// A user operation (ERC-4337, EntryPoint 0.8): its calls as ERC-7821 encodes them, and how bundlers want it.
import { entryPoint08Address, getUserOperationHash } from 'viem/account-abstraction'
import { decodeArguments, encodeCall } from '../approvals/abi.js'
import type { Call } from '../approvals/said.js'
import type { Hex, UserOperation } from '../approvals/types.js'

export const ENTRY_POINT = entryPoint08Address

/** `execute(bytes32,bytes)` of ERC-7821. */
const EXECUTE: Hex = '0xe9ae5c53'
/** A batch of which either all calls are done or none. */
const BATCH: Hex = `0x01${'00'.repeat(31)}`
const CALLS = '(address,uint256,bytes)[]'

export function encodeCalls(calls: readonly Call[]): Hex {
  const tuples = calls.map(({ to, value, data }) => [to, value, data] as const)
  // Encoded without a selector: the empty one is all that goes before.
  const batch = encodeCall('0x', CALLS, [tuples])
  return encodeCall(EXECUTE, 'bytes32,bytes', [BATCH, batch])
}

/** The calls within call data of an account; undefined when these are anything else. */
export function decodeCalls(callData: Hex): readonly Call[] | undefined {
  if (!callData.startsWith(EXECUTE)) return undefined
  const [mode, batch] = (decodeArguments('bytes32,bytes', `0x${callData.slice(10)}`) ?? []) as readonly [Hex?, Hex?]
  if (mode !== BATCH || batch === undefined) return undefined
  const [tuples] = (decodeArguments(CALLS, batch) ?? []) as readonly [(readonly (readonly [Hex, bigint, Hex])[])?]
  return tuples?.map(([to, value, data]) => ({ to, value, data }))
}

/** What the EntryPoint calls it. */
export function hashOf(operation: UserOperation, chainNumber: number): Hex {
  return getUserOperationHash({
    chainId: chainNumber,
    entryPointAddress: ENTRY_POINT,
    entryPointVersion: '0.8',
    userOperation: { ...operation, signature: '0x' },
  })
}

/** As bundlers and paymasters take it: quantities in hex. */
export function wireOf(operation: Partial<UserOperation>, signature: Hex): Readonly<Record<string, Hex>> {
  const entries = Object.entries({ ...operation, signature }) as readonly (readonly [string, Hex | bigint | undefined])[]
  return Object.fromEntries(
    entries.flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'bigint' ? (`0x${value.toString(16)}` as const) : value]],
    ),
  )
}

/** The most that the fee can be, in base units. */
export function feeCapOf(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const gas = callGasLimit + verificationGasLimit + preVerificationGas + paymasterVerificationGasLimit + paymasterPostOpGasLimit
  return gas * maxFeePerGas
}
