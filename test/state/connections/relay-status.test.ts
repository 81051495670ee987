// Whether the connection to the relay is being restored, as the views and a page's code see it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRelayStatus } from '../../../src/state/connections/relay-status.js'
import { relayOptions } from '../../../src/state/connections/relay-options.js'
import { createTestCore } from '../../support/core.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const { core } = createTestCore({ config: { services: { relay: 'ws://127.0.0.1:1' } } })
  const { onConnection } = relayOptions(core, core.signal)
  const { $isRestoring } = core.use(createRelayStatus)
  return { core, note: (isConnected: boolean) => onConnection?.(isConnected), isRestoring: () => $isRestoring.get() }
}

test('S11: a lost connection is being restored until it is back', () => {
  const { note, isRestoring } = setUp()
  note(true)
  expect(isRestoring()).toBe(false)
  note(false)
  vi.advanceTimersByTime(1_000)
  expect(isRestoring()).toBe(true)
  note(false)
  vi.advanceTimersByTime(60_000)
  expect(isRestoring()).toBe(true)
  note(true)
  expect(isRestoring()).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(isRestoring()).toBe(false)
})

test('S11: one that is back within a second was never missed', () => {
  const { note, isRestoring } = setUp()
  note(false)
  vi.advanceTimersByTime(999)
  note(true)
  vi.advanceTimersByTime(60_000)
  expect(isRestoring()).toBe(false)
})

test('S11: nothing is told after the end of the modal', () => {
  const { core, note, isRestoring } = setUp()
  note(false)
  core.destroy()
  vi.advanceTimersByTime(60_000)
  expect(isRestoring()).toBe(false)
})
