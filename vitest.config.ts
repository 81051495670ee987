// The projects of the tests that Vitest runs: `unit` (logic alone), `node` (with servers, databases and devnets) and `browser` (elements, in Chromium); in the complete tier also
// `exhaustive` (random inputs by the thousand, and whatever takes long) and `postgres` (where Postgres differs from the embedded database).
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { findHeadlessShell } from './scripts/lib/machine.mjs'
import { exhaustiveFiles } from './services/test/support/exhaustive-files.mjs'
import { postgresFiles } from './services/test/support/postgres-files.mjs'
import { ChangedFirstSequencer } from './test/support/changed-first.js'
import { CHROMIUM_SWITCHES, featuresOff } from './test/support/chromium-switches.mjs'

import { framePages } from './test/support/frame-pages.mjs'
import { keptModules } from './test/support/kept-modules.mjs'
import { retriedFrames, retriedFramesScripts } from './test/support/retried-frames.mjs'
import { skipWithoutAnvil } from './test/support/skip-without-anvil.mjs'

const executablePath = findHeadlessShell()

/** The only limit of a test, of its hooks, and of all that it waits for, as a slow machine is not wrong; milliseconds. */
const limits = (ms: number, env: Record<string, string> = {}) => ({
  testTimeout: ms,
  hookTimeout: ms,
  setupFiles: ['test/support/patience.ts', 'test/support/dom-storage.ts'],
  expect: { poll: { timeout: ms } },
  env: { WM_PATIENCE_MS: String(ms), ...env },
})
const UNIT_LIMIT_MS = 30_000
const LIMIT_MS = 60_000
const EXHAUSTIVE_LIMIT_MS = 1_200_000

const inNode = (name: string, options: NonNullable<TestProjectInlineConfiguration['test']>): TestProjectInlineConfiguration => ({
  plugins: [skipWithoutAnvil()],
  test: {
    name,
    environment: 'node',
    globalSetup: ['services/test/support/databases.ts'],
    maxWorkers: availableParallelism(),
    ...limits(LIMIT_MS),
    ...options,
  },
})

const inBrowser = ['test/**/*.browser.test.ts', 'services/test/**/*.browser.test.ts']
const allFiles = ['test/**/*.test.ts', 'services/test/**/*.test.ts']
const never = [...inBrowser, '**/node_modules/**']
/** In the complete tier alone: random inputs by the thousand, copies of the sources that are built, a frame as it is built in a whole browser. */
const exhaustive = [
  ...exhaustiveFiles,
  'test/model/**/*.test.ts',
  'test/{trial-namespace,trial-setting}.test.ts',
  '{test,services/test}/frame/**/fuzz.test.ts',
  'services/test/frame/build/*.test.ts',
  'services/test/frame/whole/{page,wallet-page-browser}.test.ts',
]
/** Clients of other people's code over a real relay. */
const overRelay = ['test/connectors/relay/{authenticate,pairing,storage}.test.ts']
/** Logic alone: no build, no browser, no database, no server in another process. */
const unit = [
  'test/{api,config,connectors,demo,elements,root,siwx,state,vocabulary}/**/!(*.devnet|contract-wallets).test.ts',
  'services/test/{http,settings,upstream}/**/*.test.ts',
  'services/test/frame/{approvals,page,passkeys,rpc}/**/*.test.ts',
  'services/test/frame/keys/!(recovery-kit).test.ts',
]
/**
 * The same, each in a process of its own. `src/frame` keeps the runtime's functions when it is loaded, and its tests load it beside functions of theirs. The others watch what the whole
 * process does (its timers, its requests, its cryptography): in a shared one, a store of an earlier file that ends a second later would be seen there.
 */
