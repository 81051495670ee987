// A transaction as it is signed: what the page left open is asked of a node, whose answers are bounded, and what cannot be right is refused.
import type { Scope } from './scope.js'
import { ApprovalError, refuse, type AccessList, type EvmTransaction, type Hex } from './types.js'
import { isSame, onlyKeys, readAddress, readChainNumber, readHex, readList, readQuantity, readRecord } from './values.js'

const GAS_MIN = 21_000n
/** More than any block has: no node may make a visitor sign more. */
const GAS_MAX = 100_000_000n
/** Of the gas that a node estimates, what is added for a chain that has moved on: a quarter. */
const spare = (gas: bigint): bigint => gas + gas / 4n
/** Where a node says that a transaction fails. */
const GAS_OF_FAILING = 1_000_000n
const PRIORITY_DEFAULT = 1_500_000_000n

const fields = ['from', 'to', 'value', 'data', 'input', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']
const moreFields = ['nonce', 'chainId', 'type', 'accessList']
const STORAGE_KEYS_MAX = 256

/** What the page asks for; what it leaves open is undefined. */
export interface AskedTransaction {
  readonly to: Hex | undefined
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint | undefined
  readonly gasPrice: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  readonly nonce: bigint | undefined
  readonly accessList: AccessList | undefined
}

/** What a node says of the chain and the account. */
export interface ChainState {
  readonly baseFee: bigint | undefined
  readonly gasPrice: bigint
  readonly priority: bigint
  readonly gasLimit: bigint
  readonly nonce: bigint
  readonly pendingNonce: bigint
  readonly balance: bigint | undefined
}

/** Rows 67, 68: reads a transaction of `eth_sendTransaction`. @throws ApprovalError */
export function readTransaction(value: unknown, account: string, chainNumber: number): AskedTransaction {
  const tx = readRecord(value, 'The transaction')
  // A list of authorisations (EIP-7702) would hand the account to a contract. Blobs and all else that is not shown is not signed either.
  if (tx['authorizationList'] !== undefined)
    throw new ApprovalError('METHOD_NOT_ALLOWED', 'Pages cannot hand the account to a contract (authorizationList)')
  onlyKeys(tx, [...fields, ...moreFields], 'The transaction')
  if (tx['from'] !== undefined && !isSame(readAddress(tx['from'], 'from'), account)) refuse('from is not the connected account')
  if (tx['chainId'] !== undefined && readChainNumber(tx['chainId'], 'chainId') !== chainNumber)
    refuse('chainId is not the chain of the session')
  const optional = (key: string): bigint | undefined =>
    tx[key] === undefined || tx[key] === null ? undefined : readQuantity(tx[key], key)
  const [data, input] = ['data', 'input'].map((key) =>
    tx[key] === undefined || tx[key] === null ? undefined : readHex(tx[key], key),
  )
  if (data !== undefined && input !== undefined && data !== input) refuse('data and input are not the same')
  const to = tx['to'] === undefined || tx['to'] === null ? undefined : readAddress(tx['to'], 'to')
  const [gas, gasLimit] = [optional('gas'), optional('gasLimit')]
  if (gas !== undefined && gasLimit !== undefined && gas !== gasLimit) refuse('gas and gasLimit are not the same')
  const asked = {
    to,
    value: optional('value') ?? 0n,
    data: data ?? input ?? '0x',
    gas: gas ?? gasLimit,
    gasPrice: optional('gasPrice'),
    maxFeePerGas: optional('maxFeePerGas'),
    maxPriorityFeePerGas: optional('maxPriorityFeePerGas'),
    nonce: optional('nonce'),
    accessList: tx['accessList'] === undefined ? undefined : readAccessList(tx['accessList']),
  } as const
  if (to === undefined && asked.data === '0x') refuse('The transaction has neither to nor data')
  if (asked.gasPrice !== undefined && (asked.maxFeePerGas ?? asked.maxPriorityFeePerGas) !== undefined)
    refuse('Cannot specify both a `gasPrice` and a `maxFeePerGas`/`maxPriorityFeePerGas`.')
  return asked
}

function readAccessList(value: unknown): AccessList {
  const list = readList(value, 'accessList').map((entry) => {
    const { address, storageKeys } = readRecord(entry, 'An entry of accessList')
    const keys = readList(storageKeys, 'storageKeys').map((key) => readHex(key, 'A storage key'))
    if (!keys.every((key) => key.length === 66)) refuse('A storage key has not 32 bytes')
    return { address: readAddress(address, 'address'), storageKeys: keys }
  })
  if (list.length > STORAGE_KEYS_MAX || list.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0) > STORAGE_KEYS_MAX)
    return refuse('accessList is too long')
  return list
}

