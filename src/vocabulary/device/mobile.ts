// Whether a browser runs on a phone or tablet, where wallets are apps beside the browser. More about the browser: `platform.ts`.

/** What a browser's `navigator` says of the device. */
export interface DeviceHints {
  readonly userAgent: string
  readonly maxTouchPoints?: number | undefined
}

/** iPhone, iPad or iPod. An iPad has the user agent of a Mac, but more than one touch point, which no Mac has. */
export function isIos({ userAgent, maxTouchPoints = 0 }: DeviceHints): boolean {
  return /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
}

/** Android, phone or tablet. Windows' user agents that name Android are left out. */
export function isAndroid({ userAgent }: DeviceHints): boolean {
  return /\bAndroid\b/i.test(userAgent) && !/\bWindows\b/.test(userAgent)
}

/** Phone or tablet of any kind. */
export function isMobile(hints: DeviceHints): boolean {
  return isIos(hints) || isAndroid(hints) || /\b(?:Mobile|Mobi|BlackBerry|Opera Mini|IEMobile)\b/i.test(hints.userAgent)
}
