// Whether this instance runs on a phone or tablet. A file of its own, because the first view needs no more of `device.ts`.
import { isMobile } from '../../vocabulary/device/mobile.js'
import type { Core } from '../core.js'

/** True on phones and tablets, where wallets are apps beside the browser; false without a window. */
export function isPhone({ deps }: Core): boolean {
  return deps.window !== undefined && isMobile(deps.window.navigator)
}