const unitIsolated = [
  'test/frame/**/*.test.ts',
  'test/connectors/{eip155/safe,relay/client}.test.ts',
  'test/state/lib/query.test.ts',
  'test/vocabulary/timeout.test.ts',
  'services/test/frame/keys/{keyring,vectors}.test.ts',
]
/** These stand in for a module, start what others must not find, or have a DOM of their own: a process each. Files of the other projects in Node share processes. */
const isolated = [
  'test/*.test.ts',
  'test/{dom,solana}/**/*.test.ts',
  'services/test/app/kill.test.ts',
  'services/test/data/balances/budget.test.ts',
  'services/test/frame/whole/canary.test.ts',
]

export default defineConfig({
  test: {
    watch: false, // `--watch` is for who asks
    sequence: { sequencer: ChangedFirstSequencer },
    projects: [
      inNode('unit', {
        include: unit,
        exclude: [...unitIsolated, ...overRelay, ...exhaustive, ...never],
        isolate: false,
        ...limits(UNIT_LIMIT_MS),
      }),
      inNode('unit-isolated', { include: unitIsolated, exclude: [...exhaustive, ...never], ...limits(UNIT_LIMIT_MS) }),
      inNode('node', {
        include: allFiles,
        exclude: [...unit, ...unitIsolated, ...isolated, ...exhaustive, ...never],
        isolate: false,
      }),
      inNode('node-relay', { include: overRelay, exclude: never }),
      inNode('node-isolated', { include: isolated, exclude: [...exhaustive, ...never] }),
      inNode('exhaustive', { include: exhaustive, exclude: never, ...limits(EXHAUSTIVE_LIMIT_MS) }),
      inNode('postgres', {
        include: postgresFiles,
        exclude: never,
        ...limits(EXHAUSTIVE_LIMIT_MS, { WM_TEST_ENGINE: 'postgres' }),
      }),
      {
        plugins: [framePages(), keptModules(), retriedFrames()],
        optimizeDeps: {
          include: [
            'lit',
            'lit/directives/when.js',
            'lit/html.js',
            'nanostores',
            'axe-core',
            'zod/mini',
            'viem/account-abstraction',
            'viem/ens',
            'viem/utils',
            'lean-qr/nano',
            '@walletconnect/sign-client',
            '@walletconnect/keyvaluestorage',
            // The keys of the embedded wallet. Of one package, the root has another version for something else.
            '@noble/curves/ed25519.js',
            '@noble/curves/secp256k1.js',
            '@noble/hashes/hmac.js',
            '@noble/hashes/legacy.js',
            '@noble/hashes/sha2.js',
            '@scure/base',
            '@scure/btc-signer',
            'wallet-modal-services > @scure/bip39/wordlists/english.js',
          ],
        },
        test: {
          name: 'browser',
          include: inBrowser,
          // One page at a time: the tests look at focus and at movement.
          maxWorkers: 1,
          ...limits(LIMIT_MS),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            orchestratorScripts: retriedFramesScripts,
            provider: playwright({
              launchOptions: {
                ...(executablePath ? { executablePath } : {}),
                args: [
                  // Each step of a movement is drawn by the processor. Tests of motion emulate a visitor who wants it (`emulate-motion.ts`).
                  '--force-prefers-reduced-motion',
                  ...CHROMIUM_SWITCHES,
                  featuresOff({ isPartitioned: false }),
                ],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1024, height: 800 } }],
          },
        },
      },
    ],
    coverage: {
      reportOnFailure: true,
      provider: 'v8',
      include: ['src/{api,connectors,frame,state}/**/*.ts', 'services/src/relay/**/*.ts', 'services/frame/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      // Parts of a run are measured apart: only what they cover together has floors, in percent.
      ...(process.argv.some((argument) => argument.startsWith('--merge-reports')) && {
        thresholds: {
          'src/api/**': { lines: 90 },
          'src/connectors/**': { lines: 90 },
          'src/state/**': { lines: 90 },
          'services/src/relay/**': { lines: 90 },
          'src/frame/**': { lines: 95 },
          'services/frame/**': { lines: 95 },
        },
      }),
    },
  },
})
