// What a user operation would do: the calls inside its call data, for the account interfaces in use. Anything else is not understood.
import {
  pad,
  parseAbi,
  size,
  slice,
  toFunctionSelector,
  zeroAddress,
  zeroHash,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem'
import { exactArguments, exactParameters } from './exact-abi.js'

/** One call of a user operation. */
export interface Call {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

/** SimpleAccount and Coinbase's; Safe's 4337 module; ERC-7579. */
const [execute, executeBatch, executeUserOp, executeUserOpWithErrorString, executeMode] = parseAbi([
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function execute(bytes32 mode, bytes executionCalldata)',
])
/** Functions of other accounts, of their modules and of contracts that make calls for whoever asks: Safe's, ERC-7579's, Multicall3's. */
const forwarding = parseAbi([
  'function executeBatch(address[] to, bytes[] data)',
  'function executeBatch(address[] to, uint256[] values, bytes[] data)',
  'function execute(address to, uint256 value, bytes data, uint8 operation)',
  'function executeFromExecutor(bytes32 mode, bytes calls)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256, uint256, uint256, address, address, bytes)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
  'function execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
  'function aggregate((address to, bytes data)[] calls)',
  'function tryAggregate(bool all, (address to, bytes data)[] calls)',
  'function blockAndAggregate((address to, bytes data)[] calls)',
  'function tryBlockAndAggregate(bool all, (address to, bytes data)[] calls)',
  'function aggregate3((address to, bool mayFail, bytes data)[] calls)',
  'function aggregate3Value((address to, bool mayFail, uint256 value, bytes data)[] calls)',
])
const forwardingSelectors = new Set<string>(
  [execute, executeBatch, executeUserOp, executeUserOpWithErrorString, executeMode, ...forwarding].map((item) =>
    toFunctionSelector(item),
  ),
)
const batch = [
  {
    type: 'tuple[]',
    components: [
      { type: 'address', name: 'to' },
      { type: 'uint256', name: 'value' },
      { type: 'bytes', name: 'data' },
    ],
  },
] as const
/** Modes of ERC-7579, whole: all but the first byte must be zero. The others say how a part may fail, and in ERC-7821 how the rest is read. */
const SINGLE = zeroHash
const BATCH = pad('0x01', { dir: 'right', size: 32 })
const CALLS_MAX = 32

/** `undefined` when it is not understood or not as an encoder writes it, when it delegates, and when it does nothing. */
export function decodeCalls(callData: Hex): readonly Call[] | undefined {
  const calls = attempt(() => decode(callData))
  return calls && calls.length > 0 && calls.length <= CALLS_MAX ? calls : undefined
}

/**
 * Whether one of the calls is to the account itself, whose owners, modules and upgrades it may change: by its address, by that of nobody, which
 * ERC-7821 reads as the account's, or through a function that makes calls for others, wherever its data names the account.
 */
export function callsItself(calls: readonly Call[], account: string): boolean {
  const own = account.toLowerCase()
  return calls.some(({ to, data }) => {
    const target = to.toLowerCase()
    if (target === own || target === zeroAddress) return true
    return forwardingSelectors.has(data.slice(0, 10).toLowerCase()) && data.toLowerCase().includes(own.slice(2))
  })
}

function decode(data: Hex): readonly Call[] | undefined {
  // Their types are those of the functions above.
  const read = (item: AbiFunction) => exactArguments(item, data)
  switch (data.slice(0, 10).toLowerCase()) {
    case toFunctionSelector(execute): {
      const [to, value, inner] = read(execute) as [Address, bigint, Hex]
      return [{ to, value, data: inner }]
    }
    case toFunctionSelector(executeBatch):
      return (read(executeBatch) as [readonly Call[]])[0]
    case toFunctionSelector(executeUserOp):
      return notDelegating(read(executeUserOp) as SafeCall)
    case toFunctionSelector(executeUserOpWithErrorString):
      return notDelegating(read(executeUserOpWithErrorString) as SafeCall)
    case toFunctionSelector(executeMode): {
      const [mode, execution] = read(executeMode) as [Hex, Hex]
      if (mode === BATCH) return exactParameters(batch, execution)[0]
      return mode === SINGLE ? [packed(execution)] : undefined
    }
    default:
      return undefined
  }
}

type SafeCall = [to: Address, value: bigint, data: Hex, operation: number]

function notDelegating([to, value, data, operation]: SafeCall): readonly Call[] | undefined {
  return operation === 0 ? [{ to, value, data }] : undefined
}

/** 20 bytes of target, 32 of value, the rest is data. */
function packed(execution: Hex): Call {
  const to = slice(execution, 0, 20)
  const value = BigInt(slice(execution, 20, 52, { strict: true }))
  return { to, value, data: size(execution) > 52 ? slice(execution, 52) : '0x' }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined // the caller's text: not decodable is the same as not understood
  }
}
