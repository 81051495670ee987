// Pages of mail that were the answer to `irn_fetchMessages`, which knows no acknowledgement: a ping follows each page, and its pong says that the
// client has read the page before it (RFC 6455, 5.5.3: a pong repeats the payload; frames are read in order).
import type { Update } from './mailbox.js'

interface FetchedPage {
  readonly mails: readonly Update[]
  readonly bytes: number
  readonly until: number
}

/** The pages of one socket whose pong has not come. */
export interface FetchedPages {
  /** Remembers a page of so many bytes, and gives the payload of the ping that is to follow it. */
  add(mails: readonly Update[], bytes: number): string
  /** Of all pages. */
  readonly bytes: number
  /** Row numbers of the page whose pong came, once; none for any other payload. */
  confirm(payload: string): readonly number[]
  /** Row numbers of messages on their way. */
  seqs(): readonly number[]
  /** Forgets pages whose pong did not come in time, and gives their topics: their messages are to be sent again. */
  dropOverdue(): readonly string[]
}

/** @param pongWithinMs how long a pong is waited for @param now Unix milliseconds */
export function createFetchedPages(pongWithinMs: number, now: () => number): FetchedPages {
  const pages = new Map<string, FetchedPage>()
  let count = 0
  return {
    get bytes() {
      return [...pages.values()].reduce((sum, page) => sum + page.bytes, 0)
    },
    add(mails, bytes) {
      count += 1
      const payload = `page ${count}`
      pages.set(payload, { mails: mails.map(({ topic, seq }) => ({ topic, seq })), bytes, until: now() + pongWithinMs })
      return payload
    },
    confirm(payload) {
      const page = pages.get(payload)
      pages.delete(payload)
      return page?.mails.map(({ seq }) => seq) ?? []
    },
    seqs: () => [...pages.values()].flatMap(({ mails }) => mails.map(({ seq }) => seq)),
    dropOverdue() {
      const overdue = [...pages].filter(([, { until }]) => until <= now())
      for (const [payload] of overdue) pages.delete(payload)
      return overdue.flatMap(([, { mails }]) => mails.map(({ topic }) => topic))
    },
  }
}
