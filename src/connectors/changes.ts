// What a connector tells upwards: in order, to everybody who listens, and nothing is lost between the answer to `connect` and the first listener.
import type { ConnectorChange } from './connector.js'

type Listener = (change: ConnectorChange) => void

export interface Changes {
  tell(change: ConnectorChange): void
  /** Returns the stop function. */
  onChange(listener: Listener): () => void
  hasListeners(): boolean
  /** Forgets what nobody has heard: a grant that was just answered says all of it. */
  clear(): void
}

export function createChanges(): Changes {
  const listeners = new Set<Listener>()
  let unheard: ConnectorChange[] = []
  return {
    tell(change) {
      // Behind what is still to be told, so that the last word stays the last.
      if (listeners.size === 0 || unheard.length > 0) unheard.push(change)
      else for (const listener of [...listeners]) listener(change)
    },
    onChange(listener) {
      listeners.add(listener)
      if (unheard.length > 0)
        queueMicrotask(() => {
          for (const change of unheard.splice(0)) for (const each of [...listeners]) each(change)
        })
      return () => void listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
    clear() {
      unheard = []
    },
  }
}
