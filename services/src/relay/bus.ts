// How instances tell each other of new messages. A notice may be lost: `notices.ts` looks for what nobody was told of.
import type { Update } from './mailbox.js'

/** Notices between instances. */
export interface Bus {
  /** Tells the other instances, in batches, and returns at once. What cannot be told is logged and dropped. */
  publish(updates: readonly Update[]): void
  /**
   * Calls `onUpdates` with what the other instances tell, until the returned function is called. `onGap`: notices were lost and the bus works
   * again.
   */
  subscribe(onUpdates: (updates: readonly Update[]) => void, onGap: () => void): Promise<() => Promise<void>>
  /** Resolves when everything published so far has left or was dropped. */
  idle(): Promise<void>
}
