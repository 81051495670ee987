// How much gas an operation needs: found by trying, with the simulations of the EntryPoint's makers in the place of its code.
import { encodeFunctionData, parseAbi, parseEventLogs, type Hex, type PublicClient, type StateOverride } from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { readSimulations } from '../artifacts.js'
import { ENTRY_POINT } from '../manifest.js'
import { gasOf, preVerificationGasOf, type Operation } from './operation.js'
import { BundlerRefusal, readRevert } from './refusal.js'

const simulationsAbi = [
  ...parseAbi([
    'struct Op { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
    'function simulateValidation(Op op)',
    'function simulateHandleOp(Op op, address target, bytes data)',
  ]),
  ...entryPoint08Abi.filter(({ type }) => type === 'error'),
] as const

/** Largest limit that is tried. */
const LIMIT_MAX = 6_000_000n
/** The search ends when the bounds are so near. */
const STEP = 1_500n

type Limit = 'verificationGasLimit' | 'callGasLimit' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'
/** What `eth_estimateUserOperationGas` answers. */
export type GasEstimate = Readonly<Record<'preVerificationGas' | Limit, bigint>>

/**
 * The least limits with which the operation still does what it does with large ones, and a tenth on top. Fees are not looked at: whether the account
 * can pay is seen when the operation is sent. @throws BundlerRefusal for an operation that fails with any gas
 */
export async function estimate(client: PublicClient, operation: Operation): Promise<GasEstimate> {
  const fee = await feeFor(client, operation)
  const large: Operation = {
    ...operation,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
    verificationGasLimit: LIMIT_MAX,
    callGasLimit: LIMIT_MAX,
    ...(operation.paymaster === undefined
      ? {}
      : { paymasterVerificationGasLimit: LIMIT_MAX, paymasterPostOpGasLimit: LIMIT_MAX }),
  }
  const overrides = await overridesFor(client, large)
  await validate(client, large, overrides)
  const failed = await execute(client, large, overrides)
  if (failed) throw failed
  const isValid = (limits: Partial<Operation>) =>
    validate(client, { ...large, ...limits }, overrides).then(
      () => true,
      (error: unknown) => {
        if (error instanceof BundlerRefusal) return false
        throw error
      },
    )
  const isDone = async (limits: Partial<Operation>) => (await execute(client, { ...large, ...limits }, overrides)) === undefined
  const search = async (name: Limit, isEnough: (limits: Partial<Operation>) => Promise<boolean>) =>
    withReserve(await least((limit) => isEnough({ [name]: limit })))
  const hasPaymaster = operation.paymaster !== undefined
  const [verificationGasLimit, callGasLimit, paymasterVerificationGasLimit, paymasterPostOpGasLimit] = await Promise.all([
    search('verificationGasLimit', isValid),
    search('callGasLimit', isDone),
    hasPaymaster ? search('paymasterVerificationGasLimit', isValid) : 0n,
    hasPaymaster ? search('paymasterPostOpGasLimit', isDone) : 0n,
  ])
  return {
    preVerificationGas: preVerificationGasOf(operation),
    verificationGasLimit,
    callGasLimit,
    paymasterVerificationGasLimit,
    paymasterPostOpGasLimit,
  }
}

/** Bisection between zero and `LIMIT_MAX`, which is known to be enough. */
async function least(isEnough: (limit: bigint) => Promise<boolean>): Promise<bigint> {
  if (await isEnough(0n)) return 0n
  let low = 0n
  let high = LIMIT_MAX
  while (high - low > STEP) {
    // Most operations need little: the first guesses are small.
    const guess = low === 0n && high > 400_000n ? high / 8n : (low + high) / 2n
    if (await isEnough(guess)) high = guess
    else low = guess
  }
  return high
}

function withReserve(limit: bigint): bigint {
  return limit + limit / 10n
}

/** The simulations in the EntryPoint's place, and an account that can pay the fee of `large` beside what it has. */
async function overridesFor(client: PublicClient, large: Operation): Promise<StateOverride> {
  const inPlace = { address: ENTRY_POINT, code: readSimulations() } as const
  if (large.paymaster !== undefined) return [inPlace]
  const balance = await client.getBalance({ address: large.sender })
  return [inPlace, { address: large.sender, balance: balance + gasOf(large) * large.maxFeePerGas }]
}

/** One wei, or so much that the account has to pay beside what the EntryPoint still keeps for it: paying takes gas as well. */
async function feeFor(client: PublicClient, { sender, paymaster }: Operation): Promise<bigint> {
  if (paymaster !== undefined) return 1n
  const call = { address: ENTRY_POINT, abi: entryPoint08Abi, functionName: 'balanceOf', args: [sender] } as const
  return (await client.readContract(call)) / LIMIT_MAX + 1n // one of the limits is always that large
}

/** @throws BundlerRefusal when account, factory or paymaster do not validate; a wrong signature is none, as it is not there yet */
async function validate(client: PublicClient, operation: Operation, stateOverride: StateOverride): Promise<void> {
  try {
    await client.simulateContract({
      address: ENTRY_POINT,
      abi: simulationsAbi,
      functionName: 'simulateValidation',
      args: [toPackedUserOperation(operation)],
      stateOverride,
    })
  } catch (error) {
    throw readRevert(error) ?? error
  }
}

/** Undefined: the account does what it is asked to do. */
async function execute(
  client: PublicClient,
  operation: Operation,
  stateOverrides: StateOverride,
): Promise<BundlerRefusal | undefined> {
  const args = [toPackedUserOperation(operation), '0x0000000000000000000000000000000000000000', '0x'] as const
  const data = encodeFunctionData({ abi: simulationsAbi, functionName: 'simulateHandleOp', args })
  const [block] = await client.simulateBlocks({
    blocks: [{ calls: [{ to: ENTRY_POINT, data }], stateOverrides }],
  })
  const [call] = block?.calls ?? []
  if (call?.status !== 'success') return new BundlerRefusal('reverted', 'The operation fails')
  const logs = parseEventLogs({ abi: entryPoint08Abi, logs: [...(call.logs ?? [])] })
  let reason: Hex | undefined
  for (const { eventName, args: values } of logs) {
    if (eventName === 'UserOperationRevertReason' || eventName === 'PostOpRevertReason') reason = values.revertReason
    if (eventName === 'UserOperationEvent' && values.success) return undefined
  }
  return new BundlerRefusal('reverted', 'What the account is asked to do reverts', reason)
}
