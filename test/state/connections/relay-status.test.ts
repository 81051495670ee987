// Whether the connection to the relay is being restored, as the views and a page's code see it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRelayStatus } from '../../../src/state/connections/relay-status.js'
import { relayOptions } from '../../../src/state/connections/relay-options.js'
import { createTestCore } from '../../support/core.js'
import { createTestWindow } from '../../support/window.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const { core } = createTestCore({ config: { services: { relay: 'ws://127.0.0.1:1' } } })
  const { onConnection } = relayOptions(core, core.signal)
  const { $isRestoring } = core.use(createRelayStatus)
  return { core, note: (isConnected: boolean) => onConnection?.(isConnected), isRestoring: () => $isRestoring.get() }
}

test('a lost connection is being restored until it is back', () => {
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

test('one that is back within a second was never missed', () => {
  const { note, isRestoring } = setUp()
  note(false)
  vi.advanceTimersByTime(999)
  note(true)
  vi.advanceTimersByTime(60_000)
  expect(isRestoring()).toBe(false)
})

test('nothing is told after the end of the modal', () => {
  const { core, note, isRestoring } = setUp()
  note(false)
  core.destroy()
  vi.advanceTimersByTime(60_000)
  expect(isRestoring()).toBe(false)
})

describe('the return to a page', () => {
  const onPage = (userAgent: string) => {
    const { window, go } = createTestWindow({ userAgent })
    const { core, clock } = createTestCore({ config: { services: { relay: 'ws://127.0.0.1:1' } }, window })
    const listener = vi.fn<() => void>()
    relayOptions(core, core.signal).onReturn?.(listener)
    return { core, clock, go, listener }
  }
  const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0.0.0 Mobile Safari/537.36'

  test.each([
    ['out of sight', 'hidden', 'visible'],
    ['frozen', 'frozen', 'thawed'],
  ] as const)('that a phone had %s for three seconds is told to the relay client, once', async (_, leave, comeBack) => {
    const { core, clock, go, listener } = onPage(phone)
    go(leave)
    await clock.tickAsync(3_000)
    expect(listener).not.toHaveBeenCalled()
    go(comeBack)
    go('thawed')
    expect(listener).toHaveBeenCalledTimes(1)
    go(leave)
    await clock.tickAsync(2_999)
    go(comeBack)
    expect(listener).toHaveBeenCalledTimes(1)
    core.destroy()
    go(leave)
    await clock.tickAsync(3_000)
    go(comeBack)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('on a computer is none: other tabs do not end its sockets', async () => {
    const { clock, go, listener } = onPage('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36')
    go('hidden')
    await clock.tickAsync(60_000)
    go('visible')
    expect(listener).not.toHaveBeenCalled()
  })
})
