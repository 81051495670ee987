import { describe, expect, test } from 'vitest'
import { isAndroid, isIos, isMobile, isSafari, isTelegram, readPlatform } from '../../../src/vocabulary/device/platform.js'
import { createTestWindow } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

const agents = {
  iphoneSafari: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  iphoneChrome: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0.0.0 Mobile/15E148 Safari/604.1',
  iphoneFirefox: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  androidChrome: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  androidOld: 'Mozilla/5.0 (Linux; U; Android 4.0.3; en-us) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  androidTablet: 'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
} // oxfmt-ignore

describe('what a browser is', () => {
  testRows([
    ['iPhone, Safari', { userAgent: agents.iphoneSafari, maxTouchPoints: 5 }, 'mobile ios safari'],
    ['iPhone, Chrome', { userAgent: agents.iphoneChrome, maxTouchPoints: 5 }, 'mobile ios'],
    ['iPhone, Firefox', { userAgent: agents.iphoneFirefox, maxTouchPoints: 5 }, 'mobile ios'],
    ['iPad that says it is a Mac', { userAgent: agents.mac, maxTouchPoints: 5 }, 'mobile ios safari'],
    ['Mac', { userAgent: agents.mac, maxTouchPoints: 0 }, 'safari'],
    ["Mac with another maker's touch screen", { userAgent: agents.mac, maxTouchPoints: 1 }, 'safari'],
    ['Android, Chrome', { userAgent: agents.androidChrome, maxTouchPoints: 5 }, 'mobile android'],
    ['Android, its old browser', { userAgent: agents.androidOld }, 'mobile android'],
    ['Android tablet', { userAgent: agents.androidTablet, maxTouchPoints: 10 }, 'mobile android'],
    ['Windows with a touch screen', { userAgent: agents.windows, maxTouchPoints: 10 }, ''],
    ['Firefox', { userAgent: agents.firefox }, ''],
    ['Telegram on Android', { userAgent: agents.androidChrome, telegram: true }, 'mobile android telegram'],
    ['nothing', { userAgent: '' }, ''],
  ])('is told by its user agent and touch points: %s', (_, hints, expected) => {
    const facts = {
      mobile: isMobile(hints),
      ios: isIos(hints),
      android: isAndroid(hints),
      safari: isSafari(hints),
      telegram: isTelegram(hints),
    }
    const names = Object.entries(facts).flatMap(([name, is]) => (is ? [name] : []))
    expect(names.join(' ')).toBe(expected)
  })
})

describe('reading a window', () => {
  test('takes what the browser says of itself', () => {
    const { window } = createTestWindow({ userAgent: agents.iphoneSafari, maxTouchPoints: 5 })
    expect(readPlatform(window)).toEqual({ userAgent: agents.iphoneSafari, maxTouchPoints: 5, telegram: false, inFrame: false })
  })

  test('without a window it is a desktop', () => {
    expect(isMobile(readPlatform(undefined))).toBe(false)
  })

  testRows([
    [{ TelegramWebviewProxy: {} }, true],
    [{ TelegramWebviewProxyProto: {} }, true],
    [{ Telegram: { WebApp: { platform: 'ios' } } }, true],
    [{ Telegram: { WebApp: { platform: 'unknown' } } }, false],
    [{}, false],
  ])('Telegram by its globals %j: %s', (globals, expected) => {
    expect(readPlatform(createTestWindow({ globals }).window).telegram).toBe(expected)
  })

  testRows([[{ Login: {} }], [{}], [{ WebApp: {} }], [{ WebApp: { platform: '' } }], [{ WebApp: { platform: 7 } }]])(
    "a page with Telegram's login widget or script %j is not inside Telegram",
    (Telegram) => {
      expect(readPlatform(createTestWindow({ globals: { Telegram } }).window).telegram).toBe(false)
    },
  )

  test('a page in a frame knows it, also when the parent is foreign', () => {
    const { window } = createTestWindow()
    expect(readPlatform(Object.assign(window, { top: createTestWindow().window })).inFrame).toBe(true)
    const foreign = Object.defineProperty(createTestWindow().window, 'top', {
      get() {
        throw new DOMException('Blocked', 'SecurityError')
      },
    })
    expect(readPlatform(foreign).inFrame).toBe(true)
  })
})
