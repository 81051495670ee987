// Clear signing: what known methods do, said from their arguments. A call that is not known, or encoded in an unusual way, is blind data.
import { decodeArguments } from './abi.js'
import { knownCalls } from './known-calls.js'
import type { Call, Said } from './said.js'
import type { Scope } from './scope.js'
import type { CallView, Row } from './types.js'
import { isSame } from './values.js'

/** Calls within calls, and calls in all: more is blind data. */
const DEPTH_MAX = 4
const CALLS_MAX = 64

/** Describes a call and those within it. Warnings go to the scope. */
export async function describeCall(scope: Scope, call: Call, depth = 0, counter = { calls: 0 }): Promise<CallView> {
  counter.calls++
  const target: Row = { label: 'row.contract', value: await scope.who(call.to) }
  const said = depth <= DEPTH_MAX && counter.calls <= CALLS_MAX ? await say(scope, call) : undefined
  if (!said) {
    scope.warn('warn.blind', 'danger')
    const method: Row = { label: 'row.method', value: { type: 'text', text: call.data.slice(0, 10) } }
    const data: Row = { label: 'row.data', value: { type: 'block', text: call.data } }
    return { title: 'call.unknown', rows: [target, ...valueRows(scope, call), method, data], calls: [] }
  }
  const calls: CallView[] = []
  for (const inner of said.calls ?? []) calls.push(await describeCall(scope, inner, depth + 1, counter))
  const rows = call.data === '0x' ? said.rows : [...said.rows, ...valueRows(scope, call)]
  // What a method is called says nothing of a contract that keeps the coins.
  if (call.data !== '0x' && call.value > 0n && !scope.isListed(call.to)) scope.warn('warn.unlistedWrapper', 'danger')
  if (depth === 0 && isLeftBehind(said.rows, calls)) scope.warn('warn.leftAtRouter', 'danger')
  const [only] = calls
  // A bundle of one is what is in it.
  if (said.title === 'call.bundle' && only && calls.length === 1)
    return { ...only, rows: [...without(only.rows, rows), ...rows, ...without([target], only.rows)] }
  return { title: said.title, rows: [...rows, ...(call.data === '0x' ? [] : without([target], rows))], calls }
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

async function say(scope: Scope, call: Call): Promise<Said | undefined> {
  if (call.data === '0x') {
    const rows: Row[] = [
      { label: 'row.amount', value: scope.coins(call.value) },
      { label: 'row.recipient', value: await scope.who(call.to) },
    ]
    return { title: 'call.send', rows }
  }
  const method = knownCalls.get(call.data.slice(0, 10))
  const values = method && decodeArguments(method.types, `0x${call.data.slice(10)}`)
  return values && method.say(scope, call, values)
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
