import { afterEach, expect, test, vi } from 'vitest'
import { retry } from '../../src/api/retry.js'

afterEach(() => void vi.useRealTimers())
const always = { times: 2, delayMs: 100, isPassing: () => true }

test('tries again after the pause, not before', async () => {
  vi.useFakeTimers()
  const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('once')).mockResolvedValue('done')
  const result = retry(run, always)
  await vi.advanceTimersByTimeAsync(99)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await expect(result).resolves.toBe('done')
  expect(run).toHaveBeenCalledTimes(2)
})

test('gives up with the last failure', async () => {
  vi.useFakeTimers()
  let count = 0
  const result = retry(() => Promise.reject(new Error(`no ${++count}`)), always)
  const check = expect(result).rejects.toThrow('no 3')
  await vi.runAllTimersAsync()
  await check
})

test('does not repeat what will not pass', async () => {
  const run = vi.fn(() => Promise.reject(new Error('wrong')))
  await expect(retry(run, { ...always, isPassing: () => false })).rejects.toThrow('wrong')
  expect(run).toHaveBeenCalledTimes(1)
})

test('an aborted signal ends the pause, and a later try is not begun', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const run = vi.fn(() => Promise.reject(new Error('no')))
  const check = expect(retry(run, { ...always, signal: controller.signal })).rejects.toMatchObject({
    code: 'ABORTED',
    cause: 'left',
  })
  await vi.advanceTimersByTimeAsync(50)
  controller.abort('left')
  await check
  await vi.runAllTimersAsync()
  expect(run).toHaveBeenCalledTimes(1)
})

test('a signal that fired during the try itself is heard before the pause', async () => {
  const controller = new AbortController()
  const run = () => {
    controller.abort()
    return Promise.reject(new Error('no'))
  }
  await expect(retry(run, { ...always, signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' })
})
