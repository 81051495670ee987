// A user operation as JSON-RPC writes it (ERC-4337, EntryPoint 0.7), and its hash.
import { getUserOperationHash } from 'viem/account-abstraction'
import type { Hex } from 'viem'
import * as z from 'zod'
import { addressSchema } from '../../chain/chain-data.js'

/** EntryPoint 0.7. */
export const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

const quantityOf = (bits: bigint) =>
  z
    .union([z.string().regex(/^0x[0-9a-fA-F]{1,64}$/), z.string().regex(/^\d{1,78}$/), z.int().min(0)])
    .transform((value) => BigInt(value))
    .refine((value) => value < 2n ** bits)
const quantity = quantityOf(256n)
/** Limits of gas and fees: the entry point packs two of them into a word, and takes none of more bits than these. */
const gas = quantityOf(120n)
const bytes = z.custom<Hex>(
  (value) => typeof value === 'string' && value.length <= 131_072 && /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
)

/** A user operation on the wire. */
export const userOperationSchema = z.object({
  sender: addressSchema,
  nonce: quantity,
  factory: addressSchema.optional(),
  factoryData: bytes.optional(),
  callData: bytes,
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
  maxFeePerGas: gas,
  maxPriorityFeePerGas: gas,
  paymaster: addressSchema.optional(),
  paymasterVerificationGasLimit: gas.optional(),
  paymasterPostOpGasLimit: gas.optional(),
  paymasterData: bytes.optional(),
  /** That of the app's own key. */
  signature: bytes.default('0x'),
})
/** The parsed user operation. */
export type UserOperation = z.output<typeof userOperationSchema>

/** What the entry point takes in advance for gas, and may keep, in wei: all limits at the highest fee. */
export function prefundOf(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation
  // The paymaster's two belong to it whoever pays: a paymaster whose address is zero is none, but its limits are asked of the account.
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const limits =
    callGasLimit + verificationGasLimit + preVerificationGas + paymasterVerificationGasLimit + paymasterPostOpGasLimit
  return limits * maxFeePerGas
}

/** The hash that account and app sign (ERC-4337). */
export function hashUserOperation(userOperation: UserOperation, chainId: number): Hex {
  return getUserOperationHash({ chainId, entryPointAddress: ENTRY_POINT, entryPointVersion: '0.7', userOperation })
}
