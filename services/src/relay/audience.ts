// Who on this instance serves a topic: with it new mail costs nothing on an instance where nobody waits, however many sockets it has.

export interface Listener {
  /** There may be new mail on these topics. */
  deliver(topics: Iterable<string>): void
}

export interface Audience {
  join(topic: string, listener: Listener): void
  leave(topic: string, listener: Listener): void
  /** Tells everyone who joined a topic that there is new mail. */
  call(topics: Iterable<string>): void
}

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
    call(topics) {
      for (const topic of topics) for (const listener of byTopic.get(topic) ?? []) listener.deliver([topic])
    },
  }
}
