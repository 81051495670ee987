// What a swap's transaction must not be, whatever the services say: the visitor sees next to nothing of its data.
import type { SwapTransaction } from '../../api/swaps.js'
import { tokenCallOf } from '../../api/token-calls.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Asset } from '../../vocabulary/asset.js'

/** More gas than swaps need; the wallet would show a fee that no visitor has agreed to. */
const GAS_MAX = 15_000_000n
/** `deposit()` of wrapped coins. */
const DEPOSIT = '0xd0e30db0'
/** `withdraw(uint256)` of wrapped coins. */
const WITHDRAW = '0x2e1a7d4d'

/** The swap that a transaction is for. */
export interface SwapOf {
  readonly from: Pick<Asset, 'contract'>
  readonly to: Pick<Asset, 'contract'>
  readonly amount: bigint
  /** Plain address of the account. */
  readonly user: string
}

/** Whether the transaction wraps or unwraps coins: exactly that, and then no approval is needed. */
export function isWrapping({ to: target, data, value }: SwapTransaction, { from, to, amount }: SwapOf): boolean {
  const goesTo = (token: Pick<Asset, 'contract'>) => token.contract?.toLowerCase() === target.toLowerCase()
  if (from.contract === undefined) return goesTo(to) && data.toLowerCase() === DEPOSIT && value === amount
  return to.contract === undefined && goesTo(from) && data.toLowerCase() === WITHDRAW + amount.toString(16).padStart(64, '0')
}

/**
 * Refuses a transaction that cannot be this swap: to nobody, to the account itself, to a token (but to wrap coins), one that moves or allows tokens by
 * itself, or with gas beyond all measure.
 * @param known the tokens that are known here, of which none is the contract of a swap
 * @throws WalletError MALFORMED_RESPONSE with `details.problem`
 */
export function assertSwapCall(tx: SwapTransaction, swap: SwapOf, known: readonly Pick<Asset, 'contract'>[]): void {
  const target = tx.to.toLowerCase()
  const method = tokenCallOf(tx.data)
  if (/^0x0{40}$/.test(target)) throw unfit('it goes to nobody')
  if (target === swap.user.toLowerCase()) throw unfit('it goes to the account itself')
  if (tx.data.length < 10) throw unfit('it calls no method')
  if (method !== undefined) throw unfit(`it calls ${method}`)
  assertGas(tx.gas)
  const isToken = [swap.from, swap.to, ...known].some(({ contract }) => contract?.toLowerCase() === target)
  if (isToken && !isWrapping(tx, swap)) throw unfit('it goes to a token')
}

/** @throws WalletError MALFORMED_RESPONSE for more units of gas than swaps need; 0 is unknown */
export function assertGas(gas: bigint): void {
  if (gas > GAS_MAX) throw unfit('its gas is beyond measure')
}

function unfit(problem: string): WalletError {
  return walletError('MALFORMED_RESPONSE', { details: { problem: `the swap: ${problem}` } })
}
