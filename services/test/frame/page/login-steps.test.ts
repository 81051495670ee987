// The wait for somebody who is elsewhere: what the page is told meanwhile, and what a network does to it that comes and goes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../frame/api.js'
import { untilEnded, whilePending } from '../../../frame/login-steps.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new AbortController().signal
const offline = () => Promise.reject(new ApiError('offline'))

test('the page is told every 10 s that it takes longer, until it has ended, well or not', async () => {
  for (const isWell of [true, false]) {
    const pending = vi.fn()
    let end = (_: boolean) => {}
    const ended = new Promise<string>((resolve, reject) => {
      end = (well) => (well ? resolve('done') : reject(new Error('failed')))
    })
    const waiting = whilePending({ pending }, () => ended).catch(() => 'failed')
    await vi.advanceTimersByTimeAsync(25_000)
    expect(pending).toHaveBeenCalledTimes(2)
    end(isWell)
    expect(await waiting).toBe(isWell ? 'done' : 'failed')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pending).toHaveBeenCalledTimes(2)
  }
})

test('a network that comes back in time costs nothing; one that stays away, and a refusal, end the wait', async () => {
  // attack 80
  const answers = [offline, offline, () => Promise.resolve({ state: 'pending' as const }), offline, () => Promise.resolve({ state: 'done' as const })] // oxfmt-ignore
  const waiting = untilEnded(async () => (answers.shift() ?? offline)(), never)
  await vi.runAllTimersAsync()
  expect(await waiting).toEqual({ state: 'done' })

  const away = vi.fn(offline)
  const lost = untilEnded(away, never).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await lost).toMatchObject({ failure: 'offline' })
  expect(away).toHaveBeenCalledTimes(6)

  const refused = vi.fn(() => Promise.reject(new ApiError('refused', 'attempt', 410)))
  await expect(untilEnded(refused, never)).rejects.toMatchObject({ field: 'attempt' })
  expect(refused).toHaveBeenCalledTimes(1)
})

test('a page that leaves ends the wait at once, also between two tries', async () => {
  const leave = new AbortController()
  const ask = vi.fn(offline)
  const waiting = untilEnded(ask, leave.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  leave.abort()
  expect(await waiting).toMatchObject({ code: 'ABORTED' })
  await vi.runAllTimersAsync()
  expect(ask).toHaveBeenCalledTimes(1)
})
