// How many blocks one log query may span. Nodes limit the range, each in its own way and by the number of logs, so it is found by trying.
import { RangeTooLong } from './chain-reader.js'

/** Queries that went well after which a longer one is tried. */
const GROW_AFTER = 16

/** The range of one chain, in blocks. */
export interface Ranges {
  /** Blocks of the next query. */
  current(): number
  /**
   * Runs one query. Undefined when its range was too long: the next range is a quarter of it. 16 successes in a row double the range.
   * @throws RangeTooLong for a single block, and any other error of `read`
   */
  fit<T>(read: () => Promise<T>): Promise<T | undefined>
}

/** Begins with `most` blocks (`chains.*.logBlocks`) and never exceeds them. */
export function createRanges(most: number): Ranges {
  let size = most
  let successes = 0
  return {
    current: () => size,
    async fit(read) {
      const tried = size
      try {
        const found = await read()
        successes += 1
        if (size < most && successes % GROW_AFTER === 0) size = Math.min(most, size * 2)
        return found
      } catch (error) {
        if (!(error instanceof RangeTooLong) || tried <= 1) throw error
        // Several accounts are read at once: only the first of them to fail makes it shorter.
        size = Math.min(size, Math.ceil(tried / 4))
        successes = 0
        return undefined
      }
    },
  }
}
