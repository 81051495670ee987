// Exchanges and bundles: the routers that the services of this project build swaps for, and calls that carry other calls.
import { allowedAmount, timeOf } from './allowances.js'
import { known, type Call, type KnownCalls, type Said } from './said.js'
import type { Scope } from './scope.js'
import type { Hex, Row } from './types.js'
import { isSame, ZERO_ADDRESS } from './values.js'

/** What a bundle may carry; more is blind data. */
const BUNDLE_MAX = 50
/** Placeholders of SwapRouter02: who calls it, and itself. */
const [CALLER, ROUTER]: readonly Hex[] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
]

interface Swap {
  /** A token, or undefined for the chain's coin. */
  readonly from: Hex | undefined
  readonly to: Hex | undefined
  readonly amountIn?: bigint | undefined
  readonly amountInMax?: bigint | undefined
  readonly amountOut?: bigint | undefined
  readonly amountOutMin?: bigint | undefined
  readonly recipient: Hex
  readonly until?: bigint | undefined
}

async function swap(scope: Scope, swap: Swap): Promise<Said> {
  const rows: Row[] = []
  const add = async (label: Row['label'], token: Hex | undefined, amount: bigint | undefined) => {
    if (amount !== undefined) rows.push({ label, value: token ? await scope.amountOf(token, amount) : scope.coins(amount) })
  }
  await add('row.pay', swap.from, swap.amountIn)
  await add('row.payMost', swap.from, swap.amountInMax)
  await add('row.get', swap.to, swap.amountOut)
  await add('row.getLeast', swap.to, swap.amountOutMin)
  if (swap.amountOutMin === 0n) scope.warn('warn.noMinimum', 'danger')
  rows.push(...(await recipientRows(scope, swap.recipient)))
  if (swap.until !== undefined) rows.push({ label: 'row.until', value: timeOf(swap.until) })
  return { title: 'call.swap', rows }
}

/** What a swap yields goes to the account; to anybody else is a danger. A router keeps it only within a bundle that says where it goes then. */
async function recipientRows(scope: Scope, recipient: Hex): Promise<readonly Row[]> {
  if (isSame(recipient, CALLER) || isSame(recipient, scope.request.account)) return []
  if (isSame(recipient, ROUTER) || isSame(recipient, ZERO_ADDRESS))
    return [{ label: 'row.recipient', value: { type: 'phrase', key: 'value.router' } }]
  scope.warn('warn.swapToOther', 'danger')
  return [{ label: 'row.recipient', value: await scope.who(recipient), danger: true }]
}

/** Uniswap V2 and its like: a path of tokens, whose first or last is the wrapped coin where the coin itself is meant. */
const v2 =
  (kind: { readonly coinIn?: true; readonly coinOut?: true; readonly exactOut?: true }) =>
  async (scope: Scope, call: Call, values: readonly unknown[]): Promise<Said | undefined> => {
    const numbers = values.filter((value) => typeof value === 'bigint')
    const until = numbers.pop()
    const path = values.find((value) => Array.isArray(value)) as readonly Hex[] | undefined
    const recipient = values.find((value) => typeof value === 'string') as Hex | undefined
    if (!path || !recipient || until === undefined || path.length < 2 || path.length > 8) return undefined
    const [from, to] = [kind.coinIn ? undefined : path[0], kind.coinOut ? undefined : path[path.length - 1]]
    const [first, second] = kind.coinIn ? [call.value, numbers[0]] : numbers
    if (kind.exactOut) {
      const [out, most] = kind.coinIn ? [numbers[0], call.value] : [first, second]
      return swap(scope, { from, to, amountOut: out, amountInMax: most, recipient, until })
    }
    return swap(scope, { from, to, amountIn: first, amountOutMin: second, recipient, until })
  }

/** The ends of a path of Uniswap V3: tokens with the fee between them. */
function pathEnds(path: Hex): readonly [Hex, Hex] | undefined {
  const length = (path.length - 2) / 2
  if (length < 43 || (length - 20) % 23 !== 0) return undefined
  return [path.slice(0, 42) as Hex, `0x${path.slice(-40)}`]
}

function bundle(call: Call, datas: readonly Hex[], rows: readonly Row[] = []): Said | undefined {
  if (datas.length === 0 || datas.length > BUNDLE_MAX) return undefined
  // The contract calls itself: the coins that came with the bundle are said once, above.
  return { title: 'call.bundle', rows, calls: datas.map((data) => ({ to: call.to, value: 0n, data })) }
}

type Passed = readonly { readonly to: Hex; readonly data: Hex; readonly value?: bigint }[]

/** Calls that a contract passes on to others. */
function passedOn(calls: Passed): Said | undefined {
  if (calls.length === 0 || calls.length > BUNDLE_MAX) return undefined
  return { title: 'call.bundle', rows: [], calls: calls.map(({ to, data, value = 0n }) => ({ to, data, value })) }
}

const V2_EXACT_IN = 'uint256,uint256,address[],address,uint256'
const V2_COIN_IN = 'uint256,address[],address,uint256'

