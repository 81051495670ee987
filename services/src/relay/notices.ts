// Tells the sockets of this instance of new messages: at once of its own, over the bus of those of other instances, and by a sweep of those whose
// notice was lost: an instance may die between the commit and the notice.
import type { Audience } from './audience.js'
import type { Bus } from './bus.js'
import type { Mailbox, Update } from './mailbox.js'

/** Messages that one sweep looks at in one question. */
const SWEEP_PAGE = 5_000
/** Sweeps in which a message is looked for: numbers become visible in the order of the commits, so a smaller one may show after a larger. */
const SWEEPS_KEPT = 3

/** The notices of one instance. */
export interface Notices {
  /** To be called with what this instance has stored: tells its own sockets, and the other instances. */
  announce(updates: readonly Update[]): void
  /** Listens to the other instances. `onGap`: notices were lost, and all topics are to be read again. Resolves with the end of listening. */
  start(onGap: () => void): Promise<() => Promise<void>>
  /** Tells the sockets of messages that no notice came for. To be called every few seconds, also while one runs. */
  sweep(): Promise<void>
  /** Resolves when what was announced has left. */
  idle(): Promise<void>
}

/** What `createNotices` needs. */
export interface NoticesOptions {
  readonly mailbox: Mailbox
  readonly bus: Bus
  readonly audience: Audience
  /** Called with the number of messages that a sweep found. */
  onMissed(count: number): void
}

export function createNotices({ mailbox, bus, audience, onMissed }: NoticesOptions): Notices {
  /** Numbers of which the sockets were told, above the oldest of `heads`. */
  const told = new Set<number>()
  /** The largest number at the end of each of the last sweeps, oldest first. */
  let heads: number[] = []
  let running: Promise<void> | undefined

  function tell(updates: readonly Update[]): void {
    const wanted = updates.filter(({ topic }) => audience.has(topic))
    for (const { seq } of wanted) told.add(seq)
    audience.call(wanted)
  }

  async function look(): Promise<void> {
    if (audience.isEmpty()) {
      // Who joins a topic reads all of it.
      heads = []
      told.clear()
      return
    }
    const from = heads[0] ?? (await mailbox.lastSeq())
    let head = heads.at(-1) ?? from
    const missed: Update[] = []
    for (let at = from; ;) {
      const page = await mailbox.storedAfter(at, SWEEP_PAGE)
      for (const update of page) if (!told.has(update.seq) && audience.has(update.topic)) missed.push(update)
      at = page.at(-1)?.seq ?? at
      head = Math.max(head, at)
      if (page.length < SWEEP_PAGE) break
    }
    heads = [...heads, head].slice(-SWEEPS_KEPT)
    const [oldest = 0] = heads
    for (const seq of told) if (seq <= oldest) told.delete(seq)
    if (missed.length === 0) return
    onMissed(missed.length)
    tell(missed)
  }

  return {
    announce(updates) {
      tell(updates)
      bus.publish(updates)
    },

    async start(onGap) {
      const stop = await bus.subscribe(tell, onGap)
      heads = [await mailbox.lastSeq()]
      return stop
    },

    sweep: () => (running ??= look().finally(() => (running = undefined))),

    idle: () => bus.idle(),
  }
}
