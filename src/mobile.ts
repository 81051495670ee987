// Whether this is a phone or tablet, where wallets are apps beside the browser. Whatever else links depend on: `platform.ts`.

/** What a browser says of the device. */
export interface DeviceHints {
  readonly userAgent: string
  readonly maxTouchPoints?: number | undefined
}

/** iPads say that they are Macs; a Mac has no touch screen. */
export function isIos({ userAgent, maxTouchPoints = 0 }: DeviceHints): boolean {
  return /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
}

export function isAndroid({ userAgent }: DeviceHints): boolean {
  return /\bAndroid\b/i.test(userAgent) && !/\bWindows\b/.test(userAgent)
}

/** Phones and tablets: where wallets are apps beside the browser. */
export function isMobile(hints: DeviceHints): boolean {
  return isIos(hints) || isAndroid(hints) || /\b(?:Mobile|Mobi|BlackBerry|Opera Mini|IEMobile)\b/i.test(hints.userAgent)
}
