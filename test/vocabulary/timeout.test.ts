import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { walletError } from '../../src/vocabulary/errors.js'
import { delay, withTimeout } from '../../src/vocabulary/timeout.js'

const within = <T>(ms: number, signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>) =>
  withTimeout(task, { ms, signal })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<string>(() => undefined)

test('hands on what is answered in time, and leaves no timer', async () => {
  await expect(within(1000, new AbortController().signal, async () => 'a')).resolves.toBe('a')
  await expect(
    within(1000, new AbortController().signal, () => Promise.reject(walletError('WALLET_NOT_FOUND'))),
  ).rejects.toMatchObject({
    code: 'WALLET_NOT_FOUND',
  })
  expect(vi.getTimerCount()).toBe(0)
})

test('ends with the limit, and tells the asked', async () => {
  let given: AbortSignal | undefined
  const answer = within(1000, new AbortController().signal, (signal) => {
    given = signal
    return never()
  })
  const rejected = expect(answer).rejects.toMatchObject({ code: 'WALLET_TIMEOUT' })
  await vi.advanceTimersByTimeAsync(999)
  expect(given?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(given?.aborted).toBe(true)
  await rejected
})

test('ends with the life around it, for its reason', async () => {
  const life = new AbortController()
  const answer = within(1000, life.signal, never)
  life.abort(walletError('DESTROYED'))
  await expect(answer).rejects.toMatchObject({ code: 'DESTROYED' })
  await expect(within(1000, life.signal, never)).rejects.toMatchObject({ code: 'DESTROYED' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a promise of somebody else ends so too, under the name that the caller gives; what it refuses later is nobody’s', async () => {
  const late = () => walletError('PAIRING_EXPIRED')
  const control = new AbortController()
  const refused = Promise.reject(new Error('too late'))
  refused.catch(() => undefined)
  await expect(withTimeout(refused, { signal: AbortSignal.abort('gone') })).rejects.toMatchObject({
    code: 'ABORTED',
    cause: 'gone',
  })
  const answer = expect(withTimeout(never(), { ms: 5, late, signal: control.signal })).rejects.toMatchObject({
    code: 'PAIRING_EXPIRED',
  })
  await vi.advanceTimersByTimeAsync(5)
  await answer
  control.abort()
  expect(vi.getTimerCount()).toBe(0)
})

test('a delay passes, or ends with its signal', async () => {
  const control = new AbortController()
  const passed = delay(10)
  const ended = expect(delay(10, control.signal)).rejects.toMatchObject({ code: 'ABORTED' })
  control.abort()
  await ended
  await expect(delay(10, control.signal)).rejects.toMatchObject({ code: 'ABORTED' })
  await vi.advanceTimersByTimeAsync(10)
  await expect(passed).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
