// What every walk has: the stack, a page whose every request, console line and policy violation is written down, and a check at the
// end that nothing left the loopback and nothing went wrong unseen.
import { type BrowserContext, expect, test as base } from '@playwright/test'
import { hasTables, missingPostgres, startPostgres } from '../../../services/test/support/postgres.js'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { type RestartableStack, startRestartableStack } from './restartable-stack.js'
import { startStack, type Stack, type Urls } from './stack.js'
import { extensionInHand, phoneInHand, type WalletInHand } from './wallet-in-hand.js'

export { expect }

export interface Records {
  /** Every url that any page of the walk asked for, web sockets included, in order. */
  readonly urls: string[]
  /** Errors and warnings of the console, uncaught errors, violations of the pages' policy. */
  readonly problems: string[]
  /** Problems that the walk brings about itself, such as a socket to a relay that it stopped. */
  expectProblems(pattern: RegExp): void
}

/** What a project of `playwright.config.ts` may set, so that the same walk runs over it. */
export interface WalkOptions {
  /** `wallet`: installed in the page, or in a process of its own and reached over the relay. */
  readonly reach: 'page' | 'relay'
}
export interface WalkWorkerOptions {
  /** Of the services. */
  readonly database: 'embedded' | 'postgres'
  /** Name under which browsers reach the frame of the embedded wallet; empty: the loopback's address. */
  readonly frameHost: string
}

interface WalkFixtures extends WalkOptions {
  readonly records: Records
  /** Where the servers are that its pages and wallets talk to. */
  readonly urls: Pick<Urls, 'dapp' | 'relay' | 'evm'>
  /** The wallet that the walk's account is in. Nothing is connected before its `connect`. */
  readonly wallet: WalletInHand
}

const isLoopback = (url: string) =>
  /^(?:data|blob|about):/.test(url) || /^(?:https?|wss?):\/\/(?:127\.0\.0\.1|(?:[a-z]+\.)*localhost)(?::\d+)?(?:\/|$)/.test(url)

interface WalkWorkerFixtures extends WalkWorkerOptions {
  readonly stack: Stack
  /** For walks that kill the services. Here and not with these walks, which would have a process of their own then, and a browser. */
  readonly restartable: RestartableStack
}

export const test = base.extend<WalkFixtures, WalkWorkerFixtures>({
  reach: ['page', { option: true }],
  database: ['embedded', { option: true, scope: 'worker' }],
  frameHost: ['', { option: true, scope: 'worker' }],
  stack: [
    async ({ database, frameHost }, use) => {
      const frame = frameHost ? await frameAt(frameHost) : {}
      await withStack(database, (env) => startStack({ ...env, ...frame }), use)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  restartable: [
    async ({ database }, use) => withStack(database, startRestartableStack, use),
    { scope: 'worker', timeout: 300_000 },
  ],
  urls: async ({ stack }, use) => use(stack),
  wallet: async ({ page, urls, reach }, use) => {
    const wallet = reach === 'relay' ? await phoneInHand(page, urls) : extensionInHand(page)
    await use(wallet)
    await wallet.close()
  },
  records: [
    async ({ context, database }, use, info) => {
      const missing = database === 'postgres' ? missingPostgres() : undefined
      info.skip(missing !== undefined, missing ?? '')
      const { records, expected } = record(context)
      await use(records)
      expect(
        records.urls.filter((url) => !isLoopback(url)),
        'requests that left the loopback',
      ).toEqual([])
      expect(
        records.problems.filter((line) => !expected.some((pattern) => pattern.test(line))),
        'console and policy',
      ).toEqual([])
      expect(context.serviceWorkers(), 'service workers').toEqual([])
    },
    { auto: true },
  ],
})

/** Skips a walk on a machine where the Solana devnet cannot run; in CI, which has all it needs, it fails instead. */
export const needsSolana = ({ solana }: Pick<Stack, 'solana'>): void =>
  test.skip(solana === undefined && process.env['WM_REQUIRE_ALL'] !== '1', 'no Solana devnet can run here')

/** The frame has to know its url before it listens. */
async function frameAt(host: string): Promise<Record<string, string>> {
  const port = await freePort()
  return { WM_FRAME_PORT: String(port), WM_FRAME_URL: `http://${host}:${port}` }
}

/** Starts a stack on a database of its own, and stops both after `use`. */
async function withStack<T extends Pick<Stack, 'stop'>>(
  database: WalkWorkerOptions['database'],
  start: (env: Record<string, string>) => Promise<T>,
  use: (stack: T) => Promise<void>,
): Promise<void> {
  const postgres = database === 'postgres' ? await startPostgres() : undefined
  const url = await postgres?.createDatabase()
  const stack = await start(url === undefined ? {} : { DATABASE_URL: url })
  if (url !== undefined) expect(await hasTables(url), 'the services are on Postgres').toBe(true)
  await use(stack)
  await stack.stop()
  await postgres?.stop()
}

/** Writes down what the pages of `context` ask for and complain of. */
function record(context: BrowserContext): { readonly records: Records; readonly expected: readonly RegExp[] } {
  const urls: string[] = []
  const problems: string[] = []
  const expected: RegExp[] = []
  context.on('request', (request) => urls.push(request.url()))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => problems.push(`uncaught: ${String(error.error())}`))
  context.on('page', (page) => page.on('websocket', (socket) => urls.push(socket.url())))
  return { records: { urls, problems, expectProblems: (pattern) => void expected.push(pattern) }, expected }
}
