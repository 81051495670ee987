// Pieces of work one at a time, each followed by a rest as long as itself: what comes in meanwhile waits for one piece at most.
import { createTurns } from './turns.js'

/** Pieces of work, one at a time. */
export interface Pace {
  /** Runs `work` when the turn of its asker has come, and resolves or rejects as it does. Askers take turns, however many pieces each of them has. */
  run<T>(asker: string, work: () => T | Promise<T>): Promise<T>
}

/** What `createPace` needs. */
export interface PaceOptions {
  /** The longest rest after a piece; milliseconds. */
  readonly restMaxMs: number
  /** Awaited before each piece. */
  readonly before?: () => Promise<void>
}

/** A piece that fails stops none of the others. */
export function createPace({ restMaxMs, before }: PaceOptions): Pace {
  const turns = createTurns(1, Infinity)
  return {
    run: (asker, work) =>
      new Promise((resolve) => {
        void turns.run({ asker, isUpdate: false }, async () => {
          await before?.()
          const began = performance.now()
          const working = Promise.resolve().then(work)
          resolve(working)
          await Promise.allSettled([working])
          const rest = Math.min(restMaxMs, performance.now() - began)
          await new Promise((goOn) => setTimeout(goOn, rest))
        })
      }),
  }
}

/** Longer texts wait for their turn to be parsed: a megabyte of small lists takes a tenth of a second. */
const LONG_CHARACTERS = 64 * 1024
/** The pace of this process: it has one loop, which accepts one new connection in each of its turns. */
const pace = createPace({ restMaxMs: 500 })

/** Parses a text of a stranger or a node: at once, or a long one in the turn of its asker. Resolves or rejects as `parse` does. */
export async function parseInTurn<T>(asker: string, text: string, parse: (text: string) => T): Promise<T> {
  return text.length > LONG_CHARACTERS ? pace.run(asker, () => parse(text)) : parse(text)
}