/** Row 73: asks a node for the chain's state. @throws ApprovalError when it is of another chain, or says nothing that can be used */
export async function readChainState(scope: Scope, chainNumber: number): Promise<ChainState> {
  const { account } = scope.request
  const unavailable = new ApprovalError('SERVICES_UNAVAILABLE', 'No node of this chain answered')
  const read = async (method: string, params: readonly unknown[]): Promise<bigint> =>
    readQuantity(await scope.read(method, params), method)
  const orNothing = (answer: Promise<bigint>): Promise<bigint | undefined> => answer.catch(() => undefined)
  try {
    const [id, block, gasPrice, priority, nonce, pending, balance] = await Promise.all([
      read('eth_chainId', []),
      scope.read('eth_getBlockByNumber', ['latest', false]),
      orNothing(read('eth_gasPrice', [])),
      orNothing(read('eth_maxPriorityFeePerGas', [])),
      read('eth_getTransactionCount', [account, 'latest']),
      orNothing(read('eth_getTransactionCount', [account, 'pending'])),
      orNothing(read('eth_getBalance', [account, 'latest'])),
    ])
    if (id !== BigInt(chainNumber)) throw new ApprovalError('UNSUPPORTED_CHAIN', 'The node is of another chain')
    const { baseFeePerGas, gasLimit } = readRecord(block, 'The block')
    const baseFee = baseFeePerGas === undefined ? undefined : readQuantity(baseFeePerGas, 'baseFeePerGas')
    if (baseFee === undefined && gasPrice === undefined) throw unavailable
    if (nonce > 2n ** 32n) throw unavailable
    return {
      baseFee,
      gasPrice: gasPrice ?? (baseFee ?? 0n) + PRIORITY_DEFAULT,
      priority: priority ?? PRIORITY_DEFAULT,
      gasLimit: readQuantity(gasLimit, 'gasLimit'),
      nonce,
      pendingNonce: pending !== undefined && pending > nonce ? pending : nonce,
      balance,
    }
  } catch (error) {
    scope.signal.throwIfAborted()
    throw error instanceof ApprovalError && error.code === 'UNSUPPORTED_CHAIN' ? error : unavailable
  }
}

/** Row 70: the transaction with all its fields. @param place of it in a batch @throws ApprovalError for what the chain would not take */
export async function completeTransaction(
  scope: Scope,
  asked: AskedTransaction,
  state: ChainState,
  chainNumber: number,
  place = 0,
  gasOf?: bigint,
): Promise<EvmTransaction> {
  const nonce = asked.nonce ?? state.pendingNonce + BigInt(place)
  if (nonce < state.nonce) refuse('Nonce provided for the transaction is lower than the current nonce of the account.')
  if (nonce > state.pendingNonce + BigInt(place)) scope.warn('warn.nonceGap', 'note')
  if (nonce > BigInt(Number.MAX_SAFE_INTEGER)) refuse('nonce is too high')
  const gas = asked.gas ?? gasOf ?? (await estimate(scope, asked))
  if (gas < GAS_MIN) refuse('The amount of gas provided for the transaction is too low.')
  if (gas > GAS_MAX || gas > state.gasLimit)
    refuse('The amount of gas provided for the transaction exceeds the limit allowed for the block.')
  const base = {
    chainId: chainNumber,
    nonce: Number(nonce),
    to: asked.to ?? null,
    value: asked.value,
    data: asked.data,
    gas,
  } as const
  const list = asked.accessList === undefined ? {} : { accessList: asked.accessList }
  if (asked.gasPrice !== undefined || state.baseFee === undefined) {
    if (asked.accessList !== undefined || asked.maxFeePerGas !== undefined)
      refuse('This chain takes transactions with gasPrice alone')
    return { type: 'legacy', ...base, gasPrice: asked.gasPrice ?? state.gasPrice }
  }
  const tip =
    asked.maxPriorityFeePerGas ??
    (asked.maxFeePerGas !== undefined && asked.maxFeePerGas < state.priority ? asked.maxFeePerGas : state.priority)
  const maxFeePerGas = asked.maxFeePerGas ?? state.baseFee * 2n + tip
  if (tip > maxFeePerGas) refuse('The provided tip (`maxPriorityFeePerGas`) cannot be higher than the fee cap (`maxFeePerGas`).')
  if (maxFeePerGas < state.baseFee) scope.warn('warn.feeTooLow', 'note')
  return { type: 'eip1559', ...base, ...list, maxFeePerGas, maxPriorityFeePerGas: tip }
}

async function estimate(scope: Scope, { to, value, data, accessList }: AskedTransaction): Promise<bigint> {
  const { account } = scope.request
  const call = {
    from: account,
    ...(to ? { to } : {}),
    value: `0x${value.toString(16)}`,
    data,
    ...(accessList ? { accessList } : {}),
  }
  try {
    const gas = readQuantity(await scope.read('eth_estimateGas', [call]), 'gas')
    return gas === GAS_MIN ? gas : spare(gas)
  } catch {
    scope.signal.throwIfAborted()
    scope.warn('warn.willFail', 'danger')
    return GAS_OF_FAILING
  }
}

/** The most that the fee can be, in base units. */
export const feeCapOf = (transaction: EvmTransaction): bigint =>
  transaction.gas * (transaction.type === 'legacy' ? transaction.gasPrice : transaction.maxFeePerGas)
