// Whether this instance runs on a phone or tablet: known before anything else of its browser matters.
import { isMobile } from '../mobile.js'
import type { Core } from './core.js'

export function isPhone({ deps }: Core): boolean {
  return deps.window !== undefined && isMobile(deps.window.navigator)
}
