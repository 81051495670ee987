// `wallet_sendCalls` (EIP-5792) of an account that is no contract: one transaction after the other.
import { describeCall } from './calls.js'
import { completeTransaction, feeCapOf, readChainState, readTransaction } from './prepare.js'
import type { Call, Change } from './said.js'
import type { Scope } from './scope.js'
import { simulateCalls } from './simulate.js'
import { assertTarget, feeRows, rawOf } from './transaction.js'
import { ApprovalError, refuse, type Described, type CallView, type EvmTransaction } from './types.js'
import { isSame, onlyKeys, readAddress, readChainNumber, readHex, readList, readQuantity, readRecord } from './values.js'

const CALLS_MAX = 50
/** Gas of a call that fails as long as the calls before it are not made, where no node can simulate. */
const GAS_UNKNOWN = 1_000_000n
const [UNSUPPORTED_CAPABILITY, ATOMICITY_NOT_SUPPORTED] = [5700, 5760]

/** Row 71: describes the parameters of `wallet_sendCalls`. */
export function describeBatch(scope: Scope, chainNumber: number): Promise<Described> {
  const [value, ...rest] = readList(scope.request.params, 'params')
  if (rest.length > 0) refuse('params has more than one batch')
  return describeTransactions(scope, readCalls(value, scope, chainNumber, { isAtomic: false }), chainNumber)
}

async function describeTransactions(scope: Scope, calls: readonly Call[], chainNumber: number): Promise<Described> {
  const state = await readChainState(scope, chainNumber)
  const simulated = await simulateCalls(scope, calls)
  const transactions: EvmTransaction[] = []
  const views: CallView[] = []
  for (const [at, { to, value: coins, data }] of calls.entries()) {
    const call = { to, value: coins, data }
    await assertTarget(scope, call)
    const used = simulated?.simulation.status === 'done' ? simulated.gas[at] : undefined
    const gas = used === undefined ? (at === 0 ? undefined : GAS_UNKNOWN) : used + used / 2n
    const asked = readTransaction({ to, value: `0x${coins.toString(16)}`, data }, scope.request.account, chainNumber)
    transactions.push(
      await completeTransaction(scope, asked, state, chainNumber, at, gas !== undefined && gas < 21_000n ? 21_000n : gas),
    )
    const change: Change = (other) => scope.again((next) => describeTransactions(next, withCall(calls, at, other), chainNumber))
    views.push(await describeCall(scope, call, change))
  }
  const needed = transactions.reduce((sum, transaction) => sum + transaction.value + feeCapOf(transaction), 0n)
  if (state.balance !== undefined && state.balance < needed) scope.warn('warn.balance', 'note')
  if (transactions.length > 1) scope.warn('warn.notAtomic', 'note')
  const rows = feeRows(scope, transactions)
  return {
    kind: 'batch',
    title: 'title.batch',
    action: 'action.send',
    warnings: scope.warnings,
    rows: [{ label: 'row.calls', value: { type: 'text', text: String(calls.length) } }, ...rows],
    calls: views,
    raw: rawOf(transactions),
    ...(simulated ? { simulation: simulated.simulation } : {}),
    sign: { type: 'evmTransactions', transactions },
  }
}

/** The calls with another in the place of one. */
export const withCall = (calls: readonly Call[], at: number, call: Call): readonly Call[] =>
  calls.map((old, place) => (place === at ? call : old))

/** The calls of a batch. @param isAtomic whether the account does all of them or none @throws ApprovalError */
export function readCalls(
  value: unknown,
  scope: Scope,
  chainNumber: number,
  { isAtomic }: { readonly isAtomic: boolean },
): readonly Call[] {
  const batch = readRecord(value, 'The batch')
  onlyKeys(batch, ['version', 'id', 'from', 'chainId', 'atomicRequired', 'calls', 'capabilities'], 'The batch')
  if (batch['from'] !== undefined && !isSame(readAddress(batch['from'], 'from'), scope.request.account))
    refuse('from is not the connected account')
  const assertChain = (id: unknown): void => {
    if (id !== undefined && readChainNumber(id, 'chainId') !== chainNumber) refuse('chainId is not the chain of the session')
  }
  assertChain(batch['chainId'])
  if (batch['atomicRequired'] === true && !isAtomic)
    throw new ApprovalError('METHOD_NOT_SUPPORTED', 'Atomicity not supported', ATOMICITY_NOT_SUPPORTED)
  assertCapabilities(batch['capabilities'])
  const list = readList(batch['calls'], 'calls')
  if (list.length < 1 || list.length > CALLS_MAX) refuse(`A batch has 1 to ${String(CALLS_MAX)} calls`)
  return list.map((entry) => {
    const call = readRecord(entry, 'A call')
    onlyKeys(call, ['to', 'data', 'value', 'chainId', 'capabilities'], 'A call')
    assertChain(call['chainId'])
    assertCapabilities(call['capabilities'])
    return {
      to: readAddress(call['to'], 'to'),
      data: call['data'] === undefined ? ('0x' as const) : readHex(call['data'], 'data'),
      value: call['value'] === undefined ? 0n : readQuantity(call['value'], 'value'),
    }
  })
}

/** None is offered; who can do without says so. */
function assertCapabilities(value: unknown): void {
  if (value === undefined) return
  for (const [name, capability] of Object.entries(readRecord(value, 'capabilities')))
    if (readRecord(capability, name)['optional'] !== true)
      throw new ApprovalError(
        'METHOD_NOT_SUPPORTED',
        `The capability ${name.slice(0, 40)} is not supported`,
        UNSUPPORTED_CAPABILITY,
      )
}
