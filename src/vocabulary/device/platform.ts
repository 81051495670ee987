// The kind of browser, as far as links to wallet apps depend on it: hints that are read from the window once, and pure functions of them.
import type { DeviceHints } from './mobile.js'

/** What `readPlatform` knows of the browser. */
export interface PlatformHints extends DeviceHints {
  /** Inside Telegram's own browser (a mini app). */
  readonly telegram?: boolean | undefined
  /** The page is framed by another one. */
  readonly inFrame?: boolean | undefined
}

export { isAndroid, isIos, isMobile } from './mobile.js'

/** Apple's Safari, and no other browser with `Safari` in its user agent. */
export function isSafari({ userAgent }: PlatformHints): boolean {
  return (
    /\bVersion\/[\d.]+.*\bSafari\//.test(userAgent) && !/Android|Chrom(?:e|ium)\/|CriOS|FxiOS|EdgiOS|OPiOS|OPT\//.test(userAgent)
  )
}

/** Whether the page runs inside Telegram's own browser. */
export function isTelegram({ telegram = false }: PlatformHints): boolean {
  return telegram
}

/** Reads the hints of this page. Without a window they are those of a desktop. */
export function readPlatform(window: Window | undefined): PlatformHints {
  if (!window) return { userAgent: '' }
  const { userAgent, maxTouchPoints } = window.navigator
  return { userAgent, maxTouchPoints, telegram: readTelegram(window), inFrame: readInFrame(window) }
}

interface TelegramGlobals {
  readonly TelegramWebviewProxy?: unknown
  readonly TelegramWebviewProxyProto?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly platform?: unknown } }
}

/**
 * Whether the page runs inside Telegram. `window.Telegram` alone does not say so: Telegram's login widget sets it without `WebApp`, and the mini app
 * script outside of Telegram sets the platform `unknown` (https://core.telegram.org/bots/webapps#initializing-mini-apps).
 */
function readTelegram(window: Window): boolean {
  const { TelegramWebviewProxy, TelegramWebviewProxyProto, Telegram } = window as TelegramGlobals & Window // globals of another app
  if (TelegramWebviewProxy || TelegramWebviewProxyProto) return true
  const platform = Telegram?.WebApp?.platform
  return typeof platform === 'string' && platform !== '' && platform !== 'unknown'
}

function readInFrame(window: Window): boolean {
  try {
    return window.self !== window.top
  } catch {
    return true // only the frame of a page of another origin throws
  }
}
