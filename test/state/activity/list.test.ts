// The rows of a long history: in the order that sorting all of them gives, and each page is read when it comes, not with each page after it.
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../../src/api/history.js'
import type { SentTransaction } from '../../../src/state/account/transactions.js'
import { createMerge, createPreparation, isWanted } from '../../../src/state/activity/list.js'
import { type ActivityRow, idOfSent, rowOf, rowOfSent } from '../../../src/state/activity/rows.js'
import { OWNER, transactionOf } from '../../support/past.js'
import { testRows } from '../../support/rows.js'

const CHAIN = 'eip155:1'
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)
const HOUR_MS = 3_600_000
const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}` as const

const pastOf = (from: number, count: number, options = {}) =>
  Array.from({ length: count }, (_, at) => transactionOf(from + at, options) as Transaction)

const sentOf = (index: number, status: SentTransaction['status'], sentAt: number): SentTransaction => ({
  hash: hashOf(index),
  chainId: CHAIN,
  account: `${CHAIN}:${OWNER}`,
  kind: 'send',
  status,
  sentAt,
})

/** Numbers that are the same in each run. */
function createNumbers(seed: number) {
  let state = seed
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
}

/** The list as sorting all of it gives it. */
function plainly(items: readonly Transaction[], own: readonly SentTransaction[], sent: readonly SentTransaction[]) {
  const known = items.map((item): ActivityRow => {
    const [row, fate] = [rowOf(item), own.find(({ hash }) => hash === item.metadata.hash)]
    if (!fate) return row
    return {
      ...row,
      id: idOfSent(fate),
      status: row.status === 'pending' && fate.status !== 'pending' ? fate.status : row.status,
    }
  })
  const isFirst = ({ id, status }: ActivityRow) => status === 'pending' && id.startsWith('sent ')
  const rows = [...sent.map((each) => rowOfSent(each, NOW)), ...known].sort(
    (one, other) => Number(isFirst(other)) - Number(isFirst(one)) || other.at - one.at,
  )
  const months = rows.flatMap(({ month }, from) => (month === rows[from - 1]?.month ? [] : [{ month, from }]))
  return { rows, months }
}

describe('the order', () => {
  testRows(Array.from({ length: 40 }, (_, seed) => seed + 1))('is that of all rows sorted, page by page (%i)', (seed) => {
    const next = createNumbers(seed)
    const [prepare, merge] = [createPreparation(), createMerge()]
    const states = ['pending', 'confirmed', 'failed'] as const
    const own = Array.from({ length: next(8) }, (_, index) =>
      // Half of them the service has.
      sentOf(index % 2 ? 1_000 + index : next(60), states[next(3)] ?? 'failed', NOW - next(80) * 36 * HOUR_MS),
    ).filter(({ hash }, at, all) => all.findIndex((each) => each.hash === hash) === at)
    let items: readonly Transaction[] = []
    for (let page = 0; page < 6; page++) {
      const isMixed = next(3) === 0
      const fresh = pastOf(page * 10, 10, { status: states[next(3)] })
      items = [...items, ...(isMixed ? fresh.reverse() : fresh)]
      const loaded = prepare(items, CHAIN)
      const sent = own.filter(isWanted(loaded, 'success', 'ready'))
      expect(merge(loaded, own, sent, NOW)).toEqual(plainly(items, own, sent))
    }
    // A new first page: one more on top, and one that has changed.
    items = [...pastOf(-1, 1, { hash: hashOf(5_000) }), ...items.slice(0, 7), ...pastOf(900, 1), ...items.slice(8)]
    const loaded = prepare(items, CHAIN)
    const sent = own.filter(isWanted(loaded, 'success', 'end'))
    expect(merge(loaded, own, sent, NOW)).toEqual(plainly(items, own, sent))
  })

  test('of another chain begins anew', () => {
    const prepare = createPreparation()
    const items = [...pastOf(0, 3), ...pastOf(3, 2, { chain: 'eip155:10' })]
    expect(prepare(items, CHAIN).rows).toHaveLength(3)
    expect(prepare(items, 'eip155:10').rows).toHaveLength(2)
    expect(prepare(items, CHAIN).rows).toHaveLength(3)
  })
})

describe('work', () => {
  test('a page is read when it comes, and no other page with it', () => {
    const reads = { count: 0 }
    const counted = (from: number, count: number) =>
      pastOf(from, count).map(
        (item) =>
          new Proxy(item, {
            get(target, name, receiver): unknown {
              reads.count++
              return Reflect.get(target, name, receiver)
            },
          }),
      )
    const prepare = createPreparation()
    let items: readonly Transaction[] = []
    const costs = Array.from({ length: 40 }, (_, page) => {
      items = [...items, ...counted(page * 50, 50)]
      reads.count = 0
      expect(prepare(items, CHAIN).rows).toHaveLength(items.length)
      return reads.count
    })
    expect(new Set(costs).size).toBe(1)
    expect(costs[0]).toBeGreaterThan(0)
  })

  test('the list stays the same while only a request begins or ends', () => {
    const [prepare, merge] = [createPreparation(), createMerge()]
    const items = pastOf(0, 50)
    const own = [sentOf(3, 'confirmed', NOW), sentOf(900, 'pending', NOW)]
    const listed = (time = NOW, sent = own) => {
      const loaded = prepare(items, CHAIN)
      return merge(loaded, sent, sent.filter(isWanted(loaded, 'success', 'ready')), time)
    }
    const before = listed()
    expect(listed(NOW + 1)).toBe(before)
    // What is pending stands in the month of today.
    expect(listed(NOW + 40 * 24 * HOUR_MS).months[0]).not.toEqual(before.months[0])
    expect(listed(NOW, [sentOf(3, 'confirmed', NOW)]).rows).toHaveLength(50)
  })
})
