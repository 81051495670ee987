import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { catalogue, type ErrorCode, walletError } from '../../../src/vocabulary/errors.js'
import { createQuery, retryDelayMs, type QueryOptions, type QueryState } from '../../../src/state/lib/query.js'
import { createTestCore } from '../../support/core.js'
import { createTestWindow } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

const MINUTE = 60_000
const LIFETIME_MS = 30_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = string | Error | Promise<string>
const isCode = (text: string): text is ErrorCode => Object.hasOwn(catalogue, text)

/** A question that is answered from a list; a code in capitals is an error of that code. */
function setup(answers: readonly Answer[], options: Partial<QueryOptions<string>> = {}) {
  const page = createTestWindow()
  const { core, clock } = createTestCore({ window: page.window })
  const signals: AbortSignal[] = []
  const fetch = async (signal: AbortSignal): Promise<string> => {
    signals.push(signal)
    const answer = answers[signals.length - 1] ?? expect.fail(`no answer for call ${signals.length}`)
    if (answer instanceof Error) throw answer
    if (typeof answer === 'string' && isCode(answer)) throw walletError(answer)
    return answer
  }
  const all: QueryOptions<string> = { key: 'question', fetch, lifetimeMs: LIFETIME_MS, ...options }
  return { core, clock, page, signals, query: createQuery(core, all), again: () => createQuery(core, all) }
}

function read(query: { $state: { subscribe(listener: (state: QueryState<string>) => void): () => void } }) {
  const states: QueryState<string>[] = []
  const stop = query.$state.subscribe((state) => void states.push(state))
  return { stop, states, last: () => states.at(-1), phases: () => states.map((state) => `${state.status} ${state.fetchStatus}`) }
}

describe('starting', () => {
  test('asks nothing before somebody reads', async () => {
    const { clock, signals } = setup([])
    await clock.tickAsync(MINUTE)
    expect(signals).toHaveLength(0)
  })

  test('the first reader starts it, the second sees the same', async () => {
    const { clock, query, signals } = setup(['a'])
    const first = read(query)
    const second = read(query)
    await clock.tickAsync(0)
    expect(first.phases()).toEqual(['pending fetching', 'success idle'])
    expect(second.last()).toEqual({ status: 'success', fetchStatus: 'idle', value: 'a', updatedAt: clock.now() })
    expect(signals).toHaveLength(1)
  })

  test('one key is one query per core, and none between cores', async () => {
    const one = setup(['a'])
    const other = setup(['b'])
    expect(one.again()).toBe(one.query)
    expect(other.query).not.toBe(one.query)
    expect(createQuery(one.core, { key: 'other', fetch: async () => 'c', lifetimeMs: 0 })).not.toBe(one.query)
  })

  test('a new reader within the lifetime is answered from memory, after it the question is asked again', async () => {
    const { clock, query, signals } = setup(['a', 'b'])
    read(query).stop()
    await clock.tickAsync(LIFETIME_MS - 1)
    const second = read(query)
    expect(second.last()).toMatchObject({ value: 'a', fetchStatus: 'idle' })
    second.stop()
    await clock.tickAsync(2_000)
    const third = read(query)
    expect(third.last()).toMatchObject({ status: 'success', value: 'a', fetchStatus: 'fetching' })
    await clock.tickAsync(0)
    expect(third.last()).toMatchObject({ value: 'b' })
    expect(signals).toHaveLength(2)
  })
})

describe('refresh', () => {
  test('asks again within the lifetime, keeps the old value meanwhile, and says when it is done', async () => {
    const { clock, query } = setup(['a', 'b'])
    const reader = read(query)
    await clock.tickAsync(0)
    const refreshed = query.refresh()
    expect(reader.last()).toMatchObject({ status: 'success', fetchStatus: 'fetching', value: 'a' })
    await refreshed
    expect(reader.last()).toMatchObject({ value: 'b', fetchStatus: 'idle' })
  })

  test('joins a run', async () => {
    const { query, signals } = setup(['a'])
    read(query)
    await Promise.all([query.refresh(), query.refresh()])
    expect(signals).toHaveLength(1)
  })

  test('resolves after a failure too, and keeps the last good value beside the error', async () => {
    const { clock, query } = setup(['a', 'NO_SERVICES'])
    const reader = read(query)
    await clock.tickAsync(0)
    await query.refresh()
    expect(reader.last()).toMatchObject({ status: 'error', fetchStatus: 'idle', value: 'a', error: { code: 'NO_SERVICES' } })
  })
})

