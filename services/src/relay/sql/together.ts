// Work of many callers in one statement: what arrives while one runs goes into the next. A database that waits for its disk at each commit then waits once
// for all of them.

/** A batch waits for those who were just answered: at most this part of what the last one took, and so many milliseconds. */
const GATHER_PART = 1 / 3
const GATHER_MS = 5

/** Limits of one batch. */
export interface BatchLimits<Item> {
  /** Items. */
  readonly count: number
  /** Sum of `sizeOf`; one item may be larger. */
  readonly size: number
  sizeOf(item: Item): number
  /** After this time in milliseconds a batch is held up, and the next does not wait for it. */
  readonly slowMs: number
  /** Batches at a time. */
  readonly most: number
}

/**
 * Gives each item to `run` with the others that wait, and resolves with its own result.
 * @param run takes a batch in the order of the calls, and gives one result for each; when it rejects, so does each of the batch
 */
export function createTogether<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { count, size, sizeOf, slowMs, most }: BatchLimits<Item>,
): (item: Item) => Promise<Result> {
  let waiting: { readonly item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = []
  let running = 0
  /** Of `running`, those that the next does not wait for. */
  let slow = 0
  /** Until when the next batch waits for those who had their answer a moment ago and ask again, and for how many items. */
  let gathering: { readonly items: number; readonly timer: NodeJS.Timeout } | undefined

  function take(): typeof waiting {
    let sum = 0
    const end = waiting.findIndex(({ item }, index) => index === count || ((sum += sizeOf(item)) > size && index > 0))
    const batch = end < 0 ? waiting : waiting.slice(0, end)
    waiting = end < 0 ? [] : waiting.slice(end)
    return batch
  }

  /** Else those who are answered and those who wait would take turns, and each wait for two batches. */
  function gather(answered: number, ms: number): void {
    const items = answered + waiting.length
    if (items < 2) return
    gathering = { items: Math.min(items, count), timer: setTimeout(startNow, Math.min(GATHER_MS, ms * GATHER_PART)) }
  }

  function startNow(): void {
    clearTimeout(gathering?.timer)
    gathering = undefined
    void start()
  }

  async function start(): Promise<void> {
    if (waiting.length === 0 || running > slow || running === most) return
    if (gathering) return waiting.length < gathering.items ? undefined : startNow()
    running += 1
    // What is asked for until the end of this turn goes along.
    await new Promise(setImmediate)
    const batch = take()
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      slow += 1
      void start()
    }, slowMs)
    const started = performance.now()
    try {
      const results = await run(batch.map(({ item }) => item))
      // A batch has one result for each item.
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    clearTimeout(timer)
    if (isSlow) slow -= 1
    running -= 1
    if (running === 0) gather(batch.length, performance.now() - started)
    void start()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      void start()
    })
}
