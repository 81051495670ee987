// The listeners of this instance by topic. An instance without a listener of a topic does no work for its messages, however many sockets it has.

import type { Update } from './mailbox.js'

/** Is told of new messages on the topics that it joined. */
export interface Listener {
  hear(update: Update): void
}

/** Topic → listeners. */
export interface Audience {
  join(topic: string, listener: Listener): void
  leave(topic: string, listener: Listener): void
  /** Whether a listener joined the topic. */
  has(topic: string): boolean
  isEmpty(): boolean
  /** Calls `hear` of every listener that joined the topic of an update. */
  call(updates: Iterable<Update>): void
}

/** An audience without listeners. */
export function createAudience(): Audience {
  const byTopic = new Map<string, Set<Listener>>()
  return {
    join(topic, listener) {
      const there = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, there.add(listener))
    },
    leave(topic, listener) {
      const there = byTopic.get(topic)
      if (there?.delete(listener) && there.size === 0) byTopic.delete(topic)
    },
    has: (topic) => byTopic.has(topic),
    isEmpty: () => byTopic.size === 0,
    call(updates) {
      for (const update of updates) for (const listener of byTopic.get(update.topic) ?? []) listener.hear(update)
    },
  }
}
