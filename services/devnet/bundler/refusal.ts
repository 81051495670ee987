// What the bundler refuses, with the codes of ERC-7769; and how the words of the EntryPoint become one of them.
import { BaseError, ContractFunctionRevertedError, type Hex } from 'viem'

/** Codes of ERC-7769; the last four are those of JSON-RPC. */
export const refusalCodes = {
  /** The EntryPoint refuses: the account cannot be made, or does not agree, or cannot pay. */
  entryPoint: -32500,
  paymaster: -32501,
  /** Validation reads what it must not (ERC-7562). */
  rules: -32502,
  outOfTime: -32503,
  signature: -32507,
  paymasterPoor: -32508,
  /** What the account was asked to do reverts. */
  reverted: -32521,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const

/** A refusal that the caller gets to see. */
export class BundlerRefusal extends Error {
  override readonly name = 'BundlerRefusal'
  readonly code: number
  readonly data: Hex | undefined
  constructor(code: keyof typeof refusalCodes, message: string, data?: Hex) {
    super(message)
    this.code = refusalCodes[code]
    this.data = data
  }
}

/** The refusal that a call of the EntryPoint ended with; undefined for any other failure, such as a node that is away. */
export function readRevert(error: unknown): BundlerRefusal | undefined {
  if (!(error instanceof BaseError)) return undefined
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!(revert instanceof ContractFunctionRevertedError)) return undefined
  const { errorName, args = [] } = revert.data ?? {}
  if (errorName !== 'FailedOp' && errorName !== 'FailedOpWithRevert')
    return new BundlerRefusal('entryPoint', errorName ?? 'The EntryPoint reverts', revert.raw)
  const [, reason, inner] = args as readonly [bigint, string, Hex?]
  return new BundlerRefusal(kindOf(reason), reason, inner)
}

/** @param reason such as `AA24 signature error` */
function kindOf(reason: string): keyof typeof refusalCodes {
  switch (reason.slice(0, 4)) {
    case 'AA24':
    case 'AA34':
      return 'signature'
    case 'AA22':
    case 'AA32':
      return 'outOfTime'
    case 'AA31':
      return 'paymasterPoor'
    default:
      return /^AA[35]/.test(reason) ? 'paymaster' : 'entryPoint'
  }
}
