// The list of the activity: rows of the service's transactions, and what was sent here among them. A page more costs what the page costs and not what the
// list does: rows that are there are kept and not read again. Only arrays are copied, and compared item by item.
import type { Transaction } from '../../api/history.js'
import type { SentTransaction } from '../account/transactions.js'
import type { Paged } from '../lib/paged-query.js'
import type { QueryState } from '../lib/query.js'
import { type ActivityRow, idOfSent, isSpam, monthOf, rowOf, rowOfSent } from './rows.js'

/** The rows of one month, which follow each other in the list. */
export interface ActivityMonth {
  /** Months from the year 0. */
  readonly month: number
  /** Index of its first row. */
  readonly from: number
}

/** The transactions of a list of pages as rows. */
interface Prepared {
  /** The newest first. */
  readonly rows: readonly ActivityRow[]
  /** Unix ms of the last row as the service lists them. */
  readonly oldest: number | undefined
  readonly hidden: number
  readonly hasPrices: boolean
  /** Index of the first row of each transaction, by `keyOf` its hash. */
  readonly places: ReadonlyMap<string, number>
}
/** No page has come. */
export const nothing: Prepared = { rows: [], oldest: undefined, hidden: 0, hasPrices: false, places: new Map() }

/** Makes the rows of transactions. Each transaction is read once, however often pages are added to the list. */
export function createPreparation(): (items: readonly Transaction[], chainId: string) => Prepared {
  const known = new WeakMap<Transaction, ActivityRow>()
  /** Those of the last list; they grow with it. */
  let places = new Map<string, number>()
  /** Pages come in order, so that `fresh` mostly follows the rows before it, and these keep their places. */
  const join = (before: readonly ActivityRow[], fresh: readonly ActivityRow[]): Pick<Prepared, 'rows' | 'places'> => {
    if (fresh.length === 0 && before.length > 0) return { rows: before, places }
    const rows = [...before, ...fresh]
    const isSorted = fresh.every(({ at }, index) => at <= (rows[before.length + index - 1]?.at ?? Infinity))
    if (!isSorted) rows.sort(byTime)
    const from = isSorted ? before.length : 0
    if (from === 0) places = new Map()
    for (const [index, { hash }] of rows.slice(from).entries())
      if (!places.has(keyOf(hash))) places.set(keyOf(hash), from + index)
    return { rows, places }
  }
  let last: { readonly items: readonly Transaction[]; readonly chainId: string; readonly prepared: Prepared } | undefined
  return (items, chainId) => {
    const isLonger = last?.chainId === chainId && last.items.every((item, at) => item === items[at])
    if (isLonger && last?.items.length === items.length) return last.prepared
    const before = (isLonger && last?.prepared) || nothing
    const fresh: ActivityRow[] = []
    let { hidden, hasPrices } = before
    for (const item of items.slice((isLonger && last?.items.length) || 0)) {
      if ((item.metadata.chain ?? chainId) !== chainId) continue // the services were asked about this chain
      if (isSpam(item)) {
        hidden++
        continue
      }
      const row = known.get(item) ?? rowOf(item)
      known.set(item, row)
      fresh.push(row)
      hasPrices ||= row.shown.some(({ worth }) => worth !== undefined)
    }
    const oldest = fresh.at(-1)?.at ?? before.oldest
    const prepared = { ...join(before.rows, fresh), oldest, hidden, hasPrices }
    last = { items, chainId, prepared }
    return prepared
  }
}

/** Whether a transaction that was sent here is shown: it is not among those of the service, and not older than what is loaded of them. */
export function isWanted(
  { oldest, places }: Prepared,
  status: QueryState<unknown>['status'],
  more: Paged<unknown>['more'] | undefined,
) {
  return (sent: SentTransaction): boolean => {
    if (places.has(keyOf(sent.hash))) return false
    if (sent.status === 'pending') return true
    if (more === undefined) return status === 'error'
    return more === 'end' || oldest === undefined || sent.sentAt >= oldest
  }
}

/** The rows of the list, and its months. */
interface Merged {
  readonly rows: readonly ActivityRow[]
  readonly months: readonly ActivityMonth[]
}

/** Puts what was sent here into the list. Gives the same rows as before while nothing in them has changed. */
export function createMerge() {
  let key: readonly unknown[] = []
  let last: Merged | undefined
  /** `own`: all that was sent here; `sent`: those of it that the service does not have; `now`: Unix ms */
  return (loaded: Prepared, own: readonly SentTransaction[], sent: readonly SentTransaction[], now: number): Merged => {
    const asked = [loaded.rows, own, monthOf(now), ...sent]
    if (last && asked.length === key.length && asked.every((each, at) => each === key[at])) return last
    const settled = withFate(loaded, own)
    const rows = sent.map((each) => rowOfSent(each, now))
    const pending = [...rows.filter(isPending), ...settled.pending].sort(byTime)
    const all = [...pending, ...withSent(settled.rows, rows)]
    key = asked
    return (last = { rows: all, months: monthsOf(all, pending.length) })
  }
}

/**
 * Rows of the service. Those of transactions that were sent here keep the id that they had before the service knew them, so that they keep focus too; where
 * the service calls one pending whose end is known here already, it has that. Those that are pending still are apart.
 */
function withFate({ rows, places }: Prepared, own: readonly SentTransaction[]) {
  const changed = new Map<number, ActivityRow>()
  for (const sent of own) {
    const place = places.get(keyOf(sent.hash)) ?? -1
    const row = rows[place]
    if (!row) continue
    const status = row.status === 'pending' && sent.status !== 'pending' ? sent.status : row.status
    changed.set(place, { ...row, id: idOfSent(sent), status })
  }
  const settled = [...rows]
  const pending: ActivityRow[] = []
  // From the last, so that the places of the others stay.
  for (const [place, row] of [...changed].sort(([one], [other]) => other - one)) {
    if (row.status === 'pending') pending.unshift(row)
    settled.splice(place, 1, ...(row.status === 'pending' ? [] : [row]))
  }
  return { rows: settled, pending }
}

/** With those that were sent here and wait no longer, each above what is as old. */
function withSent(rows: readonly ActivityRow[], sent: readonly ActivityRow[]): readonly ActivityRow[] {
  const all = [...rows]
  for (const row of sent.filter((each) => !isPending(each)).reverse())
    all.splice(
      firstPlace(all, 0, ({ at }) => at <= row.at),
      0,
      row,
    )
  return all
}

/** @param pendingCount what is pending comes first, and may be of any month; below it no month comes twice */
function monthsOf(rows: readonly ActivityRow[], pendingCount: number): readonly ActivityMonth[] {
  const months: ActivityMonth[] = []
  for (let from = 0; from < rows.length;) {
    const month = rows[from]?.month ?? 0
    if (months.at(-1)?.month !== month) months.push({ month, from })
    from = from < pendingCount ? from + 1 : firstPlace(rows, from + 1, (row) => row.month !== month)
  }
  return months
}

/** The index of the first row from `from` on that `is` holds for, as it does for all after it; the count of rows: for none. */
function firstPlace(rows: readonly ActivityRow[], from: number, is: (row: ActivityRow) => boolean): number {
  let [low, high] = [from, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && is(row)) high = middle
    else low = middle + 1
  }
  return low
}

const byTime = (one: ActivityRow, other: ActivityRow) => other.at - one.at
const isPending = ({ status }: ActivityRow) => status === 'pending'

/** EVM hashes are hex digits, which differ in case at most; those of other ecosystems are compared as they are. */
const keyOf = (hash: string) => (hash.startsWith('0x') ? hash.toLowerCase() : hash)
