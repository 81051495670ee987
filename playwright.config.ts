// Journeys and walks: the built demo, real servers and wallets in other processes, a real browser.
import { defineConfig } from '@playwright/test'
import { CHROMIUM_SWITCHES, featuresOff } from './test/support/chromium-switches.mjs'
import { findBrowser, findHeadlessShell } from './scripts/lib/machine.mjs'
import type { WalkOptions, WalkWorkerOptions } from './test/walks/support/walk.js'

const launch = (executablePath: string | undefined, isPartitioned: boolean) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [...CHROMIUM_SWITCHES, featuresOff({ isPartitioned })],
})
/** A browser that keeps storage apart by site, as those of visitors do; and the frame of the embedded wallet on another site than the dapp at localhost. */
const partitioned = (executablePath: string | undefined) => ({
  launchOptions: launch(executablePath, true),
  frameHost: 'wallet.shop.localhost',
})
/** The pictures of a trace cost a third of the processor. What was done, said and fetched is in it without them. */
const trace = { screenshots: false, snapshots: false, sources: false } as const
/** Walks may run once more; the run names those that did. */
const walk = { retries: 1, use: { trace: { mode: 'on-first-retry', ...trace } } } as const

export default defineConfig<WalkOptions, WalkWorkerOptions>({
  testDir: 'test/walks',
  testMatch: '**/*.walk.ts',
  globalSetup: './test/walks/support/bundle-programs.ts',
  outputDir: 'test-results/walks',
  // Each has servers and a browser of its own, and waits for them half of its time.
  workers: 2,
  retries: 0,
  // The only limits of patience: six times what the slowest step takes on an idle machine with two cores.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  use: {
    viewport: { width: 1100, height: 800 },
    actionTimeout: 120_000,
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: { mode: 'retain-on-failure', ...trace },
    screenshot: 'only-on-failure',
    // Pages in it do all that those of a whole Chromium do but what its settings say (`storage-blocked.walk.ts`).
    launchOptions: launch(findHeadlessShell(), false),
    // As for a visitor who has asked for less motion: a browser that draws without a graphics card draws each step of a movement with the processor, a quarter
    // of what walks cost. Movement is what tests of elements are about (`emulate-motion.ts`); Firefox and WebKit have all of it (`engines.walk.ts`).
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // `npm test`: what a visitor and an operator must be able to do. One project, so that all share the stacks.
    { name: 'journeys', grep: /@journey/, use: partitioned(findHeadlessShell()) },
    // `npm run test:all`: all the others.
    { name: 'walks', grepInvert: /@journey|@embedded/, ...walk },
    // The walks of an account once more, those with this tag: its wallet in another process, over the relay, and the services on Postgres.
    // Each process of a project has a stack of its own; these walks are too few for two.
    {
      name: 'over the relay, on Postgres',
      grep: /@relay/,
      workers: 1,
      retries: walk.retries,
      use: { ...walk.use, reach: 'relay', database: 'postgres' },
    },
    // The frame of the embedded wallet; a walk itself checks that storage is kept apart. The dapp is on another site at localhost, and on the same one at
    // app.shop.localhost. A whole Chromium: keys and money are in what it keeps apart.
    {
      name: 'with partitioned storage',
      grep: /@embedded/,
      grepInvert: /@journey/,
      retries: walk.retries,
      use: { ...walk.use, ...partitioned(findBrowser()) },
    },
  ],
})
