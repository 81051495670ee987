// Publishing on Postgres: how many messages a second are accepted of 8 and of 32 clients that each wait for the answer to the one before. Another checkout
// of the project may stand beside this one, on the same Postgres, and take its turn in each round: then what else the machine does strikes both.
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createChildren } from '../../scripts/lib/children.mjs'
import { connectPostgres } from '../../services/src/db/postgres.js'
import { connectClient } from '../../services/test/support/relay-client.js'
import { startPostgres } from '../../services/test/support/postgres.js'
import type { Effort } from './http.js'
import { median, round } from './figures.js'
import { messageText, visitorAddress } from './peers.js'

const root = resolve(import.meta.dirname, '../..')
const CLIENTS = [8, 32] as const
/** Where the clients are: each at home, or all of them behind one address of a provider or an office. */
const places = ['addresses of their own', 'one address'] as const

/** Of one number of clients in one place; messages per second are the median of the rounds. */
export interface PublishingFigure {
  readonly clients: number
  readonly place: (typeof places)[number]
  readonly perSecond: number
  /** Of the other checkout. */
  readonly other?: number
  /** The median of the rounds' ratios, ours ÷ the other's. */
  readonly ratio?: number
}

/** What `measurePublishing` needs; `samples`: messages of each client in a round. */
export interface PublishingOptions extends Effort {
  /** Root of another checkout. */
  readonly against?: string | undefined
  /** Milliseconds before each flush, 0 for none. */
  readonly flushMs: number
}

export async function measurePublishing({
  against,
  flushMs,
  rounds,
  samples,
}: PublishingOptions): Promise<readonly PublishingFigure[]> {
  const postgres = await startPostgres({ isDurable: true })
  const running: { stop(): Promise<void> }[] = []
  const start = async (folder: string): Promise<string> => {
    const children = createChildren({
      cwd: folder,
      onOutput: (name: string, line: string) => console.error(`${name} │ ${line}`),
      onDeath: (_: string, reason: string) => console.error(reason),
    })
    running.push(children)
    const databaseUrl = await postgres.createDatabase()
    if (flushMs > 0) await slowDown(databaseUrl, flushMs)
    const { relay } = await children.start({
      name: 'services',
      file: pathToFileURL(resolve(folder, 'services/src/main.ts')),
      env: {
        ...{ WM_SERVICES_HOST: '127.0.0.1', WM_SERVICES_PORT: '0', WM_LOG: 'warn', WM_TRUST_PROXY: '1' },
        DATABASE_URL: databaseUrl,
      },
    })
    return String(relay)
  }
  try {
    const ours = await start(root)
    const other = against === undefined ? undefined : await start(resolve(against))
    const figures: PublishingFigure[] = []
    // What a process does for the first time is no message's.
    for (const url of [ours, other]) if (url !== undefined) await accepted(url, 8, 'addresses of their own', samples)
    for (const place of places) {
      for (const clients of CLIENTS) {
        const mine: number[] = []
        const theirs: number[] = []
        for (let count = 0; count < rounds; count += 1) {
          mine.push(await accepted(ours, clients, place, samples))
          if (other !== undefined) theirs.push(await accepted(other, clients, place, samples))
        }
        const ratios = theirs.map((their, index) => (mine[index] ?? 0) / their)
        const against = other === undefined ? {} : { other: round(median(theirs)), ratio: round(median(ratios)) }
        figures.push({ clients, place, perSecond: round(median(mine)), ...against })
        console.error(
          `  ${clients} clients, ${place}: ${mine.map(round).join(' ')}${other === undefined ? '' : `; before: ${theirs.map(round).join(' ')}`}`,
        )
      }
    }
    return figures
  } finally {
    await Promise.all(running.map((each) => each.stop()))
    await postgres.stop()
  }
}

/** Postgres waits so long before each flush, as on a slower disk; whoever commits meanwhile shares the flush. https://www.postgresql.org/docs/current/wal-configuration.html */
async function slowDown(databaseUrl: string, flushMs: number): Promise<void> {
  const db = await connectPostgres(databaseUrl)
  const name = new URL(databaseUrl).pathname.slice(1)
  await db.query(`alter database ${name} set commit_siblings = 0`)
  await db.query(`alter database ${name} set commit_delay = ${flushMs * 1000}`)
  await db.close()
}

let visitors = 30_000_000 // beyond those of `peers.ts`

/** Messages per second; a client may say 900 things a minute, so each round has new ones. */
async function accepted(url: string, count: number, place: (typeof places)[number], each: number): Promise<number> {
  visitors += 1
  const address = () => visitorAddress(place === 'one address' ? visitors : (visitors += 1))
  const clients = await Promise.all(
    Array.from({ length: count }, () => connectClient(url, { headers: { 'x-forwarded-for': address() } })),
  )
  const started = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      const topic = randomBytes(32).toString('hex')
      for (let sent = 0; sent < each; sent += 1)
        await client.ask('irn_publish', { topic, message: messageText(), ttl: 300, tag: 1108 })
    }),
  )
  const seconds = (performance.now() - started) / 1000
  await Promise.all(clients.map((client) => client.close()))
  return (count * each) / seconds
}
