// Refuses a wrong setting. A file of its own, because the first chunk needs it without the readers.
import { WalletError } from '../vocabulary/wallet-error.js'

/** Throws the error of a wrong setting. @throws WalletError CONFIG_INVALID with `{setting, problem}` */
export function fail(setting: string, problem: string): never {
  throw new WalletError('CONFIG_INVALID', `Invalid setting ${setting}: ${problem}`, { details: { setting, problem } })
}