/** By selector. */
export const exchangeCalls: KnownCalls = [
  known('0x7ff36ab5', 'swapExactETHForTokens', V2_COIN_IN, v2({ coinIn: true })),
  known('0x18cbafe5', 'swapExactTokensForETH', V2_EXACT_IN, v2({ coinOut: true })),
  known('0x38ed1739', 'swapExactTokensForTokens', V2_EXACT_IN, v2({})),
  known('0xfb3bdb41', 'swapETHForExactTokens', V2_COIN_IN, v2({ coinIn: true, exactOut: true })),
  known('0x4a25d94a', 'swapTokensForExactETH', V2_EXACT_IN, v2({ coinOut: true, exactOut: true })),
  known('0x8803dbee', 'swapTokensForExactTokens', V2_EXACT_IN, v2({ exactOut: true })),
  known('0xb6f9de95', 'swapExactETHForTokensSupportingFeeOnTransferTokens', V2_COIN_IN, v2({ coinIn: true })),
  known('0x791ac947', 'swapExactTokensForETHSupportingFeeOnTransferTokens', V2_EXACT_IN, v2({ coinOut: true })),
  known('0x5c11d795', 'swapExactTokensForTokensSupportingFeeOnTransferTokens', V2_EXACT_IN, v2({})),
  known<[readonly [Hex, Hex, bigint, bigint]]>(
    '0xb858183f',
    'exactInput',
    '(bytes,address,uint256,uint256)',
    async (scope, _, [params]) => {
      const [path, recipient, amountIn, amountOutMin] = params
      const ends = pathEnds(path)
      return ends && swap(scope, { from: ends[0], to: ends[1], amountIn, amountOutMin, recipient })
    },
  ),
  known<[readonly [Hex, Hex, number, Hex, bigint, bigint, bigint]]>(
    '0x04e45aaf',
    'exactInputSingle',
    '(address,address,uint24,address,uint256,uint256,uint160)',
    (scope, _, [[from, to, , recipient, amountIn, amountOutMin]]) => swap(scope, { from, to, amountIn, amountOutMin, recipient }),
  ),
  known<[bigint, Hex]>('0x49404b7c', 'unwrapWETH9', 'uint256,address', async (scope, _, [least, recipient]) => ({
    title: 'call.payOut',
    rows: [{ label: 'row.getLeast', value: scope.coins(least) }, ...(await recipientRows(scope, recipient))],
  })),
  known<[bigint]>('0x49616997', 'unwrapWETH9', 'uint256', (scope, _, [least]) => ({
    title: 'call.payOut',
    rows: [{ label: 'row.getLeast', value: scope.coins(least) }],
  })),
  known<[Hex, bigint, Hex]>(
    '0xdf2ab5bb',
    'sweepToken',
    'address,uint256,address',
    async (scope, _, [token, least, recipient]) => ({
      title: 'call.payOut',
      rows: [{ label: 'row.getLeast', value: await scope.amountOf(token, least) }, ...(await recipientRows(scope, recipient))],
    }),
  ),
  known('0x12210e8a', 'refundETH', '', () => ({ title: 'call.refund', rows: [] })),
  ...(['0xf3995c67', '0xc2e3140a'] as const).map((selector, at) =>
    known<[Hex, bigint, bigint]>(
      selector,
      at === 0 ? 'selfPermit' : 'selfPermitIfNecessary',
      'address,uint256,uint256,uint8,bytes32,bytes32',
      async (scope, _, [token, amount, until]) => ({
        title: 'call.usePermit',
        rows: [
          { label: 'row.allowance', value: await allowedAmount(scope, token, amount) },
          { label: 'row.until', value: timeOf(until) },
        ],
      }),
    ),
  ),
  known<[readonly Hex[]]>('0xac9650d8', 'multicall', 'bytes[]', (_, call, [datas]) => bundle(call, datas)),
  known<[bigint, readonly Hex[]]>('0x5ae401dc', 'multicall', 'uint256,bytes[]', (_, call, [until, datas]) =>
    bundle(call, datas, [{ label: 'row.until', value: timeOf(until) }]),
  ),
  known<[Hex, readonly Hex[]]>('0x1f0464d1', 'multicall', 'bytes32,bytes[]', (_, call, [, datas]) => bundle(call, datas)),
  known<[readonly (readonly [Hex, Hex])[]]>('0x252dba42', 'aggregate', '(address,bytes)[]', (_, __, [calls]) =>
    passedOn(calls.map(([to, data]) => ({ to, data }))),
  ),
  known<[boolean, readonly (readonly [Hex, Hex])[]]>('0xbce38bd7', 'tryAggregate', 'bool,(address,bytes)[]', (_, __, [, calls]) =>
    passedOn(calls.map(([to, data]) => ({ to, data }))),
  ),
  known<[readonly (readonly [Hex, boolean, Hex])[]]>('0x82ad56cb', 'aggregate3', '(address,bool,bytes)[]', (_, __, [calls]) =>
    passedOn(calls.map(([to, , data]) => ({ to, data }))),
  ),
  known<[readonly (readonly [Hex, boolean, bigint, Hex])[]]>(
    '0x174dea71',
    'aggregate3Value',
    '(address,bool,uint256,bytes)[]',
    (_, __, [calls]) => passedOn(calls.map(([to, , value, data]) => ({ to, value, data }))),
  ),
]
