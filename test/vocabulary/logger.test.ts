import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { LOG_BUFFER_BYTES } from '../../src/vocabulary/constants.js'
import { lateLogger } from '../../src/vocabulary/late-logger.js'
import { createLogger, type LogLevel } from '../../src/vocabulary/logger.js'
import { testRows } from '../support/rows.js'

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
  testRows([
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

describe('the key of a pairing', () => {
  const uri = 'wc:abc@2?relay-protocol=irn&symKey=deadbeef&methods=x'
  const cyclic: Record<string, unknown> = { uri }
  cyclic['self'] = cyclic
  testRows<[string, unknown]>([
    ['an error', new Error(`no wallet for ${uri}`)],
    ['the cause of an error', new Error('no wallet', { cause: new TypeError(uri) })],
    ['a text', uri],
    ['an object', { code: 1, data: { uri } }],
    ['what cannot be read', cyclic],
  ])('does not reach the console in %s', (_where, cause) => {
    const { log, written } = setup()
    log.error(`pairing ${uri}`, cause)
    const [[kind, message, shown] = []] = written
    expect(kind).toBe('error')
    expect(message).toBe('[wallet-modal] pairing wc:abc@2?relay-protocol=irn&symKey=…&methods=x')
    expect(shown).toBeTypeOf('string')
    expect(shown).not.toContain('deadbeef')
    expect(log.entries().join()).not.toContain('deadbeef')
  })

  test('a cause without one is shown as it is, with its stack', () => {
    const { log, written } = setup()
    const causes = [new Error('a', { cause: 'b' }), { code: 4001 }, 7]
    for (const cause of causes) log.error('x', cause)
    expect(written.map(([, , shown]) => shown)).toEqual(causes)
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

  test.each([1, 2])('the key of a pairing inside a link, percent-escaped %s times, is left out', (times) => {
    let uri = 'wc:94ca@2?relay-protocol=irn&symKey=587d5484ce2a'
    for (let i = 0; i < times; i++) uri = encodeURIComponent(uri)
    const { log, written } = setup({ level: 'error' })
    log.error('failed', new Error(`cannot open https://wallet.example/wc?uri=${uri}`))
    expect(log.entries()[0]).toContain('symKey=…')
    expect(log.entries().join('')).not.toContain('587d')
    expect(JSON.stringify(written)).toContain('symKey=…')
    expect(JSON.stringify(written)).not.toContain('587d')
  })

  test('a thing that cannot become a text is still logged', () => {
    const { log } = setup({ level: 'silent' })
    log.error('odd', Object.create(null))
    expect(log.entries()[0]).toMatch(/odd \(object\)$/)
  })
})

test('what is said before the logger has come is kept in order; before that there is nothing to read', async () => {
  const log = lateLogger('silent', () => import('../../src/vocabulary/logger.js'))
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
  const log = lateLogger('debug', () => import('../../src/vocabulary/logger.js'))
  log.debug('early')
  await expect.poll(() => said.mock.calls.flat().join(' ')).toContain('early')
})
