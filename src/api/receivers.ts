// Who a transfer goes to: reads typed addresses strictly, and asks the nodes of a chain what is at an address.
import * as z from 'zod/mini'
import { getAddress } from 'viem/utils'
import type { Namespace } from '../vocabulary/caip.js'
import { isEvmAddressLoose } from '../vocabulary/caip.js'
import { walletError } from '../vocabulary/errors.js'
import { callRpc, type RpcWorld } from './rpc.js'
import { readSolanaAddress } from './solana-addresses.js'

const codeSchema = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i))
const lamportsSchema = z.union([z.bigint(), z.int().check(z.minimum(0))])
const accountSchema = z.object({
  value: z.nullable(z.object({ owner: z.string(), executable: z.boolean(), lamports: lamportsSchema })),
})
/** The code of an account that has delegated to a contract and still signs for itself (EIP-7702). */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

/** The address that belongs to everybody's default: what is sent there is lost. */
const nobody: Readonly<Partial<Record<Namespace, string>>> = {
  eip155: '0x0000000000000000000000000000000000000000',
  solana: '11111111111111111111111111111111', // the System program
}
const SYSTEM_PROGRAM = nobody.solana
/** Token program and Token-2022: the owners of mints and of accounts that hold tokens. */
export const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/**
 * The address that a text is, in the form that the chain's users write: with its check sum (EIP-55) on EVM chains, where `0x` may be left out
 * (specification §5). A mixed-case text must have its check sum. On Solana base58 of exactly 32 bytes.
 * @returns undefined for anything else, and in other namespaces
 */
export function readReceiver(namespace: Namespace, text: string): string | undefined {
  if (namespace === 'solana') return readSolanaAddress(text) ? text : undefined
  if (namespace !== 'eip155' || !isEvmAddressLoose(text)) return undefined
  const digits = text.slice(-40)
  const address = getAddress(`0x${digits.toLowerCase()}`)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || address === `0x${digits}` ? address : undefined
}

/** Whether nobody has the key of an address: the zero address, and Solana's System program. */
export function isNobody(namespace: Namespace, address: string): boolean {
  return nobody[namespace] === address
}

/** What is at an address. */
export interface AtAddress {
  /** Code, or on Solana an account that is no person's: a program, or data of one. */
  readonly isContract: boolean
  /** A mint or token account of Solana: tokens that are sent to it would belong to an account that nobody signs for. */
  readonly isTokenAccount: boolean
  /** On Solana: whether there is an account yet. Elsewhere always true. */
  readonly exists: boolean
}

/** Asks the nodes what is at an address. @throws WalletError MALFORMED_RESPONSE; further as `callRpc` */
export async function lookAt(world: RpcWorld, address: string): Promise<AtAddress> {
  const malformed = () => walletError('MALFORMED_RESPONSE', { details: { chain: world.network.caipNetworkId } })
  if (world.network.chainNamespace === 'solana') {
    const params = [address, { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: 0 } }]
    const answer = z.safeParse(accountSchema, await callRpc(world, 'getAccountInfo', params))
    if (!answer.success) throw malformed()
    const { value } = answer.data
    return {
      isContract: value !== null && (value.executable || value.owner !== SYSTEM_PROGRAM),
      isTokenAccount: value !== null && TOKEN_PROGRAMS.includes(value.owner),
      exists: value !== null && BigInt(value.lamports) > 0n,
    }
  }
  const code = z.safeParse(codeSchema, await callRpc(world, 'eth_getCode', [address, 'latest']))
  if (!code.success) throw malformed()
  return { isContract: code.data !== '0x' && !DELEGATION.test(code.data), isTokenAccount: false, exists: true }
}