describe('trying again', () => {
  test('pauses 1000, 2000, 4000 … 30000 ms', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 60].map(retryDelayMs)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000])
  })

  test('three tries, then the error', async () => {
    const { clock, query, signals } = setup(['NETWORK_ERROR', 'NETWORK_ERROR', 'RPC_ERROR'])
    const reader = read(query)
    await clock.tickAsync(999)
    expect(signals).toHaveLength(1)
    await clock.tickAsync(1)
    expect(signals).toHaveLength(2)
    await clock.tickAsync(1_999)
    expect(signals).toHaveLength(2)
    expect(reader.last()).toMatchObject({ status: 'pending', fetchStatus: 'fetching' })
    await clock.tickAsync(1)
    expect(reader.last()).toMatchObject({ status: 'error', fetchStatus: 'idle', error: { code: 'RPC_ERROR' } })
    await clock.tickAsync(MINUTE)
    expect(signals).toHaveLength(3)
  })

  test('climbs the whole ladder when more tries are asked for', async () => {
    const { clock, query, signals } = setup(
      Array.from({ length: 8 }, () => 'NETWORK_ERROR' as const),
      { attempts: 8 },
    )
    read(query)
    for (const [index, pause] of [1000, 2000, 4000, 8000, 16000, 30000, 30000].entries()) {
      await clock.tickAsync(pause - 1)
      expect(signals).toHaveLength(index + 1)
      await clock.tickAsync(1)
      expect(signals).toHaveLength(index + 2)
    }
  })

  test('a success after a failure leaves no error', async () => {
    const { clock, query } = setup(['HTTP_TIMEOUT', 'a'])
    const reader = read(query)
    await clock.tickAsync(1_000)
    expect(reader.last()).toEqual({ status: 'success', fetchStatus: 'idle', value: 'a', updatedAt: clock.now() })
  })

  test.each([
    ['NO_SERVICES', walletError('NO_SERVICES')],
    ['a status 404', walletError('HTTP_STATUS', { details: { status: 404 } })],
  ])('not after %s, which would only come again', async (_, error) => {
    const { clock, query, signals } = setup([error])
    read(query)
    await clock.tickAsync(MINUTE)
    expect(signals).toHaveLength(1)
  })

  testRows([429, 408, 500, 503])('yes after a status %i', async (status) => {
    const { clock, query, signals } = setup([walletError('HTTP_STATUS', { details: { status } }), 'a'])
    read(query)
    await clock.tickAsync(1_000)
    expect(signals).toHaveLength(2)
  })

  test('something that nobody coded becomes UNKNOWN, with its cause', async () => {
    const cause = new TypeError('oops')
    const { clock, query } = setup([cause], { attempts: 1 })
    const reader = read(query)
    await clock.tickAsync(0)
    expect(reader.last()).toMatchObject({ status: 'error', error: { code: 'UNKNOWN', cause } })
  })

  test('within the gate after a failure nothing is asked, not even by refresh', async () => {
    const { clock, query, signals } = setup(['NO_SERVICES', 'a'], { retryGateMs: 30_000 })
    const reader = read(query)
    await clock.tickAsync(0)
    await clock.tickAsync(29_999)
    await query.refresh()
    expect(signals).toHaveLength(1)
    expect(reader.last()).toMatchObject({ status: 'error' })
    await clock.tickAsync(1)
    await query.refresh()
    expect(reader.last()).toMatchObject({ status: 'success', value: 'a' })
  })

  test('says when it has failed, whoever reads it later, until it succeeds', async () => {
    const { clock, query } = setup(['NO_SERVICES', 'a'], { retryGateMs: 30_000 })
    const failedAt = clock.now()
    read(query).stop()
    await clock.tickAsync(20_000)
    const later = read(query)
    expect(later.last()).toMatchObject({ status: 'error', fetchStatus: 'idle', failedAt })
    await clock.tickAsync(10_000)
    const answered = query.refresh()
    expect(later.last()).toMatchObject({ fetchStatus: 'fetching', failedAt })
    await answered
    expect(later.last()).toStrictEqual({ status: 'success', fetchStatus: 'idle', value: 'a', updatedAt: clock.now() })
  })
})

