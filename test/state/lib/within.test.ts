import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WalletError } from '../../../src/errors.js'
import { within } from '../../../src/state/lib/within.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<string>(() => undefined)

test('hands on what is answered in time, and leaves no timer', async () => {
  await expect(within(1000, new AbortController().signal, async () => 'a')).resolves.toBe('a')
  await expect(
    within(1000, new AbortController().signal, () => Promise.reject(new WalletError('WALLET_NOT_FOUND'))),
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
  life.abort(new WalletError('DESTROYED'))
  await expect(answer).rejects.toMatchObject({ code: 'DESTROYED' })
  await expect(within(1000, life.signal, never)).rejects.toMatchObject({ code: 'DESTROYED' })
  expect(vi.getTimerCount()).toBe(0)
})
