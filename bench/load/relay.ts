// The relay side: from publish to delivery with nobody, 1 000 and 5 000 idle sockets around, memory of each, and how much goes through.
import { setTimeout as wait } from 'node:timers/promises'
import { compare, exponent, median, round, type Compared } from './figures.js'
import { echoWay, relayWay, type Way } from './peers.js'
import type { Effort } from './http.js'
import { gather, type Crowd, type Measured, type World } from './world.js'

export interface RelayLevel {
  readonly idle: number
  /** Milliseconds from a publish to its delivery, beside an echo. */
  readonly delivery: Compared
  readonly throughput: {
    /** Messages published, delivered and acknowledged per second. */
    readonly perSecond: number
    /** The echo's ÷ ours. */
    readonly ratio: number
  }
}

export interface SocketMemory {
  /** Kilobytes of resident memory, and of JavaScript heap, per idle socket at the highest level. */
  readonly rss: number
  readonly heap: number
  /** Growth of the heap from the first level with sockets to the highest: 1 is linear. */
  readonly exponent: number
}

export interface RelayFigures {
  readonly levels: readonly RelayLevel[]
  readonly memory: { readonly relay: SocketMemory; readonly bare: SocketMemory; readonly ratio: number }
  /** Milliseconds for a socket to be let in and subscribed, 64 at a time, and the same for the trivial server. */
  readonly joining: { readonly relay: number; readonly bare: number; readonly ratio: number }
  readonly latencyExponent: number
  /** Absent: all that were wanted could be opened. */
  readonly shortfall?: string
}

const WAYS = 16
const WINDOW = 8
/** A relay resumes old subscriptions 10 s after a socket opened, and pings in turns of 5 s: figures are taken afterwards. */
const SETTLE_MS = 16_000

export async function measureRelay(world: World, wanted: readonly number[], effort: Effort): Promise<RelayFigures> {
  const { services, bare } = world
  const crowds: { relay: Crowd; bare: Crowd }[] = []
  const levels: RelayLevel[] = []
  const memories = { relay: [] as Sample[], bare: [] as Sample[] }
  let shortfall: string | undefined
  try {
    // What the first messages leave behind is no socket's.
    await levelOf(world, 0, { rounds: 1, samples: effort.samples })
    for (const count of [0, ...wanted]) {
      const from = sum(crowds, 'relay')
      if (count > 0) {
        const relay = await gather(services.ws, { from, count: count - from, isRelay: true })
        const echo = await gather(bare.ws, { from, count: count - from, isRelay: false })
        crowds.push({ relay, bare: echo })
        const failure = relay.failure ?? echo.failure
        if (failure !== undefined)
          shortfall = `${sum(crowds, 'relay')} of ${count} sockets could be opened: ${failure}${openFiles()}`
        await wait(SETTLE_MS)
      }
      memories.relay.push(await sample(sum(crowds, 'relay'), services))
      memories.bare.push(await sample(sum(crowds, 'bare'), bare))
      const level = await levelOf(world, sum(crowds, 'relay'), effort)
      levels.push(level)
      console.error(
        `  ${level.idle} idle: ${level.delivery.ours.median} ms, × ${level.delivery.ratio}; ` +
          `${level.throughput.perSecond} messages/s, × ${level.throughput.ratio}`,
      )
      if (shortfall !== undefined) break
    }
  } finally {
    await Promise.all(crowds.flatMap(({ relay, bare: echo }) => [relay.leave(), echo.leave()]))
  }
  const memory = { relay: perSocket(memories.relay), bare: perSocket(memories.bare) }
  const joining = { relay: joiningOf(crowds, 'relay'), bare: joiningOf(crowds, 'bare') }
  const crowded = levels.filter(({ idle }) => idle > 0)
  return {
    levels,
    memory: { ...memory, ratio: round(memory.relay.rss / memory.bare.rss) },
    joining: { ...joining, ratio: round(joining.relay / joining.bare) },
    latencyExponent: exponent(crowded.map(({ idle, delivery }) => [idle, delivery.ours.median])),
    ...(shortfall === undefined ? {} : { shortfall }),
  }
}

type Side = 'relay' | 'bare'
const sum = (crowds: readonly Readonly<Record<Side, Crowd>>[], side: Side) =>
  crowds.reduce((total, crowd) => total + crowd[side].open, 0)

function joiningOf(crowds: readonly Readonly<Record<Side, Crowd>>[], side: Side): number {
  return round(crowds.reduce((total, crowd) => total + crowd[side].ms, 0) / Math.max(1, sum(crowds, side)))
}

/** What this process may open; the services and the crowd are under the same limit. */
function openFiles(): string {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  return ` (open files per process: ${report.userLimits?.open_files?.soft ?? 'unknown'})`
}

async function levelOf({ services, bare }: World, idle: number, { rounds, samples }: Effort): Promise<RelayLevel> {
  const echo = await echoWay(bare.ws)
  const delivery = await compare(
    rounds,
    // A client may say 900 things a minute: each round has its own.
    async () => {
      const way = await relayWay(services.ws)
      const times = await latencies(way, samples)
      way.close()
      return times
    },
    () => latencies(echo, samples),
  )
  echo.close()
  const ours: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const mine = await flow(() => relayWay(services.ws), samples)
    ours.push(mine)
    ratios.push((await flow(() => echoWay(bare.ws), samples)) / mine)
  }
  return { idle, delivery, throughput: { perSecond: round(median(ours)), ratio: round(median(ratios)) } }
}

async function latencies(way: Way, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const started = performance.now()
    await way.pass()
    times.push(performance.now() - started)
  }
  return times
}

/** Messages per second over many ways, some under way on each. */
async function flow(open: () => Promise<Way>, count: number): Promise<number> {
  const ways = await Promise.all(Array.from({ length: WAYS }, open))
  const started = performance.now()
  await Promise.all(
    ways.map(async (way) => {
      let left = count
      const line = async () => {
        while (left > 0) {
          left -= 1
          await way.pass()
        }
      }
      await Promise.all(Array.from({ length: WINDOW }, line))
    }),
  )
  const seconds = (performance.now() - started) / 1000
  for (const way of ways) way.close()
  return (WAYS * count) / seconds
}

interface Sample {
  readonly sockets: number
  readonly rss: number
  readonly heap: number
}

async function sample(sockets: number, server: Measured): Promise<Sample> {
  const { rss, heapUsed, external } = await server.memory()
  return { sockets, rss, heap: heapUsed + external }
}

function perSocket(samples: readonly Sample[]): SocketMemory {
  const [empty, ...crowded] = samples
  const last = crowded.at(-1)
  if (!empty || !last) return { rss: Number.NaN, heap: Number.NaN, exponent: Number.NaN }
  const kilobytes = (pick: (sample: Sample) => number) => round((pick(last) - pick(empty)) / last.sockets / 1024)
  return {
    rss: kilobytes(({ rss }) => rss),
    heap: kilobytes(({ heap }) => heap),
    exponent: exponent(crowded.map(({ sockets, heap }) => [sockets, heap - empty.heap])),
  }
}
