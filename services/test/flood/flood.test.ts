// Eight hostile clients from four addresses store as fast as the limits let them. Meanwhile an honest page and wallet pair, sign and
// disconnect, every time. `npm run flood` goes on for a minute with the usual limits and prints figures.
import { expect, onTestFinished, test } from 'vitest'
import { createStorageBudget } from '../../src/limits/storage-budget.js'
import { defaultStorageLimits } from '../../src/limits/storage-limits.js'
import { storageLimits } from '../support/budget.js'
import { engine } from '../support/engines.js'
import { startServices } from '../support/services.js'
import { createHonestPair } from './honest-pair.js'
import { startHostile } from './hostile.js'

const SECONDS = Number(process.env['WM_FLOOD_SECONDS'] ?? 0)
const ROUNDS = SECONDS > 0 ? 10 : 2
const KB = 1024
/** So small that a second fills them; the full flood meets the usual ones. */
const brief = storageLimits({
  mail: { client: 512 * KB, address: 1024 * KB, project: 2048 * KB },
  subscriptions: { client: 600, address: 1200, project: 2400 },
})

test(
  `an honest page and wallet pair, sign and disconnect ${ROUNDS} of ${ROUNDS} times in a flood`,
  { timeout: 120_000 + SECONDS * 5_000 },
  async () => {
    const limits = SECONDS > 0 ? defaultStorageLimits : brief
    const services = await startServices({ config: { trustedProxies: 1, storage: limits }, jobs: true })
    const budget = createStorageBudget({ sql: services.db! })
    const hostile = Array.from({ length: 8 }, (_, at) => startHostile(services.relayUrl, `10.66.0.${at % 4}`))
    onTestFinished(async () => {
      await Promise.all(hostile.map((each) => each.stop()))
      await services.stop()
    })
    const sum = (what: keyof (typeof hostile)[number]['counts']) => hostile.reduce((all, { counts }) => all + counts[what], 0)
    await expect.poll(() => hostile.every(({ counts }) => counts.refused + counts.thrownOut > 0), { timeout: 60_000 }).toBe(true)

    const pair = await createHonestPair(services.relayUrl)
    const began = Date.now()
    const times: number[] = []
    for (let round = 0; round < ROUNDS || Date.now() - began < SECONDS * 1000; round += 1) {
      times.push(await pair.sign(`round ${round}`))
    }
    const seconds = (Date.now() - began) / 1000
    expect(times.length).toBeGreaterThanOrEqual(ROUNDS)
    expect(pair.failures).toEqual([])
    expect(sum('refused') + sum('thrownOut')).toBeGreaterThan(0)
    const [mail, subscriptions] = await budget.metrics()
    expect(mail?.largest.client).toBeLessThanOrEqual(limits.mail.client)
    expect(mail?.largest.address).toBeLessThanOrEqual(limits.mail.address)
    expect(subscriptions?.largest.address).toBeLessThanOrEqual(limits.subscriptions.address)
    if (SECONDS > 0) {
      const sorted = [...times].sort((a, b) => a - b)
      const median = sorted[Math.floor(sorted.length / 2)]
      console.log(engine.kind, { seconds, pairings: times.length, median, slowest: sorted.at(-1) })
      console.log(
        { said: sum('said'), stored: sum('stored'), refused: sum('refused'), thrownOut: sum('thrownOut') },
        mail,
        subscriptions,
      )
    }
  },
)
