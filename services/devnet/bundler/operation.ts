// User operations of EntryPoint 0.8 as JSON-RPC writes them, and as the EntryPoint takes them.
import { encodeFunctionData, size, type Hex } from 'viem'
import { entryPoint08Abi, getUserOperationHash, toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import * as z from 'zod'
import { addressSchema } from '../../src/chain/chain-data.js'
import { BUNDLER, ENTRY_POINT } from '../manifest.js'
import { BundlerRefusal } from './refusal.js'

/** An operation whose gas is known. */
export type Operation = UserOperation<'0.8'>

const BYTES_MAX = 48 * 1024
/** Sum of the limits of one operation: a block of the devnet has room for 30 million. */
const GAS_MAX = 20_000_000n

const quantityOf = (bits: bigint) =>
  z
    .string()
    .regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/, 'a quantity such as 0x0 is needed')
    .transform(BigInt)
    .refine((value) => value < 2n ** bits, `at most ${bits} bits`)
const gas = quantityOf(120n)
const bytes = z.custom<Hex>(
  (value) => typeof value === 'string' && value.length <= 2 * BYTES_MAX + 2 && /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
  `bytes in hex are needed, at most ${BYTES_MAX}`,
)
const fields = {
  sender: addressSchema,
  nonce: quantityOf(256n),
  factory: addressSchema.optional(),
  factoryData: bytes.optional(),
  callData: bytes,
  paymaster: addressSchema.optional(),
  paymasterData: bytes.optional(),
  signature: bytes,
}
const sentSchema = z.strictObject({
  ...fields,
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
  maxFeePerGas: gas,
  maxPriorityFeePerGas: gas,
  paymasterVerificationGasLimit: gas.optional(),
  paymasterPostOpGasLimit: gas.optional(),
})
/** Fees and limits may be left out, and are not looked at. */
const estimatedSchema = z.object(fields)

/** What a paymaster is asked about: limits and fees as far as they are known, without a signature. */
const sponsoredSchema = z.object({
  ...fields,
  signature: bytes.default('0x'),
  callGasLimit: gas.default(0n),
  verificationGasLimit: gas.default(0n),
  preVerificationGas: gas.default(0n),
  maxFeePerGas: gas.default(0n),
  maxPriorityFeePerGas: gas.default(0n),
  paymasterVerificationGasLimit: gas.optional(),
  paymasterPostOpGasLimit: gas.optional(),
})

/** An operation to send. @throws BundlerRefusal that names the field */
export function readSent(value: unknown): Operation {
  const { sender, nonce, callData, signature, ...rest } = parse(sentSchema, value)
  const operation = complete({ sender, nonce, callData, signature, ...rest })
  if (operation.maxPriorityFeePerGas > operation.maxFeePerGas)
    throw new BundlerRefusal('invalidParams', 'maxPriorityFeePerGas is above maxFeePerGas')
  if (gasOf(operation) > GAS_MAX) throw new BundlerRefusal('invalidParams', `The gas limits add up to more than ${GAS_MAX}`)
  return operation
}

/** What an operation does, with limits and fees of zero. @throws BundlerRefusal that names the field */
export function readEstimated(value: unknown): Operation {
  const zeros = { callGasLimit: 0n, verificationGasLimit: 0n, preVerificationGas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  if (typeof value === 'object' && value !== null && 'eip7702Auth' in value)
    throw new BundlerRefusal('invalidParams', 'eip7702Auth: not supported here')
  return complete({ ...parse(estimatedSchema, value), ...zeros })
}

/** An operation that somebody else is to pay for; limits that are not known are zero. @throws BundlerRefusal that names the field */
export function readSponsored(value: unknown): Operation {
  const { paymaster: _, paymasterData: __, ...operation } = parse(sponsoredSchema, value)
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...rest } = operation
  return {
    ...complete(rest),
    ...(paymasterVerificationGasLimit === undefined ? {} : { paymasterVerificationGasLimit }),
    ...(paymasterPostOpGasLimit === undefined ? {} : { paymasterPostOpGasLimit }),
  }
}

type Given = z.output<typeof estimatedSchema> &
  Pick<Operation, 'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> & {
    readonly paymasterVerificationGasLimit?: bigint | undefined
    readonly paymasterPostOpGasLimit?: bigint | undefined
  }

/** With the fields that belong together, and without those that are undefined. */
function complete({
  factory,
  factoryData,
  paymaster,
  paymasterData,
  paymasterVerificationGasLimit,
  paymasterPostOpGasLimit,
  ...rest
}: Given): Operation {
  if (factoryData !== undefined && factory === undefined)
    throw new BundlerRefusal('invalidParams', 'factoryData: needs factory beside it')
  const ofPaymaster = [paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit]
  if (paymaster === undefined && ofPaymaster.some((value) => value !== undefined))
    throw new BundlerRefusal('invalidParams', 'paymasterData and the limits of a paymaster: need paymaster beside them')
  return {
    ...rest,
    ...(factory === undefined ? {} : { factory, factoryData: factoryData ?? '0x' }),
    ...(paymaster === undefined
      ? {}
      : {
          paymaster,
          paymasterData: paymasterData ?? '0x',
          paymasterVerificationGasLimit: paymasterVerificationGasLimit ?? 0n,
          paymasterPostOpGasLimit: paymasterPostOpGasLimit ?? 0n,
        }),
  }
}

/** @throws BundlerRefusal */
export function refuseEntryPoint(value: unknown): void {
  if (typeof value !== 'string' || value.toLowerCase() !== ENTRY_POINT.toLowerCase())
    throw new BundlerRefusal('invalidParams', `The entry point must be ${ENTRY_POINT}`)
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [...(issue?.path ?? []), ...unknown].map(String).join('.')
  throw new BundlerRefusal('invalidParams', `${path || 'user operation'}: ${issue?.message ?? 'invalid'}`)
}

/** All gas that an operation may use. */
export function gasOf(operation: Operation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  return callGasLimit + verificationGasLimit + preVerificationGas + paymasterVerificationGasLimit + paymasterPostOpGasLimit
}

/** The hash that the account signs and by which the operation is found. */
export function hashOf(userOperation: Operation, chainId: number): Hex {
  return getUserOperationHash({ chainId, entryPointAddress: ENTRY_POINT, entryPointVersion: '0.8', userOperation })
}

/** The call of the EntryPoint that carries one operation out. */
export function handleOpsData(operation: Operation): Hex {
  const args = [[toPackedUserOperation(operation)], BUNDLER] as const
  return encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
}

const TX_GAS = 21_000n
/** What the EntryPoint does around one operation, and counts nowhere. */
const OVERHEAD_GAS = 19_500n
const WORD_GAS = 6n

/** What a bundler spends on an operation outside of what the EntryPoint measures: the transaction, its bytes, and work around the operation. */
export function preVerificationGasOf(operation: Operation): bigint {
  // Limits and a signature that are not known yet cost most where no byte of them is zero.
  const full = 2n ** 24n - 1n
  const whole: Operation = {
    ...operation,
    callGasLimit: full,
    verificationGasLimit: full,
    preVerificationGas: full,
    maxFeePerGas: 2n ** 40n - 1n,
    maxPriorityFeePerGas: 2n ** 40n - 1n,
    signature: `0x${'ff'.repeat(Math.max(65, size(operation.signature)))}`,
  }
  const data = handleOpsData(whole)
  let bytesGas = 0n
  for (let at = 2; at < data.length; at += 2) bytesGas += data.startsWith('00', at) ? 4n : 16n
  return TX_GAS + OVERHEAD_GAS + bytesGas + (WORD_GAS * BigInt(data.length)) / 64n
}
