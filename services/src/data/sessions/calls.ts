// What a user operation would do: the calls inside its call data, for the account interfaces in use. Anything else is not understood.
import { decodeAbiParameters, decodeFunctionData, pad, parseAbi, size, slice, zeroHash, type Address, type Hex } from 'viem'

/** One call of a user operation. */
export interface Call {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

/** SimpleAccount and Coinbase's; Safe's 4337 module; ERC-7579. */
const abi = parseAbi([
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function execute(bytes32 mode, bytes executionCalldata)',
])
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

/** `undefined` when it is not understood, when it delegates, and when it does nothing. */
export function decodeCalls(callData: Hex): readonly Call[] | undefined {
  const calls = attempt(() => decode(callData))
  return calls && calls.length > 0 && calls.length <= CALLS_MAX ? calls : undefined
}

function decode(data: Hex): readonly Call[] | undefined {
  const { functionName, args } = decodeFunctionData({ abi, data })
  if (functionName === 'executeBatch') return args[0]
  if (functionName !== 'execute') {
    const [to, value, inner, operation] = args
    return operation === 0 ? [{ to, value, data: inner }] : undefined
  }
  if (args.length === 3) return [{ to: args[0], value: args[1], data: args[2] }]
  const [mode, execution] = args
  if (mode === BATCH) return decodeAbiParameters(batch, execution)[0]
  return mode === SINGLE ? [packed(execution)] : undefined
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
