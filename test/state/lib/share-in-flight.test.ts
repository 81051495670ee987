import { expect, test } from 'vitest'
import { walletError } from '../../../src/vocabulary/errors.js'
import { shareInFlight } from '../../../src/state/lib/share-in-flight.js'
import { latest } from '../../../src/state/lib/operation.js'
import { createTestCore } from '../../support/core.js'

function setup() {
  const { core } = createTestCore()
  const asked: string[] = []
  const ends: { resolve(value: string): void; reject(error: unknown): void }[] = []
  const task = (_: AbortSignal, what: string) =>
    new Promise<string>((resolve, reject) => {
      asked.push(what)
      ends.push({ resolve, reject })
    })
  const operation = shareInFlight(latest(core, task), (what) => what.toLowerCase())
  return { operation, asked, ends }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('the same question joins the pending one', async () => {
  const { operation, asked, ends } = setup()
  const first = operation('a')
  const second = operation('A')
  await settle()
  ends[0]?.resolve('done')
  expect(await Promise.all([first, second])).toEqual(['done', 'done'])
  expect(asked).toEqual(['a'])
})

test('another question replaces it', async () => {
  const { operation, asked, ends } = setup()
  const first = operation('a')
  await settle()
  const second = operation('b')
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
  await settle()
  ends[1]?.resolve('done')
  expect(await second).toBe('done')
  expect(asked).toEqual(['a', 'b'])
})

test('the same question after an answer, a failure or a cancel is asked again', async () => {
  const { operation, asked, ends } = setup()
  const first = operation('a')
  await settle()
  ends[0]?.resolve('done')
  await first
  const second = operation('a')
  await settle()
  ends[1]?.reject(walletError('USER_REJECTED'))
  await expect(second).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(operation.$state.get()).toMatchObject({ status: 'failed' })
  operation.reset()
  expect(operation.$state.get()).toEqual({ status: 'idle' })
  const third = operation('a')
  operation.cancel()
  await expect(third).rejects.toMatchObject({ code: 'ABORTED' })
  const fourth = operation('a')
  await settle()
  ends.at(-1)?.resolve('again')
  expect(await fourth).toBe('again')
  expect(asked).toEqual(['a', 'a', 'a'])
})
