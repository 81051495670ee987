// Work that many ask for at once, done together: who comes while it is under way shares the next turn, so that nobody is told less than
// was true when they asked.
export function createTurns<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const turns = new Map<string, { readonly ended: Promise<unknown>; next: Promise<T> | undefined }>()

  function begin(key: string): Promise<T> {
    const asked = ask(key)
    // A turn that failed tells its own callers; the next one is another try.
    const ended = asked.catch(() => undefined)
    const turn = { ended, next: undefined }
    turns.set(key, turn)
    void ended.then(() => {
      if (turn.next === undefined && turns.get(key) === turn) turns.delete(key)
    })
    return asked
  }

  return (key) => {
    const turn = turns.get(key)
    if (!turn) return begin(key)
    turn.next ??= turn.ended.then(() => begin(key))
    return turn.next
  }
}

/** Lets `count` works run at a time; the others wait in the order in which they came. */
export function createPlaces(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
