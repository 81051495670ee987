// Whose turn it is, at a chain or at the processor: what is new of known accounts comes first, and those who ask take turns, however much each of them has asked for.

const WAITING_MAX = 16

/** One step of work. */
export interface Turn {
  /** Who asked: askers take turns. */
  readonly asker: string
  /** What is new of an account that was read before. */
  readonly isUpdate: boolean
  /** Ends the wait. Absent: it waits until its turn has come. */
  readonly signal?: AbortSignal
}

/** Turns at one thing that many want. */
export interface Turns {
  /** Runs `work` when its turn has come. Undefined: the signal has aborted before, or too much of this asker is waiting. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T | undefined>
}

type Waiting = Map<string, Set<() => void>>

/**
 * Lets at most `count` steps run at a time. One place is kept for what is new of known accounts, unless there is only one; half of the places are the most that
 * one asker has with what is new.
 * @param waitingMax steps that one asker may have waiting; what is beyond them is left for the next time it asks
 */
export function createTurns(count: number, waitingMax = WAITING_MAX): Turns {
  const waiting = { updates: new Map() as Waiting, others: new Map() as Waiting }
  const running = { updates: 0, others: 0 }
  const othersMax = Math.max(1, count - 1)
  const updatesMax = Math.max(1, count >> 1)
  /** Asker → its updates that run. */
  const updatesOf = new Map<string, number>()
  const mayRun = (kind: 'updates' | 'others', asker: string) => kind === 'others' || (updatesOf.get(asker) ?? 0) < updatesMax
  const hasPlace = (kind: 'updates' | 'others') =>
    running.updates + running.others < count && (kind === 'updates' || running.others < othersMax)

  /** The one that waits longest of the asker whose turn is longest ago. */
  function next(kind: 'updates' | 'others'): (() => void) | undefined {
    const queue = waiting[kind]
    const [asker, steps] = [...queue].find(([name]) => mayRun(kind, name)) ?? []
    const [step] = steps ?? []
    if (asker === undefined || !steps || !step) return undefined
    remove(queue, asker, step)
    if (kind === 'updates') updatesOf.set(asker, (updatesOf.get(asker) ?? 0) + 1)
    if (steps.size > 0) {
      queue.delete(asker) // and in again at the end
      queue.set(asker, steps)
    }
    return step
  }

  function remove(queue: Waiting, asker: string, step: () => void): void {
    const steps = queue.get(asker)
    steps?.delete(step)
    if (steps?.size === 0) queue.delete(asker)
  }

  function leave(asker: string): void {
    const left = (updatesOf.get(asker) ?? 0) - 1
    if (left > 0) updatesOf.set(asker, left)
    else updatesOf.delete(asker)
  }

  function serve(): void {
    for (const kind of ['updates', 'others'] as const) {
      while (hasPlace(kind)) {
        const step = next(kind)
        if (!step) break
        running[kind] += 1
        step()
      }
    }
  }

  /** Resolves with whether a place was taken. */
  function place(kind: 'updates' | 'others', asker: string, signal?: AbortSignal): Promise<boolean> {
    const queue = waiting[kind]
    if (signal?.aborted || (queue.get(asker)?.size ?? 0) >= waitingMax) return Promise.resolve(false)
    return new Promise((resolve) => {
      const leave = () => {
        remove(queue, asker, step)
        resolve(false)
      }
      const step = () => {
        signal?.removeEventListener('abort', leave)
        resolve(true)
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.set(asker, (queue.get(asker) ?? new Set()).add(step))
      serve()
    })
  }

  return {
    async run({ asker, isUpdate, signal }, work) {
      const kind = isUpdate ? 'updates' : 'others'
      if (!(await place(kind, asker, signal))) return undefined
      try {
        return await work()
      } finally {
        running[kind] -= 1
        if (isUpdate) leave(asker)
        serve()
      }
    },
  }
}
