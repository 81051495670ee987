// What kind of browser this is, as far as links to wallet apps depend on it. Pure questions about a few hints read from the window once.
import type { DeviceHints } from './mobile.js'

export interface PlatformHints extends DeviceHints {
  /** Inside Telegram's own browser (a mini app). */
  readonly telegram?: boolean | undefined
  /** The page is framed by another one. */
  readonly inFrame?: boolean | undefined
}

export { isAndroid, isIos, isMobile } from './mobile.js'

/** Apple's own browser, not one of the others that carry its name. */
export function isSafari({ userAgent }: PlatformHints): boolean {
  return (
    /\bVersion\/[\d.]+.*\bSafari\//.test(userAgent) && !/Android|Chrom(?:e|ium)\/|CriOS|FxiOS|EdgiOS|OPiOS|OPT\//.test(userAgent)
  )
}

export function isTelegram({ telegram = false }: PlatformHints): boolean {
  return telegram
}

/** The hints of this page; those of a desktop without a window. */
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
 * Telegram's scripts may be loaded by any page: the login widget makes a `Telegram` without `WebApp`, and outside of Telegram the mini app's script
 * calls the platform `unknown` (https://core.telegram.org/bots/webapps#initializing-mini-apps).
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
    return true // only a foreign parent can refuse the question
  }
}
