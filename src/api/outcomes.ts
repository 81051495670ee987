// What has become of a transaction, asked of the nodes of its chain: EVM chains and Solana.
import * as z from 'zod/mini'
import { parseChainId } from '../vocabulary/caip.js'
import { walletError } from '../vocabulary/errors.js'
import { lookAt } from './receivers.js'
import { callRpc, type RpcWorld } from './rpc.js'

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const receiptSchema = z.nullable(
  z.object({ transactionHash: z.string(), status: z.enum(['0x0', '0x1']), blockNumber: z.nullable(quantity) }),
)
const knownSchema = z.nullable(
  z.object({ hash: z.string(), nonce: quantity, from: z.string(), blockNumber: z.nullish(quantity) }),
)
const statusesSchema = z.object({
  value: z.tuple([z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.nullish(z.string()) }))]),
})

/** `unknown`: no node has heard of it (yet). */
export type Outcome = 'confirmed' | 'failed' | 'pending' | 'unknown'

/** A transaction as it waits in the nodes of an EVM chain. */
export interface Waiting {
  /** The sender's plain address. */
  readonly from: string
  readonly nonce: bigint
}

/**
 * What has become of a transaction.
 * @param hash as the wallet gave it: `0x…` on EVM chains, the first signature on Solana
 * @throws WalletError MALFORMED_RESPONSE; further as `callRpc`
 */
export async function getOutcome(world: RpcWorld, hash: string): Promise<Outcome> {
  if (parseChainId(world.network.caipNetworkId).namespace === 'solana') return solanaOutcome(world, hash)
  const receipt = read(receiptSchema, await callRpc(world, 'eth_getTransactionReceipt', [hash]), world)
  if (receipt && receipt.transactionHash.toLowerCase() !== hash.toLowerCase()) throw malformed(world) // of another transaction
  if (receipt?.blockNumber) return outcomeOf(receipt)
  return (await getWaiting(world, hash)) ? 'pending' : 'unknown'
}

const outcomeOf = ({ status }: { readonly status: '0x0' | '0x1' }) => (status === '0x1' ? 'confirmed' : 'failed')

/**
 * What a wallet says of a transaction that no node knows. The hash of an account that is a contract may be its wallet's own, such as that of a Safe whose
 * other owners have not signed yet: the wallet alone can tell by which transaction of the chain it was carried out.
 * @param answer to `eth_getTransactionReceipt`
 * @throws WalletError as `getOutcome`
 */
export async function getOutcomeOfWallet(world: RpcWorld, sender: string, hash: string, answer: unknown): Promise<Outcome> {
  const receipt = z.safeParse(receiptSchema, answer).data
  if (!receipt?.blockNumber) return 'unknown'
  const isSame = receipt.transactionHash.toLowerCase() === hash.toLowerCase()
  return isSame || (await hasCode(world, sender)) ? outcomeOf(receipt) : 'unknown'
}

/** Whether an account of an EVM chain is a contract. Errors as `getOutcome`. */
export async function hasCode(world: RpcWorld, address: string): Promise<boolean> {
  return (await lookAt(world, address)).isContract
}

/** The transaction, if a node of an EVM chain has it. Errors as `getOutcome`. */
export async function getWaiting(world: RpcWorld, hash: string): Promise<Waiting | undefined> {
  const known = read(knownSchema, await callRpc(world, 'eth_getTransactionByHash', [hash]), world)
  if (known && known.hash.toLowerCase() !== hash.toLowerCase()) throw malformed(world) // another transaction
  return known ? { from: known.from, nonce: BigInt(known.nonce) } : undefined
}

/** How many transactions of an address are on an EVM chain: a waiting one whose nonce is below this was replaced. Errors as `getOutcome`. */
export async function getSentCount(world: RpcWorld, address: string): Promise<bigint> {
  return BigInt(read(quantity, await callRpc(world, 'eth_getTransactionCount', [address, 'latest']), world))
}

async function solanaOutcome(world: RpcWorld, signature: string): Promise<Outcome> {
  const answer = await callRpc(world, 'getSignatureStatuses', [[signature], { searchTransactionHistory: true }])
  const [status] = read(statusesSchema, answer, world).value
  if (!status) return 'unknown'
  if (status.err !== null && status.err !== undefined) return 'failed'
  return status.confirmationStatus === 'processed' ? 'pending' : 'confirmed'
}

function read<S extends z.core.$ZodType>(schema: S, answer: unknown, { network }: Pick<RpcWorld, 'network'>): z.output<S> {
  const parsed = z.safeParse(schema, answer)
  if (parsed.success) return parsed.data
  throw malformed({ network })
}

const malformed = ({ network }: Pick<RpcWorld, 'network'>) =>
  walletError('MALFORMED_RESPONSE', { details: { chain: network.caipNetworkId } })
