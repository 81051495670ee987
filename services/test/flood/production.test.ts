// Floods and slow readers on the compiled services behind nginx with TLS. Meanwhile an honest page and wallet sign, every time, and memory stays small.
// `npm run flood` lets each attack last a minute and prints its figures.
import { existsSync } from 'node:fs'
import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useCompiledServices } from '../support/compiled.js'
import { describePostgres } from '../support/engines.js'
import { missingNginx } from '../support/nginx.js'
import { createHonestPair } from './honest-pair.js'
import { attack, startProduction } from './production.js'

const SECONDS = Number(process.env['WM_FLOOD_SECONDS'] ?? 0)
const ROUNDS = SECONDS > 0 ? 10 : 3
/** Of a test: pairing and signing take seconds each in a flood on a busy machine. */
const PATIENCE_MS = 300_000
/** A service that others use has connections to nginx that are open. */
const QUIET_MS = 3000
const RESIDENT_MAX_MB = 250
const HEALTH_MAX_MS = 1000
const missing = missingNginx ?? (existsSync('/proc/self/status') ? undefined : 'there is no /proc')

const ONE = { addresses: ['127.0.0.66'], sockets: 200 }
const THIRTY = { addresses: Array.from({ length: 30 }, (_, at) => `127.0.1.${at + 1}`), sockets: 20 }
const all = [
  'unreadMail',
  'unreadRpc',
  'tinyFragments',
  'endlessFragments',
  'largeFragments',
  'slowFrames',
  'compressedFrames',
  'tinyChunks',
  'largeBodies',
  'slowHeaders',
  'unreadAnswers',
  'heavyBatches',
]
/** Those which held most memory; the others take part in the last two. */
const largest = ['unreadMail', 'unreadRpc', 'heavyBatches']
const attacks = [
  ...(SECONDS > 0 ? all : largest).map((name) => ({ name, from: ONE, names: [name] })),
  { name: 'all at once', from: ONE, names: all },
  { name: 'all at once from thirty addresses', from: THIRTY, names: all },
]

/** Milliseconds: median, slowest, and how many. */
const inShort = (times: readonly number[]) =>
  [times[times.length >> 1], times.at(-1), times.length].map((time) => Math.round(time ?? 0)).join(' / ')

useCompiledServices()

describePostgres(`services in production behind nginx${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test.skipIf(missing).each(attacks)(
    'stay small and serve others: $name',
    { timeout: PATIENCE_MS },
    async ({ name, from, names }) => {
      const production = await startProduction()
      const pair = await createHonestPair(production.relayUrl)
      await pair.sign('before')
      const before = production.memory()
      const seconds = SECONDS || 5
      const quiet = await production.watch(later(QUIET_MS))
      const attacking = attack(production.target, from, seconds, names)
      const watching = production.watch(attacking)
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        times.push(await pair.sign(`round ${round}`))
        await later((seconds * 1000) / ROUNDS / 2)
      }
      const [counts, health] = await Promise.all([attacking, watching])
      const after = production.memory()
      console.log(name, {
        megabytes: { before: before.resident, peak: after.peak, after: after.resident },
        quiet: inShort(quiet.nginx),
        health: inShort(health.nginx),
        direct: inShort(health.direct),
        signed: `${times.length} of ${ROUNDS}, the slowest in ${Math.max(...times)} ms`,
        attacker: counts,
      })
      console.log((await production.metrics('wm_memory', 'wm_relay_connections_refused', 'wm_nodejs_eventloop_lag_')).join('\n'))
      expect(pair.failures).toEqual([])
      expect(health.failures).toEqual([])
      expect(after.peak).toBeLessThan(RESIDENT_MAX_MB)
      if (SECONDS > 0) expect(health.nginx.at(-1)).toBeLessThan(HEALTH_MAX_MS)
    },
  )
})
