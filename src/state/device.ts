// What kind of browser this is, as far as links to wallets depend on it. Without a window: a desktop.
import type { Core } from './core.js'

export interface Device {
  readonly isMobile: boolean
  readonly isIos: boolean
  readonly isAndroid: boolean
  readonly isTelegram: boolean
  /** Safari on iOS, and every other browser there: all are WebKit, and open links only within a tap. */
  readonly isSafariIos: boolean
  readonly isFramed: boolean
}

/** A part, so that it is looked at once per instance. */
export function createDevice(core: Core): Device {
  const { window } = core.deps
  if (!window) return { isMobile: false, isIos: false, isAndroid: false, isTelegram: false, isSafariIos: false, isFramed: false }
  const { userAgent, maxTouchPoints } = window.navigator
  // iPadOS calls itself a Mac; no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/i.test(userAgent) && maxTouchPoints > 1)
  const isAndroid = /Android/i.test(userAgent)
  const isCoarse = window.matchMedia?.('(pointer: coarse)').matches ?? false
  return {
    isMobile: isIos || isAndroid || /Mobile|webOS|BlackBerry|IEMobile|Opera Mini/i.test(userAgent) || isCoarse,
    isIos,
    isAndroid,
    isTelegram: ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => name in window),
    isSafariIos: isIos && /safari/i.test(userAgent),
    isFramed: isFramed(window),
  }
}

function isFramed(window: Window): boolean {
  try {
    return window.self !== window.top
  } catch {
    return true // only a page of another origin around us throws here
  }
}
