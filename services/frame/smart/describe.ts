// What a page asks of a smart account, in words: the same requests as of a plain account, of which calls become one operation and signatures are bound to the
// account.
import { readCalls, withCall } from '../approvals/batch.js'
import { describeCall } from '../approvals/calls.js'
import type { Describe } from '../approvals/describe.js'
import { describeTypedData } from '../approvals/describe-typed.js'
import { describePersonalSign } from '../approvals/message.js'
import { refusePermissions } from '../approvals/permissions.js'
import { readTransaction } from '../approvals/prepare.js'
import type { Call, Change } from '../approvals/said.js'
import type { Scope } from '../approvals/scope.js'
import { simulateCalls } from '../approvals/simulate.js'
import { assertTarget, feeRowsOf, rawOf } from '../approvals/transaction.js'
import {
  ApprovalError,
  refuse,
  type CallView,
  type Described,
  type Row,
  type SmartAccount,
  type UserOperation,
} from '../approvals/types.js'
import { isSame, readList } from '../approvals/values.js'
import { decodeCalls, encodeCalls, feeCapOf } from './operation.js'
import { prepareOperation } from './prepare.js'
import { personalPlan, typedPlan } from './signature.js'

/** @param isNew whether the account is not on the chain yet */
const kindRow = (isNew: boolean): Row => ({
  label: 'row.accountType',
  value: { type: 'phrase', key: isNew ? 'value.smartAccountNew' : 'value.smartAccount' },
})

/** As `describeRequest` takes it. What it gives throws ApprovalError for what is refused without asking; FrameError FAILED when the chain would refuse it. */
export const describeFor =
  (account: SmartAccount): Describe =>
  (scope, chainNumber) =>
    describeSmart(scope, account, chainNumber)

async function describeSmart(scope: Scope, account: SmartAccount, chainNumber: number): Promise<Described> {
  const { method, params } = scope.request
  const kindNow = async () => kindRow((await scope.hasCode(account.address)) === false)
  if (method === 'personal_sign') {
    const described = describePersonalSign(scope, chainNumber)
    if (described.sign.type !== 'eip191') throw new TypeError('a message has another plan')
    return {
      ...described,
      rows: [...described.rows, await kindNow()],
      sign: personalPlan(account, chainNumber, described.sign.message),
    }
  }
  if (method === 'eth_signTypedData_v4') {
    const described = await describeTypedData(scope, chainNumber)
    if (described.sign.type !== 'eip712') throw new TypeError('typed data have another plan')
    return {
      ...described,
      rows: [...described.rows, await kindNow()],
      sign: typedPlan(account, chainNumber, described.sign.typedData),
    }
  }
  if (method === 'wallet_grantPermissions') return refusePermissions(params, scope.context.now)
  if (method === 'wallet_sendCalls') {
    const [value, ...rest] = readList(params, 'params')
    if (rest.length > 0) refuse('params has more than one batch')
    return describeOperation(scope, account, chainNumber, readCalls(value, scope, chainNumber, { isAtomic: true }))
  }
  if (method !== 'eth_sendTransaction') throw new ApprovalError('METHOD_NOT_SUPPORTED', 'method not supported')
  const [value, ...rest] = readList(params, 'params')
  if (rest.length > 0) refuse('params has more than one transaction')
  // Gas, fees and number are those of a transaction, which the account does not send.
  const { to, value: coins, data } = readTransaction(value, account.address, chainNumber)
  if (!to) return refuse('A smart account does not create contracts: to is missing')
  return describeOperation(scope, account, chainNumber, [{ to, value: coins, data }])
}

/** One operation with all calls. What is shown is read from the bytes that are signed. */
async function describeOperation(
  scope: Scope,
  account: SmartAccount,
  chainNumber: number,
  asked: readonly Call[],
): Promise<Described> {
  const callData = encodeCalls(asked)
  const { operation, balance } = await prepareOperation(scope, account, callData, chainNumber)
  const calls = decodeCalls(operation.callData) ?? refuse('The calls cannot be read')
  const views: CallView[] = []
  for (const [at, call] of calls.entries()) {
    await assertTarget(scope, call)
    // Calls within calls, and whatever else its code may do for itself alone.
    if (isSame(call.to, account.address) && call.data !== '0x') refuse('A smart account is not called by itself')
    if (isSame(call.to, account.address)) scope.warn('warn.toSelf', 'note')
    const change: Change = (other) =>
      scope.again((next) => describeOperation(next, account, chainNumber, withCall(calls, at, other)))
    views.push(await describeCall(scope, call, change))
  }
  const simulated = await simulateCalls(scope, calls)
  const sent = calls.reduce((sum, { value }) => sum + value, 0n)
  const needed = sent + (operation.paymaster ? 0n : feeCapOf(operation))
  if (balance !== undefined && balance < needed) scope.warn('warn.balance', 'note')
  if (operation.factory) scope.warn('warn.setUp', 'note')
  const [only] = views
  const isOne = scope.request.method === 'eth_sendTransaction' && only !== undefined
  const count: Row = { label: 'row.calls', value: { type: 'text', text: String(calls.length) } }
  return {
    kind: !isOne ? 'batch' : only.editable ? 'approval' : 'transaction',
    title: !isOne ? 'title.batch' : only.title === 'call.unknown' ? 'title.transaction' : only.title,
    action: 'action.send',
    warnings: scope.warnings,
    rows: [
      ...(isOne ? only.rows : [count]),
      kindRow(operation.factory !== undefined),
      ...(await feeRows(scope, operation, sent, calls)),
    ],
    calls: isOne ? only.calls : views,
    editable: isOne ? only.editable : undefined,
    raw: rawOf(operation),
    ...(simulated ? { simulation: simulated.simulation } : {}),
    sign: { type: 'userOperation', account, operation, chainNumber },
  }
}

/** Row 70: the most that the fee can be, and who pays it. */
async function feeRows(scope: Scope, operation: UserOperation, sent: bigint, calls: readonly Call[]): Promise<readonly Row[]> {
  const { paymaster } = operation
  const payer: Row = { label: 'row.feePayer', value: await scope.who(paymaster ?? operation.sender) }
  const fee = feeCapOf(operation)
  if (paymaster) return [{ label: 'row.feeMost', value: scope.coins(fee) }, payer]
  return [
    ...feeRowsOf(
      scope,
      fee,
      sent,
      calls.every(({ data }) => data === '0x'),
    ),
    payer,
  ]
}