describe('pausing', () => {
  test.each([
    ['offline', 'online'],
    ['hidden', 'visible'],
  ] as const)('%s: nothing is asked until %s', async (away, back) => {
    const { clock, page, query, signals } = setup(['a'])
    page.go(away)
    const reader = read(query)
    await clock.tickAsync(MINUTE)
    expect(reader.last()).toEqual({ status: 'pending', fetchStatus: 'paused' })
    expect(signals).toHaveLength(0)
    page.go(back)
    await clock.tickAsync(0)
    expect(reader.phases()).toEqual(['pending paused', 'pending fetching', 'success idle'])
  })

  test('a try that fails offline waits for the network, and does not count the waiting', async () => {
    const { clock, page, query, signals } = setup(['NETWORK_ERROR', 'a'])
    const reader = read(query)
    await clock.tickAsync(0)
    page.go('offline')
    await clock.tickAsync(10 * MINUTE)
    expect(reader.last()).toMatchObject({ fetchStatus: 'paused' })
    expect(signals).toHaveLength(1)
    page.go('online')
    await clock.tickAsync(0)
    expect(reader.last()).toMatchObject({ status: 'success', value: 'a' })
  })

  test('a retry waits while the page is not in front; a first try does not', async () => {
    const { clock, page, query, signals } = setup(['NETWORK_ERROR', 'a'])
    page.go('unfocused')
    const reader = read(query)
    await clock.tickAsync(10 * MINUTE)
    expect(signals).toHaveLength(1)
    expect(reader.last()).toMatchObject({ fetchStatus: 'paused' })
    page.go('focused')
    await clock.tickAsync(0)
    expect(reader.last()).toMatchObject({ status: 'success', value: 'a' })
  })

  test('both must be right again', async () => {
    const { clock, page, query, signals } = setup(['a'])
    page.go('offline')
    page.go('hidden')
    read(query)
    page.go('online')
    await clock.tickAsync(0)
    expect(signals).toHaveLength(0)
    page.go('visible')
    await clock.tickAsync(0)
    expect(signals).toHaveLength(1)
  })

  test('who comes back finds fresh facts, but only when the old ones are past their lifetime', async () => {
    const { clock, page, query, signals } = setup(['a', 'b'])
    const reader = read(query)
    await clock.tickAsync(0)
    page.go('hidden')
    await clock.tickAsync(LIFETIME_MS / 2)
    page.go('visible')
    await clock.tickAsync(0)
    expect(signals).toHaveLength(1)
    page.go('hidden')
    await clock.tickAsync(LIFETIME_MS)
    expect(signals).toHaveLength(1)
    page.go('visible')
    await clock.tickAsync(0)
    expect(reader.last()).toMatchObject({ value: 'b' })
  })

  test('can be cancelled while paused', async () => {
    const { clock, page, query, signals } = setup(['a'])
    page.go('offline')
    const reader = read(query)
    query.cancel()
    page.go('online')
    expect(reader.last()).toMatchObject({ status: 'pending' })
    await clock.tickAsync(0)
    expect(signals).toHaveLength(1) // coming back asks afresh, because there is still no value
  })

  test('runs where there is no window', async () => {
    const { core, clock } = createTestCore()
    const reader = read(createQuery(core, { key: 'k', fetch: async () => 'a', lifetimeMs: 0 }))
    await clock.tickAsync(0)
    expect(reader.last()).toMatchObject({ value: 'a' })
  })
})

describe('cancelling', () => {
  test('aborts the run; its late result never lands', async () => {
    let resolve: (value: string) => void = () => undefined
    const { clock, query, signals } = setup([new Promise<string>((done) => (resolve = done))])
    const reader = read(query)
    await clock.tickAsync(0)
    const joined = query.refresh()
    query.cancel()
    await joined
    expect(signals[0]?.aborted).toBe(true)
    resolve('late')
    await clock.tickAsync(0)
    expect(reader.last()).toEqual({ status: 'pending', fetchStatus: 'idle' })
  })

  test('ends the pause between two tries', async () => {
    const { clock, query, signals } = setup(['NETWORK_ERROR', 'a'])
    const reader = read(query)
    await clock.tickAsync(500)
    query.cancel()
    await clock.tickAsync(MINUTE)
    expect(signals).toHaveLength(1)
    expect(reader.last()).toEqual({ status: 'pending', fetchStatus: 'idle' })
  })

  test('a run after it is not disturbed by the cancelled one', async () => {
    let reject: (error: unknown) => void = () => undefined
    const { clock, query } = setup([new Promise<string>((_, fail) => (reject = fail)), 'b'])
    const reader = read(query)
    await clock.tickAsync(0)
    query.cancel()
    const second = query.refresh()
    reject(walletError('RPC_ERROR'))
    await second
    expect(reader.last()).toMatchObject({ status: 'success', value: 'b' })
  })

  test('without a run it changes nothing', async () => {
    const { clock, query } = setup(['a'])
    const reader = read(query)
    await clock.tickAsync(0)
    const before = reader.states.length
    query.cancel()
    expect(reader.states).toHaveLength(before)
  })

  test('the end of the instance aborts, and nothing is asked or shown after it', async () => {
    const { core, clock, query, signals } = setup(['NETWORK_ERROR', 'a'])
    const reader = read(query)
    await clock.tickAsync(0)
    core.destroy()
    await clock.tickAsync(MINUTE)
    await query.refresh()
    expect(signals).toHaveLength(1)
    expect(reader.last()).toMatchObject({ status: 'pending' })
  })
})

