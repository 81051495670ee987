// A random model of connection, pairing, provider and tabs: whatever is done in whatever order, what is shown is true, every call settles, and
// nothing is left behind. `npm run model` does ten thousand runs; a counter-example is printed with the seed and path that repeat it.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSteps } from './acts.js'
import { checkAtRest, checkTheEnd } from './invariants.js'
import { settle, World } from './world.js'

const { WM_MODEL_RUNS = '1000', WM_MODEL_SEED = '20261122', WM_MODEL_PATH, WM_MODEL_REPLAY } = process.env

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }))
afterAll(() => void vi.useRealTimers())

test(`connection, pairing, provider and tabs hold in ${WM_MODEL_RUNS} random runs`, async () => {
  let runs = 0
  const property = fc.asyncProperty(createSteps(WM_MODEL_REPLAY), async (acts) => {
    runs++
    vi.clearAllTimers()
    const world = new World()
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: world }), acts)
      await checkAtRest(world)
      await checkTheEnd(world)
    } finally {
      for (const { load } of world.tabs) load.core.destroy() // a run that has failed does not go on beside the next
      await settle()
    }
  })
  const path = WM_MODEL_PATH ? { path: WM_MODEL_PATH, endOnFailure: true } : {}
  await fc.assert(property, { numRuns: Number(WM_MODEL_RUNS), seed: Number(WM_MODEL_SEED), ...path })
  expect(runs).toBeGreaterThanOrEqual(WM_MODEL_PATH ? 1 : Number(WM_MODEL_RUNS))
}, 3_600_000)
