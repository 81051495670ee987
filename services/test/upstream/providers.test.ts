import { describe, expect, test } from 'vitest'
import { HttpError } from '../../src/http/errors.js'
import { createLog } from '../../src/operations/log.js'
import { BREAKER_FAILURES, BREAKER_OPEN_MS } from '../../src/upstream/breaker.js'
import { createProviders, Declined, type Provider } from '../../src/upstream/providers.js'
import { checkEach } from '../../../test/support/rows.js'

type Answers = () => string | Promise<string>

function setup(entries: Readonly<Record<string, Answers>>, options: { budgetMs?: number; tryMs?: number; only?: string } = {}) {
  let time = 0
  const asked: string[] = []
  const seen: string[] = []
  const lines: string[] = []
  const list = Object.entries(entries).map(([name, answer]): Provider<string, string> => ({
    name,
    kind: 'embedded',
    supports: () => options.only === undefined || options.only === name,
    ask: async () => {
      asked.push(name)
      return answer()
    },
  }))
  const providers = createProviders('prices', list, {
    log: createLog({ level: 'debug', write: (line) => lines.push(line) }),
    now: () => time,
    observer: {
      request() {},
      job() {},
      provider: (capability, name, outcome) => seen.push(`${capability} ${name} ${outcome}`),
      breaker: (_, name, isOpen) => seen.push(`${name} ${isOpen ? 'rests' : 'is back'}`),
    },
    budgetMs: options.budgetMs,
    tryMs: options.tryMs,
  })
  return { providers, asked, seen, lines, pass: (ms: number) => (time += ms) }
}

const down: Answers = () => {
  throw new Error('https://node.example/s3cret is down')
}
const never: Answers = () => new Promise(() => undefined)

test('the first one that answers wins, and is named', async () => {
  const { providers, asked } = setup({ a: () => 'one', b: () => 'two' })
  expect(await providers.ask('q')).toEqual({ answer: 'one', provider: 'a' })
  expect(asked).toEqual(['a'])
})

test('the next one is asked when one fails, and the log says so without secrets', async () => {
  const { providers, seen, lines } = setup({ a: down, b: () => 'two' })
  expect(await providers.ask('q')).toEqual({ answer: 'two', provider: 'b' })
  expect(seen).toEqual(['prices a failed', 'prices b ok'])
  expect(lines.join('')).toContain('"provider":"a"')
  expect(lines.join('')).not.toContain('s3cret')
})

test('when nobody answers it is a 503 that says when to come back', () =>
  checkEach(
    [
      ['everybody fails', setup({ a: down, b: down })],
      ['nobody is there', setup({})],
      ['nobody is meant for this question', setup({ a: () => 'one' }, { only: 'z' })],
    ],
    'when %s it is a 503 that says when to come back',
    async (_, { providers }) => {
      const error = await providers.ask('q').catch((caught: unknown) => caught as HttpError)
      expect(error).toBeInstanceOf(HttpError)
      expect(error).toMatchObject({ status: 503, reasons: [{ field: 'provider' }], headers: { 'retry-after': '2' } })
    },
  ))

const declines =
  (field: string): Answers =>
  () => {
    throw new Declined(new HttpError(400, field, 'not that one'))
  }

test('who declines is passed over, however often, and does not rest', async () => {
  const { providers, asked, seen } = setup({ a: declines('amount'), b: () => 'two' })
  for (let times = 0; times <= BREAKER_FAILURES; times += 1)
    expect(await providers.ask('q')).toEqual({ answer: 'two', provider: 'b' })
  expect(asked.filter((name) => name === 'a')).toHaveLength(BREAKER_FAILURES + 1)
  expect(seen.slice(0, 2)).toEqual(['prices a refused', 'prices b ok'])
  expect(providers.rows().some(({ isResting }) => isResting)).toBe(false)
})

test('when all decline the caller hears the last one; when one only failed, that another time may do', async () => {
  const all = setup({ a: declines('from'), b: declines('amount') })
  await expect(all.providers.ask('q')).rejects.toMatchObject({ status: 400, reasons: [{ field: 'amount' }] })
  for (const entries of [
    { a: down, b: declines('amount') },
    { a: declines('amount'), b: down },
  ])
    await expect(setup(entries).providers.ask('q')).rejects.toMatchObject({ status: 503, reasons: [{ field: 'provider' }] })
})

test("a question that is wrong is the asker's fault: nobody else is asked, nobody rests", async () => {
  const { providers, asked, seen } = setup({
    a: () => {
      throw new HttpError(400, 'amount', 'not a number')
    },
    b: () => 'two',
  })
  for (let i = 0; i < BREAKER_FAILURES + 1; i++) await expect(providers.ask('q')).rejects.toMatchObject({ status: 400 })
  expect(asked).toEqual(['a', 'a', 'a', 'a'])
  expect(new Set(seen)).toEqual(new Set(['prices a refused']))
})

test("a vendor's 429 is a failure of the vendor", async () => {
  const { providers } = setup({
    a: () => {
      throw new HttpError(429, '', 'busy')
    },
    b: () => 'two',
  })
  expect((await providers.ask('q')).provider).toBe('b')
})

describe('one that fails three times in a row', () => {
  test('rests, is shown as resting, and is asked again after half a minute', async () => {
    let isDown = true
    const { providers, asked, seen, pass } = setup({ a: () => (isDown ? down() : 'one'), b: () => 'two' })
    for (let i = 0; i < BREAKER_FAILURES; i++) await providers.ask('q')
    asked.length = 0
    await providers.ask('q')
    expect(asked).toEqual(['b'])
    expect(providers.rows()).toEqual([
      { capability: 'prices', provider: 'a', kind: 'embedded', isResting: true },
      { capability: 'prices', provider: 'b', kind: 'embedded' },
    ])
    pass(BREAKER_OPEN_MS)
    isDown = false
    expect((await providers.ask('q')).provider).toBe('a')
    expect(providers.rows()[0]).not.toHaveProperty('isResting')
    expect(seen.filter((line) => !line.startsWith('prices'))).toEqual(['a rests', 'a is back'])
  })

  test('is asked nevertheless when it is the last one left', async () => {
    let isDown = true
    const { providers } = setup({ a: () => (isDown ? down() : 'one') })
    for (let i = 0; i < BREAKER_FAILURES; i++) await providers.ask('q').catch(() => undefined)
    isDown = false
    expect((await providers.ask('q')).answer).toBe('one')
  })
})

describe('time', () => {
  test('one that never answers makes room for the next', async () => {
    const { providers, lines } = setup({ a: never, b: () => 'two' }, { tryMs: 20 })
    expect((await providers.ask('q')).provider).toBe('b')
    expect(lines.join('')).toContain('no answer within 20 ms')
  })

  test('all tries together stay within the budget', async () => {
    const { providers, asked } = setup({ a: never, b: never }, { budgetMs: 30 })
    await expect(providers.ask('q')).rejects.toMatchObject({ status: 503 })
    expect(asked).toEqual(['a'])
  })

  test('a caller who leaves ends it, and nobody is to blame', async () => {
    const { providers, asked, lines } = setup({ a: never, b: () => 'two' })
    const leaving = new AbortController()
    const question = providers.ask('q', leaving.signal)
    leaving.abort()
    await expect(question).rejects.toMatchObject({ status: 503 })
    expect([asked, lines]).toEqual([['a'], []])
  })
})
