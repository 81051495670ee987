// Where the rows of a long list are: as a sum over all heights says, without one.
import { describe, expect, test, vi } from 'vitest'
import { RowHeights } from '../../../src/elements/lib/row-heights.js'
import { testRows } from '../../support/rows.js'

const namesOf = (count: number, prefix = 'row') => Array.from({ length: count }, (_, index) => `${prefix} ${index}`)
/** Numbers that are the same in each run. */
function createNumbers(seed = 7) {
  let state = seed
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
}

/** What `RowHeights` says, by plain sums over all rows. */
class Plain {
  keys: readonly string[] = []
  readonly heights = new Map<string, number>()
  usual = 56

  assume() {
    this.usual = [...this.heights.values()].sort((one, other) => one - other)[this.heights.size >> 1] ?? this.usual
  }
  startOf(place: number) {
    return this.keys.slice(0, place).reduce((sum, key) => sum + (this.heights.get(key) ?? this.usual), 0)
  }
  placeAt(y: number) {
    const after = this.keys.findIndex((_, place) => this.startOf(place + 1) > y)
    return after < 0 ? this.keys.length - 1 : after
  }
}

function expectSame(rows: RowHeights, plain: Plain) {
  for (let place = 0; place <= plain.keys.length; place++) expect(rows.startOf(place)).toBe(plain.startOf(place))
  const end = plain.startOf(plain.keys.length)
  for (const y of [0, 1, 55.5, 56, end / 3, end / 2, end - 1, end, end + 500]) expect(rows.placeAt(y)).toBe(plain.placeAt(y))
  for (const [place, key] of plain.keys.entries()) expect(rows.placeOf(key)).toBe(place)
}

describe('starts and places', () => {
  testRows([1, 2, 3, 31, 32, 33, 100])('of %i rows are those of a sum, whatever is measured', (count) => {
    const next = createNumbers(count)
    const [rows, plain] = [new RowHeights(), new Plain()]
    rows.list((plain.keys = namesOf(count)))
    expectSame(rows, plain)
    for (let turn = 0; turn < 60; turn++) {
      const key = `row ${next(count + 2)}` // two are not in the list
      const height = next(5) === 0 ? undefined : 40 + next(80) / 4
      rows.set(key, height)
      if (height === undefined) plain.heights.delete(key)
      else plain.heights.set(key, height)
      if (next(3) === 0) {
        rows.assume()
        plain.assume()
      }
      expectSame(rows, plain)
    }
    expect(new Map(rows.measured)).toEqual(plain.heights)
  })

  testRows([
    ['a page at the end', [...namesOf(30), ...namesOf(20, 'more')]],
    ['a row on top', ['new', ...namesOf(30)]],
    ['fewer rows', namesOf(11)],
    ['others from the middle on', [...namesOf(13), ...namesOf(30, 'other')]],
    ['none', []],
  ])('rows are where they were measured after %s', (_, keys) => {
    const [rows, plain] = [new RowHeights(), new Plain()]
    rows.list((plain.keys = namesOf(30)))
    for (const [index, key] of ['row 0', 'row 3', 'row 12', 'row 29', 'more 4', 'new'].entries()) {
      rows.set(key, 60 + index)
      plain.heights.set(key, 60 + index)
    }
    rows.list((plain.keys = keys))
    expectSame(rows, plain)
    expect(rows.placeOf('row 40')).toBe(-1)
    rows.list((plain.keys = namesOf(30)))
    expectSame(rows, plain)
  })
})

describe('ten thousand rows', () => {
  const COUNT = 10_000
  /** How often a height or place is looked up, or set, while `act` runs. */
  function countLookups(act: () => void) {
    const spies = [vi.spyOn(Map.prototype, 'get'), vi.spyOn(Map.prototype, 'set'), vi.spyOn(Map.prototype, 'delete')]
    act()
    const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    for (const spy of spies) spy.mockRestore()
    return count
  }

  test('take the work of the page when a page is added', () => {
    const rows = new RowHeights()
    rows.list(namesOf(COUNT))
    const longer = [...namesOf(COUNT), ...namesOf(50, 'more')]
    expect(countLookups(() => rows.list(longer))).toBe(100)
  })

  test('are not passed through when a place is asked for, a height is measured, or the assumed height is another', () => {
    const rows = new RowHeights()
    const reads = { count: 0 }
    const keys = new Proxy(namesOf(COUNT), {
      get(target, name, receiver): unknown {
        if (name !== 'length') reads.count++
        return Reflect.get(target, name, receiver)
      },
    })
    rows.list(keys)
    for (let place = 0; place < COUNT; place += 2) rows.set(`row ${place}`, 60 + (place % 3))
    reads.count = 0
    const lookups = countLookups(() => {
      rows.list(keys) // as each frame does
      rows.startOf(COUNT)
      rows.placeAt(rows.startOf(COUNT) / 2)
      rows.placeOf('row 9000')
      rows.set('row 5001', 80)
      rows.assume()
    })
    expect(reads.count).toBe(0)
    expect(lookups).toBeLessThan(10)
  })
})
