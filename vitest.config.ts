// Two projects: plain Node for logic, wire and services; a real Chromium for elements.
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { skipWithoutAnvil } from './scripts/lib/devnet-tests.mjs'
import { findBrowser } from './scripts/lib/machine.mjs'

const executablePath = findBrowser()

/** Tests wait for what they expect, not for a time; only one that hangs meets these. */
const patience = {
  testTimeout: 60_000,
  setupFiles: ['test/support/patience.ts'],
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [skipWithoutAnvil()],
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts', 'services/test/**/*.test.ts'],
          exclude: ['test/**/*.browser.test.ts', '**/node_modules/**'],
          // Most of these wait for a server or a database half of their time.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          globalSetup: ['services/test/support/databases.ts'],
          ...patience,
          hookTimeout: 60_000,
        },
      },
      {
        optimizeDeps: { include: ['lit', 'lit/decorators.js', 'nanostores', 'axe-core', 'zod/mini', 'lean-qr/nano'] },
        test: {
          name: 'browser',
          include: ['test/**/*.browser.test.ts'],
          // One page at a time, and nothing beside it: they sample movement and focus.
          maxWorkers: 1,
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath ? { executablePath } : {}),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-quic',
                  '--no-first-run',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
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
      include: ['src/**/*.ts', 'services/src/**/*.ts'],
      reporter: ['text-summary', 'json-summary', 'json'],
      reportsDirectory: 'coverage',
    },
  },
})