describe('collection', () => {
  test('five minutes after the last reader the value is forgotten', async () => {
    const { clock, query, again, signals } = setup(['a', 'b'], { lifetimeMs: 60 * MINUTE })
    const reader = read(query)
    await clock.tickAsync(0)
    reader.stop()
    await clock.tickAsync(5 * MINUTE - 1)
    expect(again()).toBe(query)
    const back = read(query)
    expect(back.last()).toMatchObject({ value: 'a' })
    back.stop()
    await clock.tickAsync(5 * MINUTE)
    const next = again()
    expect(next).not.toBe(query)
    const reader2 = read(next)
    expect(reader2.last()).toEqual({ status: 'pending', fetchStatus: 'fetching' })
    await clock.tickAsync(0)
    expect(signals).toHaveLength(2)
  })

  test('of one that was forgotten and read again takes nothing from the one in its place', async () => {
    const { clock, query, again } = setup(['a', 'b', 'c'], { lifetimeMs: 60 * MINUTE })
    read(query).stop()
    await clock.tickAsync(5 * MINUTE)
    const next = again()
    const reader = read(next)
    read(query).stop() // somebody kept it
    await clock.tickAsync(5 * MINUTE)
    expect(next).not.toBe(query)
    expect(again()).toBe(next)
    reader.stop()
  })

  test('not while somebody reads', async () => {
    const { clock, query, again } = setup(['a'], { lifetimeMs: 60 * MINUTE })
    const first = read(query)
    const second = read(query)
    await clock.tickAsync(0)
    first.stop()
    await clock.tickAsync(10 * MINUTE)
    expect(again()).toBe(query)
    expect(second.last()).toMatchObject({ value: 'a' })
  })

  test('ends what still runs', async () => {
    const { clock, query, signals } = setup([new Promise<string>(() => undefined)])
    read(query).stop()
    await clock.tickAsync(5 * MINUTE)
    expect(signals[0]?.aborted).toBe(true)
  })

  test('a query that somebody kept comes back to life with its next reader', async () => {
    const { clock, query, again } = setup(['a', 'b'])
    read(query).stop()
    await clock.tickAsync(6 * MINUTE)
    const reader = read(query)
    await clock.tickAsync(0)
    expect(reader.last()).toMatchObject({ value: 'b' })
    expect(again()).toBe(query)
  })

  test('five minutes after a refresh that nobody read, too', async () => {
    const { clock, query, again, signals } = setup(['a', 'b', 'c'], { lifetimeMs: 60 * MINUTE })
    await query.refresh()
    await clock.tickAsync(4 * MINUTE)
    await query.refresh()
    await clock.tickAsync(5 * MINUTE - 1)
    expect(again()).toBe(query)
    await clock.tickAsync(1)
    expect(again()).not.toBe(query)
    expect(read(query).last()).toEqual({ status: 'pending', fetchStatus: 'fetching' })
    await clock.tickAsync(0)
    expect(signals).toHaveLength(3)
  })

  test('a refresh counts the five minutes anew, unless somebody reads', async () => {
    const { clock, query, again } = setup(['a', 'b', 'c'], { lifetimeMs: 60 * MINUTE })
    const reader = read(query)
    await query.refresh()
    await clock.tickAsync(6 * MINUTE)
    expect(again()).toBe(query)
    reader.stop()
    await clock.tickAsync(4 * MINUTE)
    await query.refresh()
    await clock.tickAsync(4 * MINUTE)
    expect(again()).toBe(query)
    await clock.tickAsync(MINUTE)
    expect(again()).not.toBe(query)
  })

  test('leaves no timer behind an instance that ended', async () => {
    const { core, clock, query } = setup(['a'])
    const reader = read(query)
    await clock.tickAsync(0)
    reader.stop()
    await clock.tickAsync(2_000)
    expect(vi.getTimerCount()).toBe(1)
    core.destroy()
    expect(vi.getTimerCount()).toBe(0)
    await query.refresh()
    expect(vi.getTimerCount()).toBe(0)
  })
})
