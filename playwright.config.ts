// Walks: the built demo, real servers and wallets in other processes, a real browser.
import { defineConfig } from '@playwright/test'
import { CHROMIUM_SWITCHES, featuresOff } from './scripts/lib/chromium-switches.mjs'
import { findBrowser, findHeadlessShell } from './scripts/lib/machine.mjs'
import type { WalkOptions, WalkWorkerOptions } from './test/walks/support/walk.js'

const retries = Number(process.env['WM_RETRIES'] ?? 0)

const launch = (executablePath: string | undefined, isPartitioned: boolean) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [...CHROMIUM_SWITCHES, featuresOff({ isPartitioned })],
})

export default defineConfig<WalkOptions, WalkWorkerOptions>({
  testDir: 'test/walks',
  testMatch: '**/*.walk.ts',
  globalSetup: './test/walks/support/bundle-programs.ts',
  outputDir: 'test-results/walks',
  // Each has servers and a browser of its own, and waits for them half of its time. With three, services that come back took
  // longer on a slow machine than a request waits for the relay.
  workers: 2,
  retries,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1100, height: 800 },
    actionTimeout: 30_000,
    permissions: ['clipboard-read', 'clipboard-write'],
    // Where a walk that fails runs again, only its second run is written down. The pictures of a trace cost a third of the processor, and copies of the page a
    // tenth; what was done, said and fetched is in it without them. What the page held at the end is in the screenshot, and in the text beside it.
    trace: { mode: retries > 0 ? 'on-first-retry' : 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    // Pages in it do all that those of a whole Chromium do but what its settings say (`storage-blocked.walk.ts`).
    launchOptions: launch(findHeadlessShell(), false),
    // As for a visitor who has asked for less motion: a browser that draws without a graphics card draws each step of a movement with the processor, a quarter
    // of what walks cost. Movement is what tests of elements are about (`emulate-motion.ts`); Firefox and WebKit have all of it (`engines.walk.ts`).
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'walks', grepInvert: /@embedded/ },
    // The walks of an account once more, those with this tag: its wallet in another process, over the relay, and the services on Postgres.
    // Each process of a project has a stack of its own; these walks are too few for two.
    { name: 'over the relay, on Postgres', grep: /@relay/, workers: 1, use: { reach: 'relay', database: 'postgres' } },
    // The frame of the embedded wallet, in a browser that keeps storage apart by site, as those of visitors do; a walk itself checks that it is. The
    // dapp is on another site at localhost, and on the same one at app.shop.localhost. A whole Chromium: keys and money are in what it keeps apart.
    {
      name: 'with partitioned storage',
      grep: /@embedded/,
      use: { launchOptions: launch(findBrowser(), true), frameHost: 'wallet.shop.localhost' },
    },
  ],
})
