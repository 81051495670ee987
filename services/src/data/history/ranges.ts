// How many blocks one log query may span. Nodes limit the range, each in its own way and by the number of logs, so it is found by trying.
import { RangeTooLong } from './chain-reader.js'

/** Queries that went well after which a longer one is tried. */
const GROW_AFTER = 16
/** Blocks of the first query of a new account, which may be a busy one: its list would hold up the process. Each that goes well doubles them. */
const FIRST_BLOCKS = 64
/** Accounts whose ranges are remembered. */
const ACCOUNTS_MAX = 1000

/** A range, in blocks. */
export interface Range {
  /** Blocks of the next query. */
  current(): number
  /**
   * Runs one query. Undefined when its range was too long: the next range is a quarter of it. 16 successes in a row double the range.
   * @throws RangeTooLong for a single block, and any other error of `read`
   */
  fit<T>(read: () => Promise<T>): Promise<T | undefined>
}

/** The range of one chain. */
export interface Ranges extends Range {
  /**
   * The range of one account, remembered for a thousand accounts. Where its logs are too many (`RangeTooLong.isBusy`), only its own becomes shorter; where the
   * chain's nodes mind the blocks, that of all.
   * @param isNew it may be a busy one: its range begins with 64 blocks
   */
  ofAccount(account: string, isNew?: boolean): AccountRange
}

/** The range of one account. */
export interface AccountRange extends Range {
  /** Only so many blocks of a query were read, as there was much in them: the next query need not list much more. */
  used(blocks: number): void
}

/** Begins with `most` blocks (`chains.*.logBlocks`) and never exceeds them. */
export function createRanges(most: number): Ranges {
  const chain = createSize(most)
  const known = new Map<string, Size>()
  return {
    ...rangeOf(chain, () => chain),
    ofAccount(account, isNew = false) {
      const own = known.get(account) ?? createSize(most, isNew ? FIRST_BLOCKS : most)
      known.delete(account) // and in again at the end
      known.set(account, own)
      if (known.size > ACCOUNTS_MAX) known.delete(known.keys().next().value ?? '')
      const size = { ...own, current: () => Math.min(own.current(), chain.current()) }
      return { ...rangeOf(size, ({ isBusy }) => (isBusy ? own : chain)), used: (blocks) => own.shrink(8 * blocks) }
    },
  }

  /** @param atFault what has to become shorter */
  function rangeOf(size: Pick<Size, 'current' | 'grow'>, atFault: (error: RangeTooLong) => Size): Range {
    return {
      current: size.current,
      async fit(read) {
        const tried = size.current()
        try {
          const found = await read()
          size.grow()
          if (size.grow !== chain.grow) chain.grow()
          return found
        } catch (error) {
          if (!(error instanceof RangeTooLong) || tried <= 1) throw error
          atFault(error).shrink(tried)
          return undefined
        }
      },
    }
  }
}

interface Size {
  current(): number
  grow(): void
  shrink(tried: number): void
}

function createSize(most: number, first = most): Size {
  let size = Math.min(most, first)
  let successes = 0
  let isFirst = true
  return {
    current: () => size,
    grow() {
      successes += 1
      if (size < most && (isFirst || successes % GROW_AFTER === 0)) size = Math.min(most, size * 2)
    },
    shrink(tried) {
      // Several queries run at once: only the first of them to fail makes it shorter.
      size = Math.min(size, Math.ceil(tried / 4))
      successes = 0
      isFirst = false
    },
  }
}
