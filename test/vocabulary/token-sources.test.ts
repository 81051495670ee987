import { expect, test } from 'vitest'
import { mostOf, sourcesOf } from '../../src/vocabulary/token-sources.js'
import { testRows } from '../support/rows.js'

const accounts = ([...amounts]: readonly bigint[]) => amounts.map((amount, at) => ({ address: String(at), amount }))
const taken = (amounts: readonly bigint[], amount: bigint, preferred = '0') =>
  sourcesOf(accounts(amounts), amount, preferred)?.map((each) => `${each.amount} of ${each.address}`)

testRows<readonly [what: string, amounts: readonly bigint[], amount: bigint, expected: readonly string[] | undefined]>([
  ['all from the preferred one', [5n, 9n], 5n, ['5 of 0']],
  ['all from another one, where the preferred one has too little', [5n, 9n, 7n], 6n, ['6 of 1']],
  ['from as few as there can be', [1n, 9n, 7n], 16n, ['9 of 1', '7 of 2']],
  ['from all of them', [1n, 9n, 7n], 17n, ['9 of 1', '7 of 2', '1 of 0']],
  ['nothing where there is too little', [1n, 9n, 7n], 18n, undefined],
  ['nothing where there is no account', [], 1n, undefined],
  ['nothing of an empty account', [0n], 0n, ['0 of 0']],
  ['from eight at most', Array.from({ length: 9 }, () => 1n), 9n, undefined],
])('takes as few accounts as it can: %s', (_what, amounts, amount, expected) => {
  expect(taken(amounts, amount)).toEqual(expected)
})

test('the most that can be taken is what can be taken', () => {
  const amounts = [3n, 1n, 4n, 1n, 5n, 9n, 2n, 6n, 5n, 3n]
  const most = mostOf(accounts(amounts))
  expect(most).toBe(37n)
  expect(taken(amounts, most)).toHaveLength(8)
  expect(taken(amounts, most + 1n)).toBeUndefined()
  expect(mostOf([])).toBe(0n)
})
