// The ERC-20 approval that lets a swap's contract take the token (specification §7, `GET /v1/convert/build-approve`; wire.md
// §2.10). Its call data is checked before a wallet is asked to sign it.
import * as z from 'zod/mini'
import { assertAddress, parseAccountId } from '../vocabulary/caip.js'
import { walletError, type WalletError } from '../vocabulary/errors.js'
import { type CallOptions, dataGet } from './data-api.js'
import { assertSupported } from './gate.js'
import type { Api } from './http.js'
import { accountIdSchema, hexSchema, textSchema, unitsSchema } from './shapes.js'

/** First four bytes of the call data of ERC-20 `approve(address,uint256)`. */
export const APPROVE_SELECTOR = '0x095ea7b3'

const gasSchema = z.union([unitsSchema, z.int().check(z.nonnegative())])

/** Query of `GET /v1/convert/build-approve`. */
export const buildApproveQuerySchema = z.object({
  userAddress: textSchema,
  from: accountIdSchema,
  to: accountIdSchema,
  /** Base units. Public servers read an absent amount as unlimited; `buildApproval` always sends it. */
  amount: z.optional(unitsSchema),
  /** The quote whose contract is to be allowed. Only our services know it; else the latest quote counts. */
  quoteId: z.optional(textSchema),
})

/** Answer of `GET /v1/convert/build-approve`. Gas is in units of gas, the gas price in wei. */
export const buildApproveSchema = z.object({
  tx: z.object({
    from: accountIdSchema,
    to: accountIdSchema,
    data: hexSchema,
    value: unitsSchema,
    eip155: z.object({ gas: z.nullish(gasSchema), gasPrice: unitsSchema }),
  }),
})

/** The approval that `buildApproval` asks for. */
export interface ApprovalOrder extends CallOptions {
  /** CAIP-10 id of the token that is sold, an ERC-20. */
  readonly from: string
  /** CAIP-10 id of the token that is bought. */
  readonly to: string
  /** The owner of the token: CAIP-10, or the plain address. */
  readonly userAddress: string
  /** Exactly the amount that the swap takes, in base units of `from`. */
  readonly amount: bigint
  /** The contract that may take it: the one that the swap is sent to (`buildSwap(…).to`), or one that the page knows. */
  readonly spender: string
  /** `id` of the quote that the swap follows. */
  readonly quoteId?: string | null | undefined
}

/** A checked approval, ready for `eth_sendTransaction` once the numbers are in hex. */
export interface ApprovalTransaction {
  /** The token's contract. */
  readonly to: string
  readonly data: `0x${string}`
  /**
   * The allowance in base units: that of the order, or 0n. Some old tokens change an allowance only from zero (USDT); for those
   * the services first build an approval of 0n. When it is mined, call `buildApproval` again.
   */
  readonly amount: bigint
  readonly value: 0n
  /** Units of gas; `undefined` when the services made no estimate. */
  readonly gas: bigint | undefined
  /** Wei. */
  readonly gasPrice: bigint
}

/**
 * Asks the services for the approval of a swap and checks it against the order. The transaction goes to the token of the order,
 * whatever the answer says: servers disagree about the meaning of `tx.from` and `tx.to` (wire reference §2.10).
 * @throws WalletError `SWAPS_NOT_SUPPORTED` on a chain that the services do not serve; `APPROVAL_UNSAFE` when method, spender,
 * amount or value differ from the order; `ADDRESS_INVALID`, `CAIP_INVALID`; further as `get`
 */
export async function buildApproval(api: Api, order: ApprovalOrder): Promise<ApprovalTransaction> {
  const { from, to, userAddress, amount, spender, quoteId, signal } = order
  const token = parseAccountId(from)
  assertAddress('eip155', token.address)
  assertAddress('eip155', spender)
  await assertSupported(api, token.chainId, 'SWAPS_NOT_SUPPORTED', signal)
  const query = { userAddress, from, to, amount: String(amount), quoteId: quoteId ?? undefined }
  const { tx } = await dataGet(api, { path: '/v1/convert/build-approve', schema: buildApproveSchema, query, signal })
  const approved = readApproval(tx.data, spender)
  // An approval of zero is always safe: it takes an allowance back.
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
 * Checks that call data is exactly `approve(spender, amount)`, with nothing behind it.
 * @param data hex with `0x`
 * @param wanted `amount` in base units
 * @throws WalletError `APPROVAL_UNSAFE` with `details.problem` when method, spender or amount differ
 */
export function assertApproval(data: string, wanted: { readonly spender: string; readonly amount: bigint }): void {
  if (readApproval(data, wanted.spender) !== wanted.amount) throw unsafe('it is for another amount')
}

/** The approved amount in base units. @throws WalletError `APPROVAL_UNSAFE` when method or spender differ */
function readApproval(data: string, wantedSpender: string): bigint {
  const [, selector, spender, amount] = /^(0x[0-9a-f]{8})0{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(data) ?? []
  if (selector === undefined) throw unsafe('its data are not of an approval')
  if (selector.toLowerCase() !== APPROVE_SELECTOR) throw unsafe('it calls another method')
  if (`0x${spender}`.toLowerCase() !== wantedSpender.toLowerCase()) throw unsafe('it is for another spender')
  return BigInt(`0x${amount}`)
}

function unsafe(problem: string): WalletError {
  return walletError('APPROVAL_UNSAFE', { details: { problem } })
}
