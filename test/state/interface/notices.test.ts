// Messages to the person, lines to a screen reader, and problems for the developer.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { walletError } from '../../../src/vocabulary/errors.js'
import { createSetupAlerts } from '../../../src/state/interface/setup-alerts.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { createTestCore } from '../../support/core.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const { core, clock } = createTestCore()
  const notices = core.use(createNotices)
  return { ...notices, core, clock, code: () => notices.$notice.get()?.code, notices }
}

describe('notices', () => {
  test.each(['success', 'info', 'error'] as const)('%s closes by itself after 5 s', (variant) => {
    const { show, clock, code } = setUp()
    show(variant, 'UNKNOWN')
    clock.tick(4999)
    expect(code()).toBe('UNKNOWN')
    clock.tick(1)
    expect(code()).toBeUndefined()
  })

  test('one that is loading stays until it is hidden', () => {
    const { show, clock, code, hide } = setUp()
    show('loading', 'UNKNOWN')
    clock.tick(60_000)
    expect(code()).toBe('UNKNOWN')
    hide()
    expect(code()).toBeUndefined()
  })

  test('a second one: the first closes, the second follows after 150 ms; of several only the last', () => {
    const { show, clock, code } = setUp()
    show('success', 'copied')
    show('info', 'sessionEnded')
    expect(code()).toBeUndefined()
    clock.tick(100)
    show('success', 'networkSwitched', { network: 'Base' })
    clock.tick(149)
    expect(code()).toBeUndefined()
    clock.tick(1)
    expect(code()).toBe('networkSwitched')
    clock.tick(5000)
    expect(code()).toBeUndefined()
  })

  test('hiding cancels the one that waits', () => {
    const { show, clock, code, hide } = setUp()
    show('success', 'copied')
    show('info', 'sessionEnded')
    hide()
    clock.tick(1000)
    expect(code()).toBeUndefined()
  })

  test('the clock is held while somebody points at it', () => {
    const { show, clock, code, pause, resume } = setUp()
    pause()
    show('success', 'copied')
    clock.tick(4000)
    pause()
    pause()
    clock.tick(60_000)
    expect(code()).toBe('copied')
    resume()
    clock.tick(999)
    expect(code()).toBe('copied')
    clock.tick(1)
    expect(code()).toBeUndefined()
    resume()
  })

  test('errors by code, with what fills their wording; what was aborted is no news', () => {
    const { showError, $notice } = setUp()
    showError(walletError('ABORTED'))
    showError(walletError('DESTROYED'))
    expect($notice.get()).toBeUndefined()
    showError(walletError('HTTP_STATUS', { details: { status: 503, offline: true } }))
    expect($notice.get()).toMatchObject({ code: 'HTTP_STATUS', variant: 'error', params: { status: 503 } })
  })

  test('anything else that was thrown is told as unknown', () => {
    const { showError, code } = setUp()
    showError('boom')
    expect(code()).toBe('UNKNOWN')
  })

  test('nothing after the end of the instance', () => {
    const { show, core, code, clock } = setUp()
    show('success', 'copied')
    core.destroy()
    show('success', 'sessionEnded')
    clock.tick(10_000)
    expect(code()).toBe('copied')
  })
})

test('announcements: the same words twice are two announcements', () => {
  const { announce, $announcement } = setUp()
  announce('codeReady')
  const first = $announcement.get()
  announce('codeReady', {}, { assertive: true })
  expect($announcement.get()).toMatchObject({ code: 'codeReady', assertive: true })
  expect($announcement.get()?.id).not.toBe(first?.id)
})

describe('alerts', () => {
  test('go to the log once, to the modal only with debug', () => {
    const quiet = createTestCore()
    const alerts = quiet.core.use(createSetupAlerts)
    alerts.raise('PROJECT_ID_MISSING')
    alerts.raise('PROJECT_ID_MISSING')
    expect(quiet.log.entries()).toHaveLength(1)
    expect(alerts.$alert.get()).toBeUndefined()

    const loud = createTestCore({ config: { debug: true } })
    const { raise, dismiss, $alert } = loud.core.use(createSetupAlerts)
    raise('CONFIG_INVALID', { setting: 'services', problem: 'no url' })
    expect($alert.get()).toEqual({ code: 'CONFIG_INVALID', details: { setting: 'services', problem: 'no url' } })
    dismiss()
    expect($alert.get()).toBeUndefined()
  })
})
