import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { LOG_BUFFER_BYTES } from '../src/constants.js'
import { lateLogger } from '../src/late-logger.js'
import { createLogger, type LogLevel } from '../src/logger.js'

function setup(options: { level?: LogLevel; bytes?: number } = {}) {
  const written: unknown[][] = []
  const write =
    (kind: string) =>
    (...parts: unknown[]) =>
      void written.push([kind, ...parts])
  const log = createLogger({
    ...options,
    now: () => 0,
    sink: { error: write('error'), warn: write('warn'), debug: write('debug') },
  })
  return { log, written }
}

describe('writing', () => {
  test.each([
    ['silent', []],
    ['error', ['error']],
    ['warn', ['error', 'warn']],
    ['debug', ['error', 'warn', 'debug']],
  ] as const)('at level %s', (level, kinds) => {
    const { log, written } = setup({ level })
    log.error('a')
    log.warn('b')
    log.debug('c')
    expect(written.map(([kind]) => kind)).toEqual(kinds)
    expect(log.entries()).toHaveLength(3)
  })

  test('errors only, unless asked', () => {
    const { log, written } = setup()
    const cause = new TypeError('x')
    log.warn('quiet')
    log.error('loud', cause)
    expect(written).toEqual([['error', '[wallet-modal] loud', cause]])
  })
})

describe('keeping', () => {
  test('each line says when, how bad, what and why', () => {
    const { log } = setup()
    log.error('no storage', new TypeError('denied'))
    log.debug('plain')
    log.warn('thrown text', 'because')
    expect(log.entries()).toEqual([
      '1970-01-01T00:00:00.000Z error no storage (TypeError: denied)',
      '1970-01-01T00:00:00.000Z debug plain',
      '1970-01-01T00:00:00.000Z warn thrown text (because)',
    ])
  })

  test('the oldest lines go when the buffer is full', () => {
    const { log } = setup({ level: 'silent', bytes: 400 })
    for (let index = 0; index < 100; index++) log.debug(`line ${index}`)
    const kept = log.entries()
    expect(kept.join('').length * 2).toBeLessThanOrEqual(400)
    expect(kept.at(-1)).toContain('line 99')
    expect(kept.length).toBeGreaterThan(3)
  })

  test('one line that is larger than the buffer is not kept', () => {
    const { log } = setup({ level: 'silent' })
    log.error('x'.repeat(LOG_BUFFER_BYTES / 2))
    expect(log.entries()).toEqual([])
  })

  test('what was handed out does not change any more', () => {
    const { log } = setup({ level: 'silent' })
    const before = log.entries()
    log.error('a')
    expect(before).toEqual([])
  })

  test('the key of a pairing is left out', () => {
    const { log } = setup({ level: 'silent' })
    log.error('failed', new Error('cannot open wc:94ca@2?relay-protocol=irn&symKey=587d5484ce2a'))
    expect(log.entries()[0]).toContain('symKey=…')
    expect(log.entries()[0]).not.toContain('587d')
  })

  test('a thing that cannot become a text is still logged', () => {
    const { log } = setup({ level: 'silent' })
    log.error('odd', Object.create(null))
    expect(log.entries()[0]).toMatch(/odd \(object\)$/)
  })
})

test('what is said before the logger has come is kept in order; before that there is nothing to read', async () => {
  const log = lateLogger('silent', () => import('../src/logger.js'))
  log.error('first')
  log.debug('second')
  expect(log.entries()).toEqual([])
  await expect.poll(() => log.entries().length).toBe(2)
  log.warn('third')
  expect(log.entries().map((line) => /first|second|third/.exec(line)?.[0])).toEqual(['first', 'second', 'third'])
})

test('what was said before goes out at the level that was asked for', async () => {
  const said = vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const log = lateLogger('debug', () => import('../src/logger.js'))
  log.debug('early')
  await expect.poll(() => said.mock.calls.flat().join(' ')).toContain('early')
})
