// Who on this instance serves a topic: with it new mail costs nothing on an instance where nobody waits, however many sockets it has.

/** A message that was just stored: its topic, and its number in the mailbox. */
export interface News {
  readonly topic: string
  readonly seq: number
}

export interface Listener {
  hear(news: News): void
}

export interface Audience {
  join(topic: string, listener: Listener): void
  leave(topic: string, listener: Listener): void
  /** Tells of new mail everyone who joined its topic. */
  call(news: Iterable<News>): void
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
    call(news) {
      for (const mail of news) for (const listener of byTopic.get(mail.topic) ?? []) listener.hear(mail)
    },
  }
}
