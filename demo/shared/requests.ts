// What a page asks a wallet for, parsed and put into plain words; shared by the demo phone wallet and the injected test wallet.
import { hexToString, isHex } from 'viem'
import * as z from 'zod/mini'
import { ProviderRpcError } from '../../src/vocabulary/rpc-error.js'
import { permissionParams, revokeParams } from '../../src/connectors/mock/permissions.js'
import { formatEther, shortAddress } from './chain.js'

const hex = z.custom<`0x${string}`>((value) => isHex(value))
const address = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value))
const quantity = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value))

const transaction = z.object({
  from: address,
  to: z.optional(z.nullable(address)),
  value: z.optional(quantity),
  data: z.optional(hex),
  input: z.optional(hex),
  gas: z.optional(quantity),
})
const typedData = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

export type TypedData = z.output<typeof typedData>
export type WalletRequest =
  | {
      readonly method: 'personal_sign'
      readonly message: string
      readonly isText: boolean
      readonly raw: string
      readonly address: string
    }
  | { readonly method: 'eth_signTypedData_v4'; readonly address: string; readonly typedData: TypedData }
  | { readonly method: 'eth_sendTransaction'; readonly transaction: TransactionRequest }
  | { readonly method: 'wallet_switchEthereumChain'; readonly chainId: number }
  | { readonly method: 'wallet_grantPermissions'; readonly asked: z.output<typeof permissionParams>[0] }
  | { readonly method: 'wallet_revokePermissions'; readonly pci: string; readonly address: string | undefined }

export interface TransactionRequest {
  readonly from: `0x${string}`
  readonly to: `0x${string}` | undefined
  readonly value: bigint
  readonly data: `0x${string}` | undefined
  readonly gas: bigint | undefined
}

/** Methods that a person is asked about. */
export const askedMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_signTypedData',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
] as const

const invalid = () => new ProviderRpcError(-32_602, 'Invalid parameters')

/** @throws ProviderRpcError 4200 for a method this wallet has not, -32602 for parameters of the wrong shape. */
export function parseRequest(method: string, params: unknown): WalletRequest {
  switch (method) {
    case 'personal_sign': {
      const [raw, signer] = parse(z.tuple([z.string(), address]), Array.isArray(params) ? params.slice(0, 2) : params)
      return { method, ...decodeMessage(raw), raw, address: signer }
    }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v4': {
      const [signer, content] = parse(z.tuple([address, z.unknown()]), params)
      return { method: 'eth_signTypedData_v4', address: signer, typedData: parse(typedData, parseJson(content)) }
    }
    case 'eth_sendTransaction': {
      const list = parse(z.array(z.unknown()), params)
      return { method, transaction: toTransaction(parse(transaction, list[0])) }
    }
    case 'wallet_switchEthereumChain': {
      const list = parse(z.array(z.unknown()), params)
      return { method, chainId: Number(parse(z.object({ chainId: quantity }), list[0]).chainId) }
    }
    case 'wallet_grantPermissions':
      return { method, asked: parse(permissionParams, params)[0] }
    case 'wallet_revokePermissions': {
      const [{ pci, address }] = parse(revokeParams, params)
      return { method, pci, address }
    }
    default:
      throw new ProviderRpcError(4200, `${method} is not supported by this wallet`)
  }
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (!result.success) throw invalid()
  return result.data
}

function parseJson(content: unknown): unknown {
  if (typeof content !== 'string') return content
  try {
    return JSON.parse(content)
  } catch {
    throw invalid()
  }
}

/** personal_sign takes hex bytes or, from older pages, the text itself. Bytes that are no text stay hex. */
function decodeMessage(raw: string): { message: string; isText: boolean } {
  if (!isHex(raw)) return { message: raw, isText: true }
  const text = hexToString(raw)
  const isText = !/[\uFFFD\u0000-\u0008\u000E-\u001F]/.test(text)
  return { message: isText ? text : raw, isText }
}

function toTransaction(input: z.output<typeof transaction>): TransactionRequest {
  return {
    from: input.from,
    to: input.to ?? undefined,
    value: input.value === undefined ? 0n : BigInt(input.value),
    data: input.data ?? input.input,
    gas: input.gas === undefined ? undefined : BigInt(input.gas),
  }
}

/** A request in plain words. */
export interface Description {
  readonly title: string
  readonly verb: string
  readonly facts: readonly { readonly label: string; readonly value: string; readonly long?: string | undefined }[]
  /** The text to be signed, as it is. */
  readonly text?: string | undefined
  readonly warning?: string | undefined
}

export function describe(request: WalletRequest, nameOf: (chainId: string) => string): Description {
  switch (request.method) {
    case 'personal_sign':
      return {
        title: 'Sign a message',
        verb: 'Sign',
        facts: [{ label: 'With', value: shortAddress(request.address), long: request.address }],
        text: request.message,
        warning: request.isText ? undefined : 'This is not readable text. Sign only if you know what it is.',
      }
    case 'eth_signTypedData_v4': {
      const { typedData } = request
      const domain = typedData.domain['name']
      return {
        title: 'Sign structured data',
        verb: 'Sign',
        facts: [
          { label: 'Kind', value: typedData.primaryType },
          ...(typeof domain === 'string' ? [{ label: 'For', value: domain }] : []),
          { label: 'With', value: shortAddress(request.address), long: request.address },
        ],
        text: JSON.stringify(typedData.message, null, 2),
      }
    }
    case 'eth_sendTransaction':
      return describeTransaction(request.transaction)
    case 'wallet_switchEthereumChain':
      return { title: `Switch to ${nameOf(`eip155:${request.chainId}`)}`, verb: 'Switch', facts: [] }
    case 'wallet_grantPermissions':
      return {
        title: 'Give this site permissions?',
        verb: 'Grant',
        facts: [{ label: 'Until', value: new Date(request.asked.expiry * 1000).toLocaleString() }],
        text: JSON.stringify(request.asked.permissions, null, 2),
      }
    case 'wallet_revokePermissions':
      return { title: 'Take permissions back?', verb: 'Sign', facts: [], text: request.pci }
  }
}

function describeTransaction({ from, to, value, data }: TransactionRequest): Description {
  const bytes = data === undefined || data === '0x' ? 0 : (data.length - 2) / 2
  const title = to === undefined ? 'Deploy a contract' : bytes > 0 ? 'Call a contract' : 'Send coins'
  return {
    title,
    verb: 'Send',
    facts: [
      { label: 'Amount', value: formatEther(value) },
      { label: 'From', value: shortAddress(from), long: from },
      ...(to === undefined ? [] : [{ label: 'To', value: shortAddress(to), long: to }]),
      ...(bytes > 0 ? [{ label: 'Data', value: `${bytes} bytes, selector ${data?.slice(0, 10) ?? ''}`, long: data }] : []),
    ],
    warning: to !== undefined && bytes > 0 ? 'This runs code of the contract named above.' : undefined,
  }
}
