// The one time limit, and the one circuit breaker.
import { describe, expect, test } from 'vitest'
import { createBreaker } from '../src/upstream/breaker.js'
import { TimeoutError, withTimeout } from '../src/timeout.js'

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
