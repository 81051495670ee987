// Clear signing: what known methods do, said from their arguments. A call that is not known, or encoded in an unusual way, is blind data.
import { decodeArguments, encodeCall } from './abi.js'
import { isEndless } from './allowances.js'
import { knownCalls } from './known-calls.js'
import type { Call, Change, KnownCall, Said } from './said.js'
import type { Scope } from './scope.js'
import type { Approval, CallView, EditableAllowance, Hex, Row } from './types.js'
import { isSame } from './values.js'

/** Calls within calls, and calls in all: more is blind data. */
const DEPTH_MAX = 4
const CALLS_MAX = 64

/** Describes a call and those within it. Warnings go to the scope. @param change makes the request with another call in the place of this one */
export async function describeCall(
  scope: Scope,
  call: Call,
  change: Change,
  depth = 0,
  counter = { calls: 0 },
): Promise<CallView> {
  counter.calls++
  const target: Row = { label: 'row.contract', value: await scope.who(call.to) }
  const selector = call.data.slice(0, 10) as Hex
  const isNear = depth <= DEPTH_MAX && counter.calls <= CALLS_MAX
  const method = isNear ? (call.data === '0x' ? sendCoins : knownCalls.get(selector)) : undefined
  const values = method && decodeArguments(method.types, `0x${call.data.slice(10)}`)
  const said = values && (await method.say(scope, call, values))
  if (!said) {
    scope.warn('warn.blind', 'danger')
    const method: Row = { label: 'row.method', value: { type: 'text', text: selector } }
    const data: Row = { label: 'row.data', value: { type: 'block', text: call.data } }
    return { title: 'call.unknown', rows: [target, ...valueRows(scope, call), method, data], calls: [] }
  }
  const withArgument = (at: number, value: unknown) =>
    change({ ...call, data: encodeCall(selector, method.types, replaced(values, at, value)) })
  const calls: CallView[] = []
  for (const [at, inner] of (said.calls ?? []).entries()) {
    const changeInner: Change = ({ data }) => {
      const last = values.length - 1
      const list = values[last] as readonly (Hex | readonly unknown[])[]
      const entry = list[at]
      return withArgument(last, replaced(list, at, typeof entry === 'object' ? replaced(entry, entry.length - 1, data) : data))
    }
    calls.push(await describeCall(scope, inner, changeInner, depth + 1, counter))
  }
  const rows = call.data === '0x' ? said.rows : [...said.rows, ...valueRows(scope, call)]
  // What a method is called says nothing of a contract that keeps the coins.
  if (call.data !== '0x' && call.value > 0n && !scope.isListed(call.to)) scope.warn('warn.unlistedWrapper', 'danger')
  if (depth === 0 && isLeftBehind(said.rows, calls)) scope.warn('warn.leftAtRouter', 'danger')
  const [only] = calls
  // A bundle of one is what is in it.
  if (said.title === 'call.bundle' && only && calls.length === 1)
    return { ...only, rows: [...without(only.rows, rows), ...rows, ...without([target], only.rows)] }
  return {
    title: said.title,
    rows: [...rows, ...(call.data === '0x' ? [] : without([target], rows))],
    calls,
    editable: said.allows && (await editableOf(scope, said.allows, method.types, values, withArgument)),
  }
}

/** Whether a router keeps what it has got after the last call that pays out: anybody may take it then. */
function isLeftBehind(rows: readonly Row[], calls: readonly CallView[]): boolean {
  const steps: { readonly keeps: boolean; readonly pays: boolean }[] = []
  const walk = (title: CallView['title'] | undefined, own: readonly Row[], within: readonly CallView[]): void => {
    const keeps = own.some(({ value }) => value.type === 'phrase' && value.key === 'value.router')
    steps.push({ keeps, pays: title === 'call.payOut' && !keeps })
    for (const view of within) walk(view.title, view.rows, view.calls)
  }
  walk(undefined, rows, calls)
  return steps.findLastIndex(({ keeps }) => keeps) > steps.findLastIndex(({ pays }) => pays)
}

const replaced = (list: readonly unknown[], at: number, value: unknown): readonly unknown[] =>
  list.map((old, place) => (place === at ? value : old))

/** The same call with another allowance (row 69). */
async function editableOf(
  scope: Scope,
  { token, at }: NonNullable<Said['allows']>,
  types: string,
  values: readonly unknown[],
  withArgument: (at: number, value: unknown) => Promise<Approval>,
): Promise<EditableAllowance | undefined> {
  const amount = values[at] as bigint
  const { decimals, symbol } = await scope.tokenOf(token)
  if (amount === 0n || decimals === undefined) return undefined
  const bits = BigInt(types.split(',')[at]?.slice('uint'.length) ?? 0)
  return {
    amount,
    isUnlimited: isEndless(amount),
    decimals,
    symbol,
    with: (other) =>
      other < 0n || other >= 2n ** bits ? Promise.reject(new RangeError('out of range')) : withArgument(at, other),
  }
}

/** A call without data. */
const sendCoins: KnownCall = {
  name: '',
  types: '',
  say: async (scope, { to, value }) => ({
    title: 'call.send',
    rows: [
      { label: 'row.amount', value: scope.coins(value) },
      { label: 'row.recipient', value: await scope.who(to) },
    ],
  }),
}

/** `rows` but those whose address is among `others`: one address is shown once. */
function without(rows: readonly Row[], others: readonly Row[]): readonly Row[] {
  return rows.filter(
    ({ label, value }) =>
      label !== 'row.contract' ||
      !others.some(
        (other) => other.value.type === 'address' && value.type === 'address' && isSame(other.value.address, value.address),
      ),
  )
}

/** The coins that go with a call of a method. */
function valueRows(scope: Scope, { value }: Call): Row[] {
  return value === 0n ? [] : [{ label: 'row.coins', value: scope.coins(value) }]
}
