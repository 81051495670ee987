// The changes that a connector reports: to every listener, in order. Changes that come before the first listener are kept for it,
// so that none is lost between the answer to `connect` and `onChange`.
import type { ConnectorChange } from './connector.js'

type Listener = (change: ConnectorChange) => void

/** The listeners of one connector. */
export interface Changes {
  /** Reports a change to every listener at once, or keeps it when there is none. */
  tell(change: ConnectorChange): void
  /** Adds a listener; kept changes reach it in the next microtask. Returns the function that removes it. */
  onChange(listener: Listener): () => void
  hasListeners(): boolean
  /** Drops the kept changes. Called when `connect` resolves: its grant includes them. */
  clear(): void
}

/** The listeners of one connector, none at first. */
export function createChanges(): Changes {
  const listeners = new Set<Listener>()
  let unheard: ConnectorChange[] = []
  return {
    tell(change) {
      // While kept changes wait for their microtask, a new one is put behind them, so that the order stays.
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
