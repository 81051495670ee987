// How many blocks one log query may span: nodes limit it, each in its own way, and by what is in the blocks. It is found by trying.
import { RangeTooLong } from './chain-reader.js'

/** Queries that went well after which a longer one is tried. */
const GROW_AFTER = 16

export interface Spans {
  current(): number
  /** Undefined: it was too long, the next one is shorter. @throws whatever else `read` does, and RangeTooLong for a single block */
  fit<T>(read: () => Promise<T>): Promise<T | undefined>
}

/** Begins with `most`, the operator's setting, and never goes beyond it. */
export function createSpans(most: number): Spans {
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
