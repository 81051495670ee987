// How a wrong setting is refused. Apart from the readers, because the first chunk refuses too.
import { CodedError } from '../coded-error.js'

/** @throws CodedError CONFIG_INVALID with `{setting, problem}` */
export function fail(setting: string, problem: string): never {
  throw new CodedError('CONFIG_INVALID', `Invalid setting ${setting}: ${problem}`, { details: { setting, problem } })
}
