// What a view of the embedded wallet says of an error.
import type { WalletError } from '../../vocabulary/errors.js'
import type { Translate } from './localize.js'

/** The text of an error. Offline is said as such: a browser knows it, and the frame may not. */
export function errorText(t: Translate, { code, details }: WalletError): string {
  if (code === 'NETWORK_ERROR' && !navigator.onLine) return t('email.offline')
  return t(`errors.${code}`, code === 'EMAIL_COOLDOWN' ? { n: Number(details['n'] ?? 0) } : {})
}
