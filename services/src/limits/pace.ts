// Long pieces of work of strangers, one at a time: Node does nothing else meanwhile, and accepts one new connection in each turn of its loop. So after each piece there is a
// pause as long as the piece, in which the loop turns for the others.
import { performance } from 'node:perf_hooks'

/** The longest pause after a piece; milliseconds. */
const PAUSE_MAX_MS = 500

/** Whose long piece of work comes next. */
export interface Pace {
  /** Resolves when a piece may be done, at once and without waiting for anything. Askers take turns, however many pieces each of them has. */
  turn(asker: string): Promise<void>
}

/** @param now milliseconds on a clock that goes forward only */
export function createPace(now: () => number = () => performance.now()): Pace {
  const waiting = new Map<string, (() => void)[]>()
  let isBusy = false

  function serve(): void {
    const [asker, pieces] = [...waiting][0] ?? []
    const piece = pieces?.shift()
    isBusy = piece !== undefined
    if (asker === undefined || !pieces || !piece) return
    waiting.delete(asker) // and in again at the end
    if (pieces.length > 0) waiting.set(asker, pieces)
    const start = now()
    piece()
    // Whoever waited goes on in a microtask: by the next turn of the loop the piece is done.
    setImmediate(() => setTimeout(serve, Math.min(PAUSE_MAX_MS, now() - start)))
  }

  return {
    turn: (asker) =>
      new Promise((resolve) => {
        const pieces = waiting.get(asker) ?? []
        pieces.push(resolve)
        waiting.set(asker, pieces)
        if (!isBusy) serve()
      }),
  }
}

/** The pace of this process: it has one loop. */
export const pace = createPace()

/** Longer texts wait for their turn to be parsed: a megabyte of small lists takes a tenth of a second. */
export const LONG_CHARACTERS = 64 * 1024
