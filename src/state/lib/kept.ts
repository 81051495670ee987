// What queries have in common in how long they live: one key is one query, and what nobody has read for five minutes is forgotten (specification §9).
import { STORE_UNMOUNT_DELAY, onMount, type ReadableAtom } from 'nanostores'
import { QUERY_GARBAGE_COLLECTION_MS } from '../../vocabulary/constants.js'
import type { Core } from '../core.js'

/** What can be kept. */
interface Keepable {
  readonly $state: ReadableAtom<unknown>
  refresh(): Promise<void>
}

/** What is kept, and what it does when readers come, leave, and stay away. */
export interface Keeping<Q extends Keepable> {
  readonly query: Q
  /** Runs with the first reader of `$state`; what it returns runs when the last has left. */
  readonly whileRead: () => () => void
  /** Drops the value. Runs when nobody has read it for five minutes. */
  readonly forget: () => void
}

/** What is kept in one core, by key. */
function createKept(): Map<string, unknown> {
  return new Map()
}

/**
 * What is kept under `key`, made at the first call. Five minutes after its last reader has left, or after a `refresh` that nobody read, it forgets its value
 * and gives up its key; who still has it can read it again.
 */
export function kept<Q extends Keepable>(core: Core, key: string, make: () => Keeping<Q>): Q {
  const all = core.use(createKept)
  const known = all.get(key)
  if (known) return known as Q // one key is one query, hence one type
  const { query: made, whileRead, forget } = make()
  let isRead = false
  let collection: ReturnType<typeof setTimeout> | undefined
  const query: Q = {
    ...made,
    refresh() {
      if (!isRead) collectAfter(QUERY_GARBAGE_COLLECTION_MS)
      return made.refresh()
    },
  }
  const wake = () => {
    clearTimeout(collection)
    if (!all.has(key)) all.set(key, query)
  }
  const collectAfter = (ms: number) => {
    if (core.signal.aborted) return
    wake()
    collection = setTimeout(() => {
      forget()
      if (all.get(key) === query) all.delete(key)
    }, ms)
  }
  onMount(made.$state, () => {
    isRead = true
    wake()
    const stop = whileRead()
    return () => {
      isRead = false
      stop()
      collectAfter(QUERY_GARBAGE_COLLECTION_MS - STORE_UNMOUNT_DELAY) // nanostores calls this so long after the last reader has left
    }
  })
  core.onEnd(() => clearTimeout(collection))
  wake()
  return query
}
