// The check of the settings that the first chunk has: every setting exists and is of the right JavaScript type. `check.ts`, which is loaded after the
// first view, checks the contents (docs/decisions/0003).
import { fail } from './fail.js'
import { kinds } from './kinds.js'
import type { ModalConfig } from './types.js'

/** Checks that every setting exists and has the right type. @throws WalletError CONFIG_INVALID with `{setting, problem}` */
export function checkKinds(config: ModalConfig): void {
  if (kindOf(config) !== 'o') fail('config', 'an object is needed')
  for (const [setting, value] of Object.entries(config)) {
    const wanted = Object.hasOwn(kinds, setting) ? kinds[setting as keyof ModalConfig] : fail(setting, 'unknown setting')
    if (value !== undefined && !wanted.includes(kindOf(value)))
      fail(setting, setting === 'theme' ? 'did you mean theme.mode?' : 'another type is needed')
  }
}

/** The letter of a value's type, as in `kinds.ts`: the first of the JavaScript type; `a` for a list, `n` for null. */
function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a' : value === null ? 'n' : (typeof value).charAt(0)
}
