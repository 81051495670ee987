// `eth_sendTransaction`: a transaction in words, and its bytes.
import { describeCall } from './calls.js'
import { completeTransaction, feeCapOf, readChainState, readTransaction, type AskedTransaction } from './prepare.js'
import type { Change } from './said.js'
import type { Scope } from './scope.js'
import { simulate } from './simulate.js'
import { refuse, type Described, type EvmTransaction, type Row } from './types.js'
import { isSame, readList, ZERO_ADDRESS } from './values.js'

/** Describes the parameters of `eth_sendTransaction`. */
export function describeSend(scope: Scope, chainNumber: number): Promise<Described> {
  const [value, ...rest] = readList(scope.request.params, 'params')
  if (rest.length > 0) refuse('params has more than one transaction')
  return describeAsked(scope, readTransaction(value, scope.request.account, chainNumber), chainNumber)
}

async function describeAsked(scope: Scope, asked: AskedTransaction, chainNumber: number): Promise<Described> {
  await assertTarget(scope, asked)
  const state = await readChainState(scope, chainNumber)
  const transaction = await completeTransaction(scope, asked, state, chainNumber)
  if (state.balance !== undefined && state.balance < transaction.value + feeCapOf(transaction)) scope.warn('warn.balance', 'note')
  const { to, value, data } = transaction
  const change: Change = (other) => scope.again((next) => describeAsked(next, { ...asked, data: other.data }, chainNumber))
  const call = to === null ? undefined : await describeCall(scope, { to, value, data }, change)
  if (!call) scope.warn('warn.creation', 'danger')
  if (isSame(to ?? undefined, scope.request.account)) scope.warn('warn.toSelf', 'note')
  const simulation = await simulate(scope, [transaction])
  const created: Row[] = call ? [] : [{ label: 'row.coins', value: scope.coins(value) }]
  return {
    kind: call?.editable ? 'approval' : 'transaction',
    title: call?.title === 'call.unknown' ? 'title.transaction' : (call?.title ?? 'title.creation'),
    action: 'action.send',
    warnings: scope.warnings,
    rows: [...(call?.rows ?? created), ...feeRows(scope, [transaction])],
    calls: call?.calls ?? [],
    raw: rawOf(transaction),
    ...(simulation ? { simulation } : {}),
    editable: call?.editable,
    sign: { type: 'evmTransaction', transaction },
  }
}

/** Row 67: where a transaction must not go. @throws ApprovalError */
export async function assertTarget(
  scope: Scope,
  { to, data, value }: Pick<AskedTransaction, 'to' | 'data' | 'value'>,
): Promise<void> {
  if (isSame(to, ZERO_ADDRESS)) refuse('to is the zero address')
  const listed = to && scope.context.knownContract?.(scope.request.chainId, to.toLowerCase())
  if (data !== '0x' || !to) return
  if (listed?.kind === 'token') refuse('to is the contract of a token')
  // No list has all tokens: one that says so itself, and takes no coins, is one too.
  if (listed?.kind === 'wrapped' || (await scope.hasCode(to)) !== true || (await scope.tokenOf(to)).decimals === undefined) return
  const call = { from: scope.request.account, to, value: `0x${value.toString(16)}` }
  const takesCoins = await scope.read('eth_call', [call, 'latest']).then(
    () => true,
    () => false,
  )
  scope.signal.throwIfAborted()
  if (!takesCoins) refuse('to is the contract of a token')
}

/** Row 70: the most that the fees can be, and what is too much. */
export function feeRows(scope: Scope, transactions: readonly EvmTransaction[]): readonly Row[] {
  const fee = transactions.reduce((sum, transaction) => sum + feeCapOf(transaction), 0n)
  const sent = transactions.reduce((sum, { value }) => sum + value, 0n)
  return feeRowsOf(
    scope,
    fee,
    sent,
    transactions.every(({ data }) => data === '0x'),
  )
}

/** @param sent coins that are sent, in base units @param isPlain whether nothing but coins is sent */
export function feeRowsOf(scope: Scope, fee: bigint, sent: bigint, isPlain: boolean): readonly Row[] {
  const isHigh = fee >= (scope.chain.feeLimit ?? 10n ** BigInt(scope.chain.decimals))
  if (isHigh) scope.warn('warn.feeHigh', 'danger')
  else if (sent > 0n && isPlain && fee * 100n > sent) scope.warn('warn.feeShare', 'note')
  return [{ label: 'row.feeMost', value: scope.coins(fee), ...(isHigh ? { danger: true } : {}) }]
}

/** The fields for those who read such things. */
export const rawOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `0x${part.toString(16)}` : part), 2)
