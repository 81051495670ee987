// Three instances on one Postgres, and chaos: instances are killed, Postgres crashes, lines break in the middle of a page. Whatever was acknowledged reaches
// every subscriber. `npm run chaos` goes on for a minute and prints figures; `WM_FUZZ_SEED` gives other times and lines.
import { setTimeout as later } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { generatePrivateKey } from 'viem/accounts'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { createDappPeer } from '../support/dapp-peer.js'
import { describePostgres } from '../support/engines.js'
import { ownPostgres } from '../support/postgres.js'
import { programOf } from '../support/programs.js'
import { random, seedOr } from '../support/random.js'
import { randomTopic } from '../support/relay-client.js'
import { runServices } from '../support/service-process.js'
import { createWalletPeer } from '../support/wallet-peer.js'
import { openLines } from './lines.js'
import { startPublisher, startSubscriber } from './peers.js'

const LONG_SECONDS = Number(process.env['WM_CHAOS_SECONDS'] ?? 0)
const isLong = LONG_SECONDS > 0
const SECONDS = isLong ? LONG_SECONDS : 6
/** Of each: kills of an instance, crashes of Postgres. */
const BLOWS = isLong ? 2 : 1
const INSTANCES = 3
const PEERS = isLong ? 12 : 6
const PAIRS = isLong ? 2 : 1

/** An instance that whoever runs it starts again, also while its database is away. */
function keepAlive(program: string, env: Readonly<Record<string, string>>) {
  let isStopped = false
  let current: ReturnType<typeof runServices> | undefined
  let starts = 0
  const run = async () => {
    while (!isStopped) {
      current = runServices(env, [], program)
      starts += 1
      await current.exit
      if (!isStopped) await later(200)
    }
  }
  const running = run()
  return {
    starts: () => starts,
    ready: async () => current?.ready,
    kill: () => current?.signal('SIGKILL'),
    async stop() {
      isStopped = true
      await current?.signal('SIGTERM')
      await running
    },
  }
}

/** A page and a wallet of the real client: one signature after the other, also while everything breaks. */
async function startPair(relayUrl: string) {
  const page = await createDappPeer({ relayUrl })
  const phone = await createWalletPeer({ relayUrl, privateKey: generatePrivateKey(), chains: ['eip155:31337'] })
  const { uri, session } = await page.connect()
  await phone.pair(uri)
  await session
  const counts = { asked: 0, answered: 0, refused: 0 }
  let isStopped = false
  const run = async () => {
    while (!isStopped) {
      counts.asked += 1
      // A request whose publication fails is told to the page, which may ask again.
      await page.personalSign(`signature ${counts.asked}`, phone.address).then(
        () => (counts.answered += 1),
        () => (counts.refused += 1),
      )
      await later(100)
    }
  }
  const running = run()
  return {
    counts,
    phone,
    stop() {
      isStopped = true
      return running
    },
    async close() {
      await page.close()
      await phone.close()
    },
  }
}

