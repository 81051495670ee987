// What every walk has: the stack, a page whose every request, console line and policy violation is written down, and a check at the
// end that nothing left the loopback and nothing went wrong unseen.
import { type BrowserContext, expect, test as base } from '@playwright/test'
import { startStack, type Stack } from './stack.js'

export { expect }

export interface Records {
  /** Every url that any page of the walk asked for, web sockets included, in order. */
  readonly urls: string[]
  /** Errors and warnings of the console, uncaught errors, violations of the pages' policy. */
  readonly problems: string[]
  /** Problems that the walk brings about itself, such as a socket to a relay that it stopped. */
  expectProblems(pattern: RegExp): void
}

interface WalkFixtures {
  readonly records: Records
}

const isLoopback = (url: string) =>
  /^(?:data|blob|about):/.test(url) || /^(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?(?:\/|$)/.test(url)

export const test = base.extend<WalkFixtures, { readonly stack: Stack }>({
  stack: [
    // Playwright reads from the pattern what the fixture needs, so there must be one.
    async ({ browserName: _ }, use) => {
      const stack = await startStack()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  records: [
    async ({ context }, use) => {
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
