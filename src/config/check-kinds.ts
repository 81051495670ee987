// The part of checking the settings that fits into the first chunk: every setting exists and is of the right kind. What is inside them
// is checked by `check.ts`, which is loaded before the settings are first used (docs/decisions/0003).
import { fail } from './fail.js'
import { kinds } from './kinds.js'
import type { ModalConfig } from './types.js'

/** @throws CodedError CONFIG_INVALID with `{setting, problem}` */
export function checkKinds(config: ModalConfig): void {
  if (kindOf(config) !== 'o') fail('config', 'an object is needed')
  for (const [setting, value] of Object.entries(config)) {
    const wanted = Object.hasOwn(kinds, setting) ? kinds[setting as keyof ModalConfig] : fail(setting, 'unknown setting')
    if (value !== undefined && !wanted.includes(kindOf(value)))
      fail(setting, setting === 'theme' ? 'did you mean theme.mode?' : 'another type is needed')
  }
}

/** The first letter of its JavaScript type; a of a list, n of null. */
function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a' : value === null ? 'n' : (typeof value).charAt(0)
}
