// What the parts of an approval say to each other: what is asked, what is shown, what is signed.
import type { MessageKey } from './messages.js'

/** An address or call data in hex, as viem types it. */
export type Hex = `0x${string}`

/** A smart account, deployed or not. */
export interface SmartAccount {
  /** CAIP-2. */
  readonly chainId: string
  readonly address: Hex
  /** The address of the key that commands it. */
  readonly owner: Hex
  readonly factory: Hex
  /** Call of the factory that makes the account. */
  readonly factoryData: Hex
  /** Whether the services have somebody who may pay the fees. */
  readonly hasPaymaster: boolean
}

/** A request of a page that needs the visitor's consent. */
export interface ApprovalRequest {
  readonly method: string
  readonly params: unknown
  /** CAIP-2. The chain of the session, never one that the page names in the request. */
  readonly chainId: string
  /** The origin at the other end of the channel, as the browser tells it. */
  readonly origin: string
  /** Plain address of the account that would sign. */
  readonly account: string
  /** The account, where it is a contract that the key commands. */
  readonly smart?: SmartAccount | undefined
  /** Of the visitor: what only the real frame can show. */
  readonly phrase?: string | undefined
}

/** A chain that the frame knows. */
export interface ApprovalChain {
  readonly name: string
  readonly nativeSymbol: string
  readonly decimals: number
  /** Base units of the chain's coin from which on a fee is called high; one whole coin by default. */
  readonly feeLimit?: bigint | undefined
  /** The nodes come from the page: what they say is its word. */
  readonly isPageRpc?: boolean | undefined
}

/** A contract that the frame's own list knows. */
export interface KnownContract {
  readonly name: string
  /** `wrapped` is the token of the chain's own coin: coins may be sent to it. */
  readonly kind: 'token' | 'wrapped' | 'contract'
  readonly symbol?: string | undefined
  readonly decimals?: number | undefined
}

/** What describing may ask and know. */
export interface ApprovalContext {
  /** Unix milliseconds, by the server's clock. */
  readonly now: number
  readonly chains: Readonly<Record<string, ApprovalChain>>
  /** Asks a node of the chain. What it answers is not trusted. */
  read(chainId: string, call: { readonly method: string; readonly params: unknown }, signal?: AbortSignal): Promise<unknown>
  /** A contract of the frame's own list; the address is in lower case. */
  knownContract?(chainId: string, address: string): KnownContract | undefined
  /** The name of an address, where name and address lead to each other. */
  nameOf?(chainId: string, address: string, signal?: AbortSignal): Promise<string | undefined>
  /** The address to which the visitor has sent with that name before; lower case. */
  lastAddressOf?(name: string): string | undefined
  /** Whether the key may command contracts: then no page gets it to sign what is theirs to ask for. */
  readonly hasSmartAccounts?: boolean | undefined
}

/** A value of a row. Texts are safe to show: what could hide or reverse is spelled out. */
export type Value =
  | { readonly type: 'text'; readonly text: string }
  /** A text with lines, or hex: shown in a box of its own. */
  | { readonly type: 'block'; readonly text: string }
  | { readonly type: 'phrase'; readonly key: MessageKey }
  | {
      readonly type: 'address'
      readonly address: string
      readonly name?: string | undefined
      readonly isSelf?: boolean | undefined
    }
  | {
      readonly type: 'amount'
      readonly amount: bigint
      readonly decimals: number
      readonly symbol: string
      /** The contract of a token that is on no list of ours: what it calls itself proves nothing. */
      readonly unverified?: string | undefined
    }
  /** An allowance without end, of what. */
  | { readonly type: 'unlimited'; readonly symbol: string; readonly unverified?: string | undefined }
  /** Unix milliseconds; `undefined`: never. */
  | { readonly type: 'time'; readonly at: number | undefined }

/** One line of what is shown. */
export interface Row {
  readonly label: MessageKey
  readonly value: Value
  /** Shown in red. */
  readonly danger?: boolean
}

/** Something the visitor should know. `danger` makes the approval risky. */
export interface Warning {
  readonly key: MessageKey
  readonly level: 'note' | 'danger'
  readonly values?: Readonly<Record<string, string>> | undefined
}

/** A decoded call: what it does, with which values, and the calls within it. */
export interface CallView {
  readonly title: MessageKey
  readonly rows: readonly Row[]
  readonly calls: readonly CallView[]
  readonly editable?: EditableAllowance | undefined
}

/** What a node says that would change. */
export interface Simulation {
  readonly status: 'done' | 'reverts'
  readonly changes: readonly { readonly direction: 'in' | 'out'; readonly value: Value }[]
}

