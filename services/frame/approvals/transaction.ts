// `eth_sendTransaction`: a transaction in words, and its bytes.
import { decodeArguments, encodeCall } from './abi.js'
import { isEndless } from './allowances.js'
import { describeCall } from './calls.js'
import { completeTransaction, feeCapOf, readChainState, readTransaction, type AskedTransaction } from './prepare.js'
import type { Scope } from './scope.js'
import { simulate } from './simulate.js'
import { refuse, type Described, type EditableAllowance, type EvmTransaction, type Hex, type Row } from './types.js'
import { isSame, readList, ZERO_ADDRESS } from './values.js'

/** Allowances whose amount can be changed: selector → types, place of token (or none: the contract) and amount. */
const editables: ReadonlyMap<string, { readonly types: string; readonly token?: number; readonly amount: number }> = new Map([
  ['0x095ea7b3', { types: 'address,uint256', amount: 1 }],
  ['0x39509351', { types: 'address,uint256', amount: 1 }],
  ['0xd73dd623', { types: 'address,uint256', amount: 1 }],
  ['0x87517c45', { types: 'address,address,uint160,uint48', token: 0, amount: 2 }],
])

/** Describes the parameters of `eth_sendTransaction`. */
export async function describeSend(scope: Scope, chainNumber: number, rebuild: () => Scope): Promise<Described> {
  const [value, ...rest] = readList(scope.request.params, 'params')
  if (rest.length > 0) refuse('params has more than one transaction')
  const asked = readTransaction(value, scope.request.account, chainNumber)
  await assertTarget(scope, asked)
  const state = await readChainState(scope, chainNumber)
  const transaction = await completeTransaction(scope, asked, state, chainNumber)
  if (state.balance !== undefined && state.balance < transaction.value + feeCapOf(transaction)) scope.warn('warn.balance', 'note')
  return describeTransaction(scope, transaction, rebuild)
}

async function describeTransaction(scope: Scope, transaction: EvmTransaction, rebuild: () => Scope): Promise<Described> {
  const { to, value, data } = transaction
  const call = to === null ? undefined : await describeCall(scope, { to, value, data })
  if (!call) scope.warn('warn.creation', 'danger')
  if (isSame(to ?? undefined, scope.request.account)) scope.warn('warn.toSelf', 'note')
  const simulation = await simulate(scope, [transaction])
  const editable = await editableOf(scope, transaction, rebuild)
  const created: Row[] = call ? [] : [{ label: 'row.coins', value: scope.coins(value) }]
  return {
    kind: editable ? 'approval' : 'transaction',
    title: call?.title === 'call.unknown' ? 'title.transaction' : (call?.title ?? 'title.creation'),
    action: 'action.send',
    warnings: scope.warnings,
    rows: [...(call?.rows ?? created), ...feeRows(scope, [transaction])],
    calls: call?.calls ?? [],
    raw: rawOf(transaction),
    ...(simulation ? { simulation } : {}),
    ...(editable ? { editable } : {}),
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
  if (listed || (await scope.hasCode(to)) !== true || (await scope.tokenOf(to)).decimals === undefined) return
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

/** The same call with another allowance (row 69). The fee and the nonce stay what they were. */
async function editableOf(
  scope: Scope,
  transaction: EvmTransaction,
  rebuild: () => Scope,
): Promise<EditableAllowance<Described> | undefined> {
  const { to, data } = transaction
  const selector = data.slice(0, 10) as Hex
  const shape = editables.get(selector)
  const values = shape && decodeArguments(shape.types, `0x${data.slice(10)}`)
  if (!shape || !values || !to) return undefined
  const amount = values[shape.amount] as bigint
  const token = await scope.tokenOf(shape.token === undefined ? to : (values[shape.token] as Hex))
  if (amount === 0n || token.isNft || token.decimals === undefined) return undefined
  return {
    amount,
    isUnlimited: isEndless(amount),
    decimals: token.decimals,
    symbol: token.symbol,
    with(other) {
      if (other < 0n || other >= 2n ** (selector === '0x87517c45' ? 160n : 256n))
        return Promise.reject(new RangeError('out of range'))
      const changed = values.map((value, at) => (at === shape.amount ? other : value))
      return describeTransaction(rebuild(), { ...transaction, data: encodeCall(selector, shape.types, changed) }, rebuild)
    },
  }
}

/** The fields for those who read such things. */
export const rawOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `0x${part.toString(16)}` : part), 2)
