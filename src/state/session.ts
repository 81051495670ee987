// What a closed button and the page need to know of the connection: a few small stores, written by `accounts.ts` once that is loaded.
// They are apart from it, so that a page that only shows a button does not load the code that talks to wallets.
import { atom, batch, readonlyType, type ReadableAtom } from 'nanostores'
import type { Account } from '../events.js'
import type { Network } from '../network.js'
import type { Core } from './core.js'
import { createNetworks } from './networks.js'

export type SessionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting'

export interface SessionFacts {
  readonly status: SessionStatus
  /** Undefined: nothing is connected. */
  readonly account: Account | undefined
  /** The wallet is on a network that is not configured. */
  readonly isUnsupported: boolean
  /** Something that was asked of a wallet is under way. */
  readonly isBusy: boolean
}

export interface Session {
  readonly $status: ReadableAtom<SessionStatus>
  readonly $account: ReadableAtom<Account | undefined>
  readonly $network: ReadableAtom<Network>
  readonly $isUnsupported: ReadableAtom<boolean>
  readonly $isBusy: ReadableAtom<boolean>
  /** For `accounts.ts` alone. */
  publish(facts: SessionFacts): void
}

export function createSession(core: Core): Session {
  const $status = atom<SessionStatus>('disconnected')
  const $account = atom<Account | undefined>()
  const $isUnsupported = atom(false)
  const $isBusy = atom(false)
  return {
    $status: readonlyType($status),
    $account: readonlyType($account),
    $network: core.use(createNetworks).$network,
    $isUnsupported: readonlyType($isUnsupported),
    $isBusy: readonlyType($isBusy),
    publish: ({ status, account, isUnsupported, isBusy }) =>
      batch(() => {
        $status.set(status)
        $account.set(account)
        $isUnsupported.set(isUnsupported)
        $isBusy.set(isBusy)
      }),
  }
}
