// What kind of browser this instance runs in, as far as links to wallet apps depend on it. Looked at once.
import { isIos, isMobile, isSafari, isTelegram, readPlatform, type PlatformHints } from '../platform.js'
import type { Core } from './core.js'

export interface Device {
  readonly hints: PlatformHints
  readonly isMobile: boolean
  /** Telegram, or Safari on iOS: a link opens within a tap only, so one live pairing serves every wallet (specification §4). */
  readonly keepsPairing: boolean
}

export function createDevice(core: Core): Device {
  const hints = readPlatform(core.deps.window)
  return { hints, isMobile: isMobile(hints), keepsPairing: isTelegram(hints) || (isIos(hints) && isSafari(hints)) }
}
