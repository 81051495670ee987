// The one time limit, and the one circuit breaker.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { serve } from '../../test/api/server.js'
import { createBreaker } from '../src/upstream/breaker.js'
import { signalAfter, TimeoutError, withTimeout } from '../src/timeout.js'

const never = () => new Promise<string>(() => undefined)

describe('a time limit', () => {
  test('passes on what is there in time, and what fails', async () => {
    expect(await withTimeout(async () => 'here', { ms: 1000 })).toBe('here')
    const broken = () => Promise.reject(new Error('broken'))
    await expect(withTimeout(broken, { ms: 1000, late: () => 'late' })).rejects.toThrow('broken')
  })

  test('ends work that does not listen, and tells work that does', async () => {
    let given: AbortSignal | undefined
    const work = (signal: AbortSignal) => {
      given = signal
      return never()
    }
    await expect(withTimeout(work, { ms: 5 })).rejects.toThrow(TimeoutError)
    expect(given?.aborted).toBe(true)
  })

  test('ends with the signal of a caller, before and after its start, for its reason', async () => {
    const leaving = new AbortController()
    const ended = expect(withTimeout(never, { ms: 60_000, signal: leaving.signal })).rejects.toThrow('left')
    leaving.abort(new Error('left'))
    await ended
    await expect(withTimeout(never, { signal: leaving.signal })).rejects.toThrow('left')
  })

  test('resolves with what stands for a late answer, where that is no failure', async () => {
    expect(await withTimeout(never, { signal: AbortSignal.abort(), late: () => 'late' })).toBe('late')
  })
})

describe('a signal that aborts after its time', () => {
  test('or with another signal, for its reason', async () => {
    const leaving = new AbortController()
    const signal = signalAfter(60_000, leaving.signal)
    leaving.abort(new Error('left'))
    expect(signal.reason).toEqual(new Error('left'))
    expect(signalAfter(60_000, AbortSignal.abort()).aborted).toBe(true)
  })

  test('ends a request whose server never answers, also when garbage is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(collect, 10)
    const server = await serve(() => undefined)
    const outer = new AbortController()
    // The limits have no other holder than the requests.
    const requests = Array.from({ length: 5 }, () => fetch(server.url, { signal: signalAfter(300, outer.signal) }))
    const ends = await Promise.allSettled(requests)
    clearInterval(collecting)
    await server.stop()
    expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof TimeoutError)).toEqual(Array(5).fill(true))
  })
})

test('a breaker opens after failures in a row, closes after its time, and says when it changed', () => {
  let now = 0
  const breaker = createBreaker({ now: () => now, failures: 2, openMs: 100 })
  expect([breaker.fail(), breaker.isResting]).toEqual([false, false])
  expect([breaker.succeed(), breaker.failures]).toEqual([false, 0])
  expect([breaker.fail(), breaker.fail(), breaker.isResting, breaker.openedAt]).toEqual([false, true, true, 0])
  now = 100
  expect(breaker.isResting).toBe(false)
  expect([breaker.fail(), breaker.isResting]).toEqual([true, true])
  expect([breaker.succeed(), breaker.isResting, breaker.succeed()]).toEqual([true, false, false])
})
