// The kind of browser that this instance runs in, as far as links to wallet apps depend on it. Read once.
import { isIos, isMobile, isSafari, isTelegram, readPlatform, type PlatformHints } from '../../vocabulary/device/platform.js'
import type { Core } from '../core.js'

/** The visitor's device and browser. */
export interface Device {
  readonly hints: PlatformHints
  readonly isMobile: boolean
  /** Telegram, or Safari on iOS: they open links only within a tap, so one live pairing is used for every wallet (specification §4). */
  readonly keepsPairing: boolean
}

/** A part. Without a window it describes a desktop. */
export function createDevice(core: Core): Device {
  const hints = readPlatform(core.deps.window)
  return { hints, isMobile: isMobile(hints), keepsPairing: isTelegram(hints) || (isIos(hints) && isSafari(hints)) }
}
