// What to say when pairing did not work, the same for codes and links.
import type { Pairing } from '../../state/pairing.js'
import type { Wallet } from '../../wallet.js'
import type { Translate } from '../lib/localize.js'

export interface PairingFailure {
  readonly heading: string
  readonly hint: string
  /** The person said no, as against something that broke. */
  readonly isDeclined: boolean
}

export function failureOf(t: Translate, pairing: Pairing, wallet: Wallet | undefined): PairingFailure | undefined {
  if (pairing.status !== 'failed') return undefined
  const { code } = pairing.error
  if (code === 'USER_REJECTED') {
    const heading = wallet ? t('connecting.declined', { wallet: wallet.name }) : t('pairing.declined')
    return { heading, hint: t('connecting.declinedHint'), isDeclined: true }
  }
  if (code === 'NO_ACCOUNTS') {
    const heading = wallet ? t('connecting.noAccounts', { wallet: wallet.name }) : t('pairing.noAccounts')
    return { heading, hint: t('connecting.noAccountsHint'), isDeclined: false }
  }
  return { heading: t('pairing.failed'), hint: t(`errors.${code}`), isDeclined: false }
}
