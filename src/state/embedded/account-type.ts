// Tells the frame which of the two EVM accounts the visitor works with: that of the key, or the smart account. Loaded where the frame has smart accounts.
import { accountIdOf } from '../../vocabulary/account.js'
import { EMBEDDED } from '../../vocabulary/embedded.js'
import type { Account } from '../../vocabulary/events.js'
import { createAccounts } from '../connections/accounts.js'
import type { Core } from '../core.js'
import type { Embedded } from './embedded.js'

/**
 * Starts to listen, for the life of the core. A frame that refuses leaves the visitor with the account of the key (specification §4).
 * @param told the type that the frame was told at the login
 */
export function followAccountType(core: Core, request: Embedded['request'], told: string | undefined): void {
  const accounts = core.use(createAccounts)

  const tell = (account: Account | undefined) => {
    if (account?.wallet.id !== EMBEDDED || account.namespace !== 'eip155') return
    const { type } = account
    if (type === undefined || type === told) return
    told = type
    request('SET_PREFERRED_ACCOUNT', { type }).catch((error: unknown) => {
      core.deps.log.debug('the frame did not take the type of account', error)
      const own = accounts.$accounts.get().find((other) => other.type === 'eoa')
      if (own && type !== 'eoa' && accounts.$account.get()?.type === type) accounts.select(accountIdOf(own))
    })
  }
  core.onEnd(accounts.$account.subscribe(tell))
}
