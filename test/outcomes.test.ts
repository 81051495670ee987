// What `npm test` says at its end: which tests failed, and which passed only when they ran again.
import { expect, test } from 'vitest'
import {
  addOutcome,
  closingLines,
  noOutcome,
  outcomeOf,
  outcomeOfVitest,
  outcomeOfWalks,
  RETRIED_LIMIT,
} from '../scripts/lib/outcomes.mjs'

const assertion = (title: string, status: string, failureMessages: string[] = []) => ({
  ancestorTitles: ['', 'buying'],
  title,
  status,
  failureMessages,
})

test('results of Vitest: a test that failed, one that passed when it ran again, and a file that could not be loaded are told by name', () => {
  const outcome = outcomeOfVitest(
    [
      {
        name: '/project/test/buy.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          assertion('pays', 'passed'),
          assertion('waits', 'passed', ['\u001b[31mslow\u001b[39m\n\n    at test']),
          assertion('ends', 'failed', ['expected 1 to be 2']),
          assertion('is left out', 'skipped'),
        ],
      },
      { name: '/project/test/broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
    '/project',
  )
  expect(outcome).toEqual({
    passed: 2,
    failed: 2,
    failures: [
      { name: 'test/buy.test.ts > buying > ends', message: 'expected 1 to be 2' },
      { name: 'test/broken.test.ts', message: 'no such module' },
    ],
    retried: [{ name: 'test/buy.test.ts > buying > waits', message: 'slow\n    at test' }],
  })
})

test('a report of Playwright: suites within suites, each test with its project', () => {
  const walk = (title: string, status: string, message?: string) => ({
    file: 'buy.walk.ts',
    title,
    tests: [{ projectName: 'walks', status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
  })
  const outcome = outcomeOfWalks({
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    suites: [
      {
        specs: [walk('pays', 'expected')],
        suites: [{ specs: [walk('waits', 'flaky', 'no button'), walk('ends', 'unexpected', 'no page')] }],
      },
    ],
  })
  expect(outcome).toEqual({
    passed: 2,
    failed: 1,
    failures: [{ name: '[walks] buy.walk.ts > ends', message: 'no page' }],
    retried: [{ name: '[walks] buy.walk.ts > waits', message: 'no button' }],
  })
})

test('the last line has the counts; what failed and what ran again stands before it', () => {
  const total = noOutcome()
  addOutcome(total, outcomeOf('size', false, 'too large'))
  addOutcome(total, outcomeOf('format', true))
  addOutcome(total, { ...noOutcome(), passed: 1, retried: [{ name: 'pays', message: 'slow' }] })
  expect(closingLines(total)).toEqual([
    'FAILED size',
    'too large',
    'PASSED ONLY WHEN IT RAN AGAIN pays',
    'slow',
    '2 passed, 1 failed',
  ])
})

test('more tests that had to run again than a busy machine explains are a failure', () => {
  const retried = Array.from({ length: RETRIED_LIMIT + 1 }, (_, at) => ({ name: `test ${at}`, message: '' }))
  expect(closingLines({ ...noOutcome(), passed: 9, retried }).at(-1)).toBe('9 passed, 1 failed')
  expect(closingLines({ ...noOutcome(), passed: 9, retried: retried.slice(1) }).at(-1)).toBe('9 passed, 0 failed')
})
