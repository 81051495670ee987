// User operations of smart accounts on the devnet: made, signed and, without any bundler, sent to the EntryPoint.
import { encodeAbiParameters, encodeFunctionData, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { entryPoint08Abi, getUserOperationHash, toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { accountFactoryAbi, smartAccountAbi } from '../../devnet/abis.js'
import { ACCOUNT_FACTORY, BUNDLER, BUNDLER_KEY, ENTRY_POINT } from '../../devnet/manifest.js'
import { readerOf, walletOf } from './devnet.js'

export type Operation = UserOperation<'0.8'>
export interface Call {
  readonly target: Hex
  readonly value?: bigint
  readonly data?: Hex
}
type Chain = Parameters<typeof readerOf>[0]

/** A batch of ERC-7821. */
export const BATCH: Hex = `0x01${'00'.repeat(31)}`

/** What an account is asked to do. */
export function executeData(calls: readonly Call[]): Hex {
  const executionData = encodeAbiParameters(
    [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] }],
    [calls.map(({ target, value = 0n, data = '0x' }) => [target, value, data] as const)],
  )
  return encodeFunctionData({ abi: smartAccountAbi, functionName: 'execute', args: [BATCH, executionData] })
}

export function addressOf(chain: Chain, owner: Hex, salt = 0n): Promise<Hex> {
  return readerOf(chain).readContract({
    address: ACCOUNT_FACTORY,
    abi: accountFactoryAbi,
    functionName: 'getAddress',
    args: [owner, salt],
  })
}

/** What makes the account of an owner. */
export function factoryOf(owner: Hex, salt = 0n): { readonly factory: Hex; readonly factoryData: Hex } {
  const factoryData = encodeFunctionData({ abi: accountFactoryAbi, functionName: 'createAccount', args: [owner, salt] })
  return { factory: ACCOUNT_FACTORY, factoryData }
}

/** With limits that are enough for every test, unsigned. */
export async function operationOf(chain: Chain, owner: Hex, calls: readonly Call[]): Promise<Operation> {
  const reader = readerOf(chain)
  const sender = await addressOf(chain, owner)
  const isThere = (await reader.getCode({ address: sender })) !== undefined
  const nonce = await reader.readContract({
    address: ENTRY_POINT,
    abi: entryPoint08Abi,
    functionName: 'getNonce',
    args: [sender, 0n],
  })
  return {
    sender,
    nonce,
    ...(isThere ? {} : factoryOf(owner)),
    callData: executeData(calls),
    callGasLimit: 500_000n,
    verificationGasLimit: 500_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    signature: '0x',
  }
}

export function hashOf(operation: Operation): Hex {
  return getUserOperationHash({
    chainId: 31_337,
    entryPointAddress: ENTRY_POINT,
    entryPointVersion: '0.8',
    userOperation: operation,
  })
}

export async function signed(operation: Operation, key: Hex): Promise<Operation> {
  return { ...operation, signature: await privateKeyToAccount(key).sign({ hash: hashOf(operation) }) }
}

/** @throws what the EntryPoint says */
export async function handleOps(chain: Chain, operation: Operation) {
  const args = [[toPackedUserOperation(operation)], BUNDLER] as const
  const { request } = await readerOf(chain).simulateContract({
    account: privateKeyToAccount(BUNDLER_KEY),
    address: ENTRY_POINT,
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args,
  })
  const hash = await walletOf(chain, BUNDLER_KEY).writeContract(request)
  return readerOf(chain).waitForTransactionReceipt({ hash })
}
