// Listeners by event name.

/** Calls listeners by event name. An error of one listener is reported, and the others are called all the same. */
export interface Emitter<Events extends object> {
  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void
  /** Returns the stop function. */
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void
  /** Removes all listeners. */
  clear(): void
}

/** `report` logs the error of a listener. Listeners that are added while an event is emitted are not called for it. */
export function createEmitter<Events extends object>(report: (message: string, error: unknown) => void): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(detail: never) => void>>()
  return {
    emit(name, detail) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          ;(listener as (value: typeof detail) => void)(detail) // sets are keyed by the event's name
        } catch (error) {
          report(`a listener of '${name as string}' failed`, error)
        }
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => void set.delete(listener)
    },
    clear: () => listeners.clear(),
  }
}
