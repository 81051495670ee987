// The reporter that keeps what became of each file of tests: of a run that stands still, what has ended is known, and the rest can be run.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readModuleResults } from '../scripts/lib/module-results.mjs'
import { outcomeOfVitest } from '../scripts/lib/outcomes.mjs'
import { runPart } from '../scripts/lib/run-part.mjs'
import { root } from '../scripts/prepare.mjs'

const files = {
  'a-ends': `let runs = 0
    describe('a group', () => { test('passes', () => {}); test('passes when it runs again', () => expect(++runs).toBe(2)) })`,
  'b-fails': `test('is wrong', () => expect(1).toBe(2))`,
  'c-broken': `import './nowhere.js'`,
  'd-stands-still': `test('ends', () => {}); test('never ends', () => new Promise(() => {}))`,
  'e-waits': `test('passes', () => {})`,
}
let folder: string
beforeAll(() => {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(root, 'test-results/module-results-'))
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, `${name}.test.js`), `import { describe, expect, test } from 'vitest'\n${text}`)
  writeFileSync(
    join(folder, 'vitest.config.js'),
    `export default { test: { retry: 1, maxWorkers: 1, testTimeout: 600_000, sequence: { sequencer: class { shard(files) { return files } sort(files) {
      return [...files].sort((a, b) => a.moduleId < b.moduleId ? -1 : 1) } } } } }`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

test('what has ended is kept when a run stands still, and the rest is run from there', async () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
  const file = join(folder, 'results.jsonl')
  const run = (names: readonly string[]) =>
    runPart(
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        folder,
        `--reporter=${join(root, 'scripts/lib/module-results.mjs')}`,
        ...names,
      ],
      { cwd: folder, env: { ...process.env, WM_MODULE_RESULTS: file, WM_RETRIES: '1' }, silentMs: 15_000 },
    )
  expect(await run([])).toBe('silent')
  const path = (name: keyof typeof files) => join(folder, `${name}.test.js`)
  const { left, under } = readModuleResults(file)
  expect({ left, under }).toEqual({ left: [path('d-stands-still'), path('e-waits')], under: path('d-stands-still') })

  cpSync(path('e-waits'), path('d-stands-still'))
  expect(await run(left)).toBe(0)
  const { results, left: atTheEnd, under: last } = readModuleResults(file)
  expect([atTheEnd, last]).toEqual([[], undefined])
  expect(outcomeOfVitest(results, folder)).toMatchObject({
    passed: 4,
    failed: 2,
    failures: [
      { name: 'b-fails.test.js > is wrong', message: expect.stringContaining('expected 1 to be 2') },
      { name: 'c-broken.test.js', message: expect.stringContaining('nowhere.js') },
    ],
    retried: [
      { name: 'a-ends.test.js > a group > passes when it runs again', message: expect.stringContaining('expected 1 to be 2') },
    ],
  })
  lines.mockRestore()
})

test('a run that has written nothing has nothing left', () => {
  expect(readModuleResults(join(folder, 'none.jsonl'))).toEqual({ results: [], left: [], under: undefined })
})
