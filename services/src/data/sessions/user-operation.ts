// A user operation as JSON-RPC writes it (ERC-4337, EntryPoint 0.7), and its hash.
import { getUserOperationHash } from 'viem/account-abstraction'
import type { Hex } from 'viem'
import * as z from 'zod'
import { addressSchema } from '../chain-data.js'

export const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

const quantityOf = (bits: bigint) =>
  z
    .union([z.string().regex(/^0x[0-9a-fA-F]{1,64}$/), z.string().regex(/^\d{1,78}$/), z.int().min(0)])
    .transform((value) => BigInt(value))
    .refine((value) => value < 2n ** bits)
const quantity = quantityOf(256n)
/** The entry point packs two of these into one word. */
const half = quantityOf(128n)
const bytes = z.custom<Hex>(
  (value) => typeof value === 'string' && value.length <= 131_072 && /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
)

export const userOperationSchema = z.object({
  sender: addressSchema,
  nonce: quantity,
  factory: addressSchema.optional(),
  factoryData: bytes.optional(),
  callData: bytes,
  callGasLimit: half,
  verificationGasLimit: half,
  preVerificationGas: quantity,
  maxFeePerGas: half,
  maxPriorityFeePerGas: half,
  paymaster: addressSchema.optional(),
  paymasterVerificationGasLimit: half.optional(),
  paymasterPostOpGasLimit: half.optional(),
  paymasterData: bytes.optional(),
  /** That of the app's own key. */
  signature: bytes.default('0x'),
})
export type UserOperation = z.output<typeof userOperationSchema>

export function hashUserOperation(userOperation: UserOperation, chainId: number): Hex {
  return getUserOperationHash({ chainId, entryPointAddress: ENTRY_POINT, entryPointVersion: '0.7', userOperation })
}