interface TransactionFields {
  readonly chainId: number
  readonly nonce: number
  /** `null`: the transaction makes a contract. */
  readonly to: Hex | null
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
}

/** A transaction with all its fields, as it is signed. */
export type EvmTransaction =
  | (TransactionFields & { readonly type: 'legacy'; readonly gasPrice: bigint })
  | (TransactionFields & {
      readonly type: 'eip1559'
      readonly maxFeePerGas: bigint
      readonly maxPriorityFeePerGas: bigint
      readonly accessList?: AccessList
    })

export type AccessList = readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]

/** EIP-712 data, read strictly: nothing in it that was not shown. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** A user operation (ERC-4337) with all its fields, as it is signed. */
export interface UserOperation {
  readonly sender: Hex
  readonly nonce: bigint
  /** Makes the account before its first operation. */
  readonly factory?: Hex
  readonly factoryData?: Hex
  readonly callData: Hex
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Pays the fee; without it the account pays. */
  readonly paymaster?: Hex
  readonly paymasterData?: Hex
  readonly paymasterVerificationGasLimit?: bigint
  readonly paymasterPostOpGasLimit?: bigint
}

/** Exactly what the keyring signs. */
export type SignPlan =
  /** EIP-191 version 0x45 over these bytes. */
  | { readonly type: 'eip191'; readonly message: Uint8Array }
  | { readonly type: 'eip712'; readonly typedData: TypedData }
  | { readonly type: 'evmTransaction'; readonly transaction: EvmTransaction }
  /** One after the other, each sent before the next is signed. */
  | { readonly type: 'evmTransactions'; readonly transactions: readonly EvmTransaction[] }
  /** Data by which the key signs for a smart account, and what follows its signature. */
  | { readonly type: 'smartSignature'; readonly account: SmartAccount; readonly typedData: TypedData; readonly tail: Hex }
  | {
      readonly type: 'userOperation'
      readonly account: SmartAccount
      readonly operation: UserOperation
      readonly chainNumber: number
    }
  | { readonly type: 'solanaMessage'; readonly message: Uint8Array }
  /** In wire format, as it came. */
  | { readonly type: 'solanaTransaction'; readonly transaction: Uint8Array }
  | { readonly type: 'solanaTransactions'; readonly transactions: readonly Uint8Array[] }

/** An allowance whose amount the visitor may change. */
export interface EditableAllowance {
  readonly amount: bigint
  readonly isUnlimited: boolean
  readonly decimals: number
  readonly symbol: string
  /** The same approval with another amount, and other bytes. */
  with(amount: bigint): Promise<Approval>
}

/** An approval without what is the same for every method: who asks, and what the warnings come to. */
export type Described = Omit<Approval, 'head' | 'risk'>

/** What the visitor is shown, and what is signed when he approves. */
export interface Approval {
  readonly kind:
    | 'message'
    | 'signIn'
    | 'typedData'
    | 'permit'
    | 'transaction'
    | 'approval'
    | 'batch'
    | 'solanaMessage'
    | 'solanaTransaction'
  readonly title: MessageKey
  /** The word on the button that approves. */
  readonly action: MessageKey
  /** `risky` as soon as one warning is a danger. */
  readonly risk: 'normal' | 'risky'
  readonly warnings: readonly Warning[]
  /** Who asks: origin, network, account. */
  readonly head: readonly Row[]
  readonly rows: readonly Row[]
  readonly calls: readonly CallView[]
  /** What is signed, for those who read such things. */
  readonly raw: string
  readonly simulation?: Simulation | undefined
  readonly editable?: EditableAllowance | undefined
  readonly sign: SignPlan
}

/** Why a request is refused without asking. The codes are those of the frame's error replies. */
export class ApprovalError extends Error {
  override readonly name = 'ApprovalError'
  constructor(
    readonly code:
      | 'INVALID_PARAMS'
      | 'METHOD_NOT_ALLOWED'
      | 'METHOD_NOT_SUPPORTED'
      | 'UNSUPPORTED_CHAIN'
      | 'SERVICES_UNAVAILABLE',
    /** English, for the developer of the page. */
    message: string,
    readonly rpcCode: number = rpcCodes[code],
  ) {
    super(message)
  }
}

const rpcCodes = {
  INVALID_PARAMS: -32602,
  METHOD_NOT_ALLOWED: 4100,
  METHOD_NOT_SUPPORTED: 4200,
  UNSUPPORTED_CHAIN: 32603,
  SERVICES_UNAVAILABLE: -32603,
} as const

/** @throws ApprovalError INVALID_PARAMS */
export function refuse(message: string): never {
  throw new ApprovalError('INVALID_PARAMS', message)
}
