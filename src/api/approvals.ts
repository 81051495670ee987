// The approval that lets a swap's contract take the token (specification §7, `GET /v1/convert/build-approve`), checked before any wallet sees it.
import * as z from 'zod/mini'
import { assertAddress, parseAccountId } from '../caip.js'
import { WalletError } from '../errors.js'
import { type CallOptions, dataGet } from './data-api.js'
import { assertSupported } from './gate.js'
import type { Api } from './http.js'
import { accountIdSchema, hexSchema, textSchema, unitsSchema } from './shapes.js'

/** `approve(address,uint256)` of ERC-20. */
export const APPROVE_SELECTOR = '0x095ea7b3'

const gasSchema = z.union([unitsSchema, z.int().check(z.nonnegative())])

export const buildApproveQuerySchema = z.object({
  userAddress: textSchema,
  from: accountIdSchema,
  to: accountIdSchema,
  /** Base units; absent means without limit to public servers, which is never asked for here. */
  amount: z.optional(unitsSchema),
})

export const buildApproveSchema = z.object({
  tx: z.object({
    from: accountIdSchema,
    to: accountIdSchema,
    data: hexSchema,
    value: unitsSchema,
    eip155: z.object({ gas: z.nullish(gasSchema), gasPrice: unitsSchema }),
  }),
})

export interface ApprovalOrder extends CallOptions {
  /** CAIP-10 id of the token that is given away, an ERC-20. */
  readonly from: string
  /** CAIP-10 id of the token that comes in. */
  readonly to: string
  /** CAIP-10, or plain. */
  readonly userAddress: string
  /** Exactly what the swap takes, in base units. */
  readonly amount: bigint
  /** Who may take it: the contract that the swap is sent to (`buildSwap(…).to`), or one the page knows. */
  readonly spender: string
}

export interface ApprovalTransaction {
  /** The token's contract. */
  readonly to: string
  readonly data: `0x${string}`
  /**
   * Base units that it allows: those of the order, or 0n. Some old tokens change an allowance only by way of zero; then this takes the
   * old one back, and when it is mined the order is to be made again.
   */
  readonly amount: bigint
  readonly value: 0n
  readonly gas: bigint | undefined
  /** Wei. */
  readonly gasPrice: bigint
}

/**
 * Always goes to the token that was asked for: servers disagree about the meaning of `tx.from` and `tx.to`.
 * @throws WalletError `SWAPS_NOT_SUPPORTED` on a chain that the services do not serve; `APPROVAL_UNSAFE` when method, spender or amount are
 * not those of the order; `ADDRESS_INVALID`, `CAIP_INVALID`; further as `get`
 */
export async function buildApproval(api: Api, order: ApprovalOrder): Promise<ApprovalTransaction> {
  const { from, to, userAddress, amount, spender, signal } = order
  const token = parseAccountId(from)
  assertAddress('eip155', token.address)
  assertAddress('eip155', spender)
  await assertSupported(api, token.chainId, 'SWAPS_NOT_SUPPORTED', signal)
  const query = { userAddress, from, to, amount: String(amount) }
  const { tx } = await dataGet(api, { path: '/v1/convert/build-approve', schema: buildApproveSchema, query, signal })
  const approved = readApproval(tx.data, spender)
  // To take an allowance back is always safe.
  if (approved !== amount && approved !== 0n) throw unsafe('it is for another amount')
  if (BigInt(tx.value) !== 0n) throw unsafe('it sends coins along')
  const { gas, gasPrice } = tx.eip155
  return {
    to: token.address,
    data: tx.data as `0x${string}`, // the schema asked for 0x
    amount: approved,
    value: 0n,
    gas: gas === null || gas === undefined ? undefined : BigInt(gas),
    gasPrice: BigInt(gasPrice),
  }
}

/**
 * Call data must be exactly `approve(spender, amount)`, with nothing behind it.
 * @throws WalletError `APPROVAL_UNSAFE`
 */
export function assertApproval(data: string, wanted: { readonly spender: string; readonly amount: bigint }): void {
  if (readApproval(data, wanted.spender) !== wanted.amount) throw unsafe('it is for another amount')
}

/** The amount. @throws WalletError `APPROVAL_UNSAFE` */
function readApproval(data: string, wantedSpender: string): bigint {
  const [, selector, spender, amount] = /^(0x[0-9a-f]{8})0{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(data) ?? []
  if (selector === undefined) throw unsafe('its data are not of an approval')
  if (selector.toLowerCase() !== APPROVE_SELECTOR) throw unsafe('it calls another method')
  if (`0x${spender}`.toLowerCase() !== wantedSpender.toLowerCase()) throw unsafe('it is for another spender')
  return BigInt(`0x${amount}`)
}

function unsafe(problem: string): WalletError {
  return new WalletError('APPROVAL_UNSAFE', { details: { problem } })
}
