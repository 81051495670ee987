// What was found is written in small pieces: the embedded database does one thing after the other, and a server holds the chain's lock.
import type { Found } from './chain-reader.js'
import type { Batch, Progress } from './store.js'
import { rowsOf } from './transactions.js'

/** Rows of one piece, or those of a single transaction if they are more. */
const ROWS_MAX = 75

/** Where writing begins, and from which end: `oldest` of what is new, `newest` of what is older than all that is known. */
interface Beginning {
  readonly from: Progress
  readonly keep: 'newest' | 'oldest'
}

/**
 * The pieces of what was found in blocks `from` to `to`, in the order in which they are written. The progress stops before a block of which something is left;
 * that block is remembered all the same, so that a reorganisation takes back what is there of it.
 */
export function piecesOf(
  { transactions, blocks, from, to }: Found & { readonly from: number; readonly to: number },
  { from: before, keep }: Beginning,
): readonly Pick<Batch, 'transactions' | 'blocks' | 'to'>[] {
  const isUp = keep === 'oldest'
  const progressTo = (next: number | undefined) =>
    isUp ? { low: before.low, next: next ?? to + 1 } : { low: next === undefined ? from : next + 1, next: before.next }
  const left = transactions
    .filter(({ block }) => block >= from && block <= to)
    .sort((a, b) => (isUp ? a.block - b.block : b.block - a.block))
  const pieces: Pick<Batch, 'transactions' | 'blocks' | 'to'>[] = []
  do {
    let rows = 0
    const count = left.findIndex((transaction, index) => (rows += rowsOf(transaction)) > ROWS_MAX && index > 0)
    const some = left.splice(0, count < 0 ? left.length : count)
    const edge = left.length === 0 ? undefined : some.at(-1)?.block
    const isReached = (number: number) => edge === undefined || (isUp ? number <= edge : number >= edge)
    pieces.push({
      transactions: some,
      blocks: blocks.filter(({ number }) => number >= from && number <= to && isReached(number)),
      to: progressTo(left[0]?.block),
    })
  } while (left.length > 0)
  return pieces
}
