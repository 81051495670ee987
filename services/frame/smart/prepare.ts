// A user operation as it is signed: what nodes, bundler and paymaster say is bounded, and none of them can change what the account does.
import { FrameError } from '../../../src/frame/frame-error.js'
import { readChainState, type ChainState } from '../approvals/prepare.js'
import type { Scope } from '../approvals/scope.js'
import { ApprovalError, type Hex, type SmartAccount, type UserOperation } from '../approvals/types.js'
import { readAddress, readHex, readQuantity, readRecord } from '../approvals/values.js'
import { NodeError } from '../nodes.js'
import { ENTRY_POINT, wireOf } from './operation.js'

/** Of the form of a signature, so that the account tries to read it, and never valid: gas is estimated with it. */
const NO_SIGNATURE: Hex = `0x${'7b'.repeat(32)}${'7a'.repeat(32)}1c`
/** More gas than any block has. */
const GAS_MAX = 100_000_000n
/** Of what a bundler estimates, what is added for a chain that has moved on: a tenth. */
const spare = (gas: bigint): bigint => gas + gas / 10n
const [GET_NONCE, BALANCE_OF] = ['0x35567e1a', '0x70a08231']

export interface Prepared {
  readonly operation: UserOperation
  readonly state: ChainState
  /** Of the account, with what it has in the EntryPoint; undefined where no node says. */
  readonly balance: bigint | undefined
}

/** @throws ApprovalError, FrameError FAILED when the bundler says that it would not take it */
export async function prepareOperation(
  scope: Scope,
  account: SmartAccount,
  callData: Hex,
  chainNumber: number,
): Promise<Prepared> {
  const [state, code, nonce, deposit] = await Promise.all([
    readChainState(scope, chainNumber),
    answerOf(scope, 'eth_getCode', [account.address, 'latest'], (answer) => readHex(answer, 'The code')),
    readNonce(scope, account),
    readWord(scope, `${BALANCE_OF}${wordOf(account.address)}`).catch(() => 0n),
  ])
  const tip = state.baseFee === undefined ? state.gasPrice : state.priority
  const start = {
    sender: account.address,
    nonce,
    ...(code === '0x' ? { factory: account.factory, factoryData: account.factoryData } : {}),
    callData,
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas: state.baseFee === undefined ? state.gasPrice : state.baseFee * 2n + tip,
    maxPriorityFeePerGas: tip,
  }
  const stub = account.hasPaymaster ? await askPaymaster(scope, 'pm_getPaymasterStubData', start, chainNumber) : undefined
  const limits = await estimate(scope, { ...start, ...stub })
  const operation = { ...start, ...stub, ...limits }
  const balance = state.balance === undefined ? undefined : state.balance + deposit
  if (!stub) return { operation, state, balance }
  const final = await askPaymaster(scope, 'pm_getPaymasterData', operation, chainNumber)
  // It has thought better of it, as when the operation is too dear.
  if (final?.paymaster !== stub.paymaster)
    return prepareOperation(scope, { ...account, hasPaymaster: false }, callData, chainNumber)
  return { operation: { ...operation, paymasterData: final.paymasterData }, state, balance }
}

/** Whether another operation, from another tab or device, has taken the number while the visitor read. */
export async function isOutdated(
  read: Scope['read'],
  { account, operation }: { readonly account: SmartAccount; readonly operation: UserOperation },
): Promise<boolean> {
  return (await readNonce({ read, signal: new AbortController().signal }, account)) > operation.nonce
}

/** The number of the account's next operation. */
const readNonce = (scope: Pick<Scope, 'read' | 'signal'>, { address }: SmartAccount): Promise<bigint> =>
  readWord(scope, `${GET_NONCE}${wordOf(address)}${'0'.repeat(64)}`)

const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')

function readWord(scope: Pick<Scope, 'read' | 'signal'>, data: string): Promise<bigint> {
  return answerOf(scope, 'eth_call', [{ to: ENTRY_POINT, data }, 'latest'], (answer) => {
    const hex = readHex(answer, 'The answer')
    return hex.length === 66 ? BigInt(hex) : undefined
  })
}

/** @throws ApprovalError SERVICES_UNAVAILABLE for no answer, and for one that says nothing that can be used */
async function answerOf<T>(
  { read, signal }: Pick<Scope, 'read' | 'signal'>,
  method: string,
  params: readonly unknown[],
  parse: (answer: unknown) => T | undefined,
): Promise<T> {
  try {
    const value = parse(await read(method, params))
    if (value !== undefined) return value
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FrameError) throw error // offline, or nobody is reached
    // A bundler's own words: the operation has reached it.
    if (error instanceof NodeError && method.includes('UserOperation'))
      throw new FrameError('FAILED', error.message || 'An error occurred', { rpcCode: error.rpcCode })
  }
  throw unavailable('No node of this chain answered')
}

const unavailable = (message: string) => new ApprovalError('SERVICES_UNAVAILABLE', message)

type Limits = Pick<UserOperation, 'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas'>
type Paying = Required<
  Pick<UserOperation, 'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'>
>

function readGas(value: unknown, what: string): bigint {
  const gas = readQuantity(value, what)
  if (gas > GAS_MAX) throw unavailable(`${what} is more than any block has`)
  return gas
}

function estimate(scope: Scope, operation: UserOperation): Promise<Limits & Partial<Paying>> {
  const params = [wireOf(operation, NO_SIGNATURE), ENTRY_POINT]
  return answerOf(scope, 'eth_estimateUserOperationGas', params, (answer) => {
    const said = readRecord(answer, 'The estimate')
    const gas = (key: keyof Paying | keyof Limits) => readGas(said[key], key)
    const has = (key: keyof Paying) => operation.paymaster !== undefined && said[key] !== undefined && said[key] !== null
    return {
      callGasLimit: spare(gas('callGasLimit')),
      verificationGasLimit: spare(gas('verificationGasLimit')),
      preVerificationGas: gas('preVerificationGas'),
      ...(has('paymasterVerificationGasLimit')
        ? { paymasterVerificationGasLimit: spare(gas('paymasterVerificationGasLimit')) }
        : {}),
      ...(has('paymasterPostOpGasLimit') ? { paymasterPostOpGasLimit: spare(gas('paymasterPostOpGasLimit')) } : {}),
    }
  })
}

/** ERC-7677. Undefined: it pays for nothing of this, so the account pays itself. */
async function askPaymaster(
  scope: Scope,
  method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData',
  operation: UserOperation,
  chainNumber: number,
): Promise<Paying | undefined> {
  const params = [wireOf(operation, NO_SIGNATURE), ENTRY_POINT, `0x${chainNumber.toString(16)}`, {}]
  try {
    const said = readRecord(await scope.read(method, params), 'The answer of the paymaster')
    const gas = (key: keyof Paying) => (said[key] === undefined ? 0n : readGas(said[key], key))
    return {
      paymaster: readAddress(said['paymaster'], 'paymaster'),
      paymasterData: said['paymasterData'] === undefined ? '0x' : readHex(said['paymasterData'], 'paymasterData'),
      paymasterVerificationGasLimit: gas('paymasterVerificationGasLimit'),
      paymasterPostOpGasLimit: gas('paymasterPostOpGasLimit'),
    }
  } catch {
    scope.signal.throwIfAborted()
    return undefined
  }
}