describePostgres('chaos', () => {
  test(
    `of what is acknowledged in ${SECONDS} seconds of it nothing is lost, and every client of an application gets a message once`,
    { timeout: 300_000 + SECONDS * 5_000 },
    async () => {
      const chance = random(seedOr(1))
      const postgres = await ownPostgres({ isDurable: true })
      onTestFinished(() => postgres.stop())
      const program = await programOf('beside-devnets')
      const first = await freePort(INSTANCES)
      const env = {
        ...{ WM_TRUST_PROXY: '1', WM_LOG: 'error', DATABASE_URL: await postgres.createDatabase() },
        ...{ WM_RATE_TOKENS: '1000000', WM_RATE_REFILL_PER_S: '1000000' },
      }
      const ports = Array.from({ length: INSTANCES }, (_, at) => first + at)
      const instances = ports.map((port) => keepAlive(program, { ...env, WM_SERVICES_PORT: String(port) }))
      onTestFinished(async () => void (await Promise.all(instances.map((each) => each.stop()))))
      await Promise.all(instances.map((each) => each.ready()))

      const [rough, calm] = [await openLines(chance, ports, 0.4), await openLines(chance, ports, 0.9)]
      onTestFinished(async () => void (await Promise.all([rough.stop(), calm.stop()])))
      const topics = Array.from({ length: PEERS }, randomTopic)
      // Two for each topic, of which one reads pages.
      const subscribers = topics.map((topic, at) => {
        const both = [topic, topics[(at + 1) % PEERS] ?? topic]
        return startSubscriber(rough.url, `10.1.0.${at}`, both, chance, at % 2 === 1)
      })
      onTestFinished(async () => void (await Promise.all(subscribers.map((each) => each.stop()))))
      await Promise.all(subscribers.map((each) => each.isThere))
      const publishers = topics.map((topic, at) => startPublisher(rough.url, `10.2.0.${at}`, topic, chance))
      onTestFinished(async () => void (await Promise.all(publishers.map((each) => each.stop()))))
      const pairs = await Promise.all(Array.from({ length: PAIRS }, () => startPair(calm.url)))
      onTestFinished(async () => void (await Promise.all(pairs.map((pair) => pair.close()))))

      // Kills and crashes in turn, each somewhere in its part of the time.
      const part = (SECONDS * 1_000) / (2 * BLOWS + 0.5)
      for (let blow = 0; blow < 2 * BLOWS; blow += 1) {
        const wait = part * (0.2 + 0.6 * chance.next())
        await later(wait)
        if (blow % 2 === 0) await instances[chance.int(INSTANCES)]?.kill()
        else await postgres.crash()
        await later(part - wait)
      }
      await later(part / 2)
      for (const lines of [rough, calm]) lines.heal()
      await Promise.all(publishers.map((each) => each.stop()))
      await Promise.all(pairs.map((pair) => pair.stop()))

      const missing = () =>
        publishers.flatMap(({ topic, acknowledged }) =>
          subscribers
            .filter((each) => each.topics.includes(topic))
            .flatMap(({ arrived }) => [...acknowledged.keys()].filter((message) => !arrived.has(`${topic} ${message}`))),
        )
      const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
      const lost = await expect
        .poll(() => missing().length, { timeout: 90_000, interval: 200 })
        .toBe(0)
        .then(
          () => 0,
          () => missing().length,
        )
      const delays = publishers.flatMap(({ topic, acknowledged }) =>
        subscribers.flatMap(({ arrived }) =>
          [...acknowledged].map(([message, at]) => (arrived.get(`${topic} ${message}`) ?? at) - at),
        ),
      )
      console.log({
        ...{
          seed: chance.seed,
          seconds: SECONDS,
          kills: BLOWS,
          crashes: BLOWS,
          starts: sum(instances.map((each) => each.starts())),
        },
        broken: rough.broken() + calm.broken(),
        said: sum(publishers.map((each) => each.said())),
        unanswered: sum(publishers.map((each) => each.unanswered())),
        acknowledged: sum(publishers.map((each) => each.acknowledged.size)),
        arrived: sum(subscribers.map((each) => each.arrived.size)),
        lost,
        repeated: sum(subscribers.map((each) => each.repeated())),
        fetched: sum(subscribers.map((each) => each.fetched())),
        longestDelayMs: Math.max(...delays),
        pairs: pairs.map(({ counts, phone }) => ({ ...counts, reached: phone.requests.length, failures: phone.failures.length })),
      })
      expect(lost).toBe(0)
      expect(sum(subscribers.map((each) => each.fetched()))).toBeGreaterThan(0)
      expect(rough.broken()).toBeGreaterThan(0)
      expect(sum(instances.map((each) => each.starts()))).toBeGreaterThanOrEqual(INSTANCES + BLOWS)
      for (const { counts, phone } of pairs) {
        const texts = phone.requests.map(({ params }) => JSON.stringify(params.request.params))
        expect(texts.length).toBe(new Set(texts).size)
        expect(counts.answered).toBeGreaterThan(0)
      }
    },
  )
})
