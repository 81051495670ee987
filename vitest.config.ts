// The tests' projects: plain Node for logic, wire and services (`--project 'node*'` means its three parts); a real Chromium for elements.
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { CHROMIUM_SWITCHES, featuresOff } from './scripts/lib/chromium-switches.mjs'
import { skipWithoutAnvil } from './scripts/lib/devnet-tests.mjs'
import { findHeadlessShell } from './scripts/lib/machine.mjs'
import { framePages } from './test/support/frame-pages.mjs'
import { keptModules } from './test/support/kept-modules.mjs'
import { retriedFrames, retriedFramesScripts } from './test/support/retried-frames.mjs'

const executablePath = findHeadlessShell()

/** Tests wait for what they expect, not for a time; only one that hangs meets these. */
const patience = {
  testTimeout: 60_000,
  retry: Number(process.env['WM_RETRIES'] ?? 0),
  setupFiles: ['test/support/patience.ts'],
  expect: { poll: { timeout: 20_000 } },
}

/** In plain Node. Most tests wait for a server or a database half of their time: one file more than there are cores runs at a time. */
const inNode = (name: string, own: NonNullable<TestProjectInlineConfiguration['test']>): TestProjectInlineConfiguration => ({
  plugins: [skipWithoutAnvil()],
  test: {
    name,
    environment: 'node',
    globalSetup: ['services/test/support/databases.ts'],
    maxWorkers: availableParallelism() + 1,
    ...patience,
    hookTimeout: 60_000,
    ...own,
  },
})

/** Tests whose modules keep nothing between two files: these share a process, which loads its modules once. */
const pure = [
  'test/{api,config,demo,elements}/**/*.test.ts',
  'test/state/!(lib)/**/*.test.ts',
  'test/vocabulary/device/*.test.ts',
  // The other two count timers, and a fetch of another file may still have one.
  'test/state/lib/!(query).test.ts',
  'test/vocabulary/!(timeout).test.ts',
  'test/{licences,root/actions}.test.ts',
  'services/test/{contract,data,devnet,http,limits,load,operations,rpc,settings,upstream,wallets}/**/*.test.ts',
  'services/test/embedded/**/*.test.ts',
  'services/test/frame/{approvals,page,passkeys,popup}/**/*.test.ts',
  'services/test/frame/whole/!(canary).test.ts', // it stands in for a module, which another file may have loaded
  'services/test/frame/keys/!(keyring|random|vectors).test.ts', // these listen in on WebCrypto, or break it and the HMAC of keys, for a while
  'services/test/{timeout,app/app,app/operations}.test.ts',
  'services/test/relay/*.test.ts',
  'services/test/db/{db,embedded,folder-lock,postgres-guard,serial-db,silence}.test.ts',
  'services/test/app/{frame,main,page}.test.ts',
  'services/test/fuzz/*.test.ts',
  'test/{amounts-lint,architecture,attacks,built-apart,flat-entry,glossary,machine,outcomes,package-files,retried-frames,seams,static-server,without-buffer}.test.ts',
  'services/test/architecture.test.ts',
]
/** The same, among each other: they announce wallets, and others count those. */
const announcing = [
  'test/connectors/*.test.ts',
  'test/connectors/{bip122,cosmos,eip155,mock,polkadot,relay,solana}/!(discover|hostile).test.ts',
  'test/siwx/!(contract-wallets|verify-signature).test.ts', // those start a node, and ask other people's libraries
]
const pages = ['test/**/*.browser.test.ts', 'services/test/**/*.browser.test.ts']
/** Folders and files that another run has: `scripts/test.mjs` divides the tests. */
const leftOut = (process.env['WM_LEFT_OUT'] ?? '').split(',').flatMap((path) => (path ? [path, `${path}/**`] : []))

export default defineConfig({
  test: {
    projects: [
      inNode('node', {
        include: ['test/**/*.test.ts', 'services/test/**/*.test.ts'],
        exclude: [...pure, ...announcing, ...pages, ...leftOut, '**/node_modules/**'],
      }),
      inNode('node-shared', { include: pure, exclude: [...pages, ...leftOut, '**/node_modules/**'], isolate: false }),
      inNode('node-announcing', { include: announcing, exclude: [...pages, ...leftOut, '**/node_modules/**'], isolate: false }),
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
          include: pages,
          exclude: [...leftOut, '**/node_modules/**'],
          // One page at a time: they sample movement and focus.
          maxWorkers: 1,
          ...patience,
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
      reportsDirectory: 'coverage',
    },
  },
})
