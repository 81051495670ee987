import { describe, expect, test } from 'vitest'
import { walletError } from '../../../src/vocabulary/errors.js'
import { latest, once, type OperationState } from '../../../src/state/lib/operation.js'
import { createTestCore } from '../../support/core.js'

interface Call {
  readonly args: readonly string[]
  readonly signal: AbortSignal
  resolve(value: string): void
  reject(error: unknown): void
}

/** A task whose runs the test ends by hand. */
function createTask() {
  const calls: Call[] = []
  const task = (signal: AbortSignal, ...args: string[]) =>
    new Promise<string>((resolve, reject) => calls.push({ args, signal, resolve, reject }))
  return { calls, task }
}

/** Lets the microtasks run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function setup(policy: typeof latest) {
  const { core } = createTestCore()
  const { calls, task } = createTask()
  const operation = policy(core, task)
  const states: OperationState<string>[] = []
  operation.$state.subscribe((state) => void states.push(state))
  const statuses = () => states.map((state) => state.status)
  const call = (index: number) => calls[index] ?? expect.fail(`run ${index} was never started`)
  return { core, operation, calls, call, states, statuses }
}

describe.each([
  ['latest', latest],
  ['once', once],
] as const)('%s', (_, policy) => {
  test('goes from idle through pending to done', async () => {
    const { operation, call, states } = setup(policy)
    const promise = operation('a')
    await settle()
    call(0).resolve('A')
    expect(await promise).toBe('A')
    expect(states).toEqual([{ status: 'idle' }, { status: 'pending' }, { status: 'done', value: 'A' }])
  })

  test('rejects with the error that the state shows', async () => {
    const { operation, call } = setup(policy)
    const promise = operation()
    await settle()
    const error = walletError('USER_REJECTED')
    call(0).reject(error)
    await expect(promise).rejects.toBe(error)
    expect(operation.$state.get()).toEqual({ status: 'failed', error })
  })

  test('codes what nobody coded, and keeps the cause', async () => {
    const { operation, call } = setup(policy)
    const promise = operation()
    await settle()
    const cause = new TypeError('x is not a function')
    call(0).reject(cause)
    await expect(promise).rejects.toMatchObject({ code: 'UNKNOWN', cause })
  })

  test('turns a synchronous throw into a failure', async () => {
    const { core } = createTestCore()
    const operation = policy(core, (): Promise<string> => {
      throw walletError('WALLET_NOT_FOUND')
    })
    await expect(operation()).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
    expect(operation.$state.get().status).toBe('failed')
  })

  test('cancel aborts, rejects and returns to idle, even when the task ignores its signal', async () => {
    const { operation, call, statuses } = setup(policy)
    const promise = operation()
    await settle()
    operation.cancel()
    await expect(promise).rejects.toMatchObject({ code: 'ABORTED' })
    expect(call(0).signal.aborted).toBe(true)
    call(0).resolve('late')
    await settle()
    expect(statuses()).toEqual(['idle', 'pending', 'idle'])
  })

  test('a task that ends by an AbortError of the platform leaves no failure behind', async () => {
    const { operation, call, statuses } = setup(policy)
    const promise = operation()
    await settle()
    call(0).reject(new DOMException('stopped', 'AbortError'))
    await expect(promise).rejects.toMatchObject({ code: 'ABORTED' })
    expect(statuses()).toEqual(['idle', 'pending', 'idle'])
  })

  test('can be called again after it failed', async () => {
    const { operation, call } = setup(policy)
    const first = operation('a')
    await settle()
    call(0).reject(walletError('WALLET_TIMEOUT'))
    await expect(first).rejects.toMatchObject({ code: 'WALLET_TIMEOUT' })
    const second = operation('b')
    await settle()
    call(1).resolve('B')
    expect(await second).toBe('B')
    expect(operation.$state.get()).toEqual({ status: 'done', value: 'B' })
  })

  test('reset forgets an outcome, and does not touch a run', async () => {
    const { operation, call } = setup(policy)
    const promise = operation()
    operation.reset()
    expect(operation.$state.get().status).toBe('pending')
    await settle()
    call(0).resolve('A')
    await promise
    operation.reset()
    expect(operation.$state.get()).toEqual({ status: 'idle' })
  })

  test('cancel without a run changes nothing', () => {
    const { operation, statuses } = setup(policy)
    operation.cancel()
    expect(statuses()).toEqual(['idle'])
  })

  test('the end of the instance ends the run, and no run starts after it', async () => {
    const { core, operation, calls, call } = setup(policy)
    const promise = operation()
    await settle()
    core.destroy()
    await expect(promise).rejects.toMatchObject({ code: 'DESTROYED' })
    expect(call(0).signal.aborted).toBe(true)
    await expect(operation()).rejects.toMatchObject({ code: 'DESTROYED' })
    expect(calls).toHaveLength(1)
    expect(operation.$state.get()).toEqual({ status: 'idle' })
  })
})

describe('latest', () => {
  test('a new call aborts the run before it, whose late result never lands', async () => {
    const { operation, call, states } = setup(latest)
    const first = operation('a')
    await settle()
    const second = operation('b')
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    await settle()
    expect(call(0).signal.aborted).toBe(true)
    call(0).resolve('A')
    await settle()
    expect(operation.$state.get()).toEqual({ status: 'pending' })
    call(1).resolve('B')
    expect(await second).toBe('B')
    expect(states.at(-1)).toEqual({ status: 'done', value: 'B' })
  })

  test('a run that was replaced in the same breath is never started', async () => {
    const { operation, calls } = setup(latest)
    const first = operation('a')
    void operation('b').catch(() => undefined)
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    await settle()
    expect(calls.map((call) => call.args)).toEqual([['b']])
  })

  test('the late failure of a run that was replaced is not shown', async () => {
    const { operation, call, statuses } = setup(latest)
    const first = operation('a')
    await settle()
    const second = operation('b')
    await settle()
    call(0).reject(walletError('WALLET_FAILED'))
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    call(1).resolve('B')
    await second
    expect(statuses()).not.toContain('failed')
  })
})

describe('once', () => {
  test('a call while one is pending joins it', async () => {
    const { operation, calls, call } = setup(once)
    const first = operation('a')
    const second = operation('b')
    await settle()
    expect(calls).toHaveLength(1)
    call(0).resolve('A')
    expect(await Promise.all([first, second])).toEqual(['A', 'A'])
  })

  test('after cancel a new run starts at once', async () => {
    const { operation, call } = setup(once)
    const first = operation('a')
    await settle()
    operation.cancel()
    const second = operation('b')
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    await settle()
    call(1).resolve('B')
    expect(await second).toBe('B')
  })
})

test('a thrown proxy that throws wherever it is touched becomes a coded error', async () => {
  const boom = () => {
    throw new Error('boom')
  }
  const { core } = createTestCore()
  for (const hostile of [new Proxy({}, { getPrototypeOf: boom }), new Proxy(new Error('x'), { get: boom })]) {
    const run = once(core, () => Promise.reject(hostile as Error)) // wallets throw what they like
    await expect(run()).rejects.toMatchObject({ name: 'WalletError', code: 'UNKNOWN' })
  }
})
