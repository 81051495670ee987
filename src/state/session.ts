// What a closed button and the page need to know of the connection: three small stores, written by the connection part once that is loaded.
// They are apart from it, so that a page that only shows a button does not load the code that talks to wallets.
import { atom, batch, readonlyType, type ReadableAtom } from 'nanostores'
import type { Account } from '../events.js'
import type { Network } from '../network.js'
import type { Core } from './core.js'

export type SessionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting'

export interface SessionFacts {
  readonly status: SessionStatus
  /** Undefined: nothing is connected. */
  readonly account: Account | undefined
  readonly network: Network
  /** The wallet is on a network that is not configured. */
  readonly isUnsupported: boolean
}

export interface Session {
  readonly $status: ReadableAtom<SessionStatus>
  readonly $account: ReadableAtom<Account | undefined>
  readonly $network: ReadableAtom<Network>
  readonly $isUnsupported: ReadableAtom<boolean>
  /** For the connection part alone; what is left out stays as it was. */
  publish(facts: Partial<SessionFacts>): void
}

export function createSession(core: Core): Session {
  const $status = atom<SessionStatus>('disconnected')
  const $account = atom<Account | undefined>()
  const $network = atom<Network>(core.config.defaultNetwork)
  const $isUnsupported = atom(false)
  return {
    $status: readonlyType($status),
    $account: readonlyType($account),
    $network: readonlyType($network),
    $isUnsupported: readonlyType($isUnsupported),
    publish: (facts) =>
      batch(() => {
        if (facts.status !== undefined) $status.set(facts.status)
        if ('account' in facts) $account.set(facts.account)
        if (facts.network !== undefined) $network.set(facts.network)
        if (facts.isUnsupported !== undefined) $isUnsupported.set(facts.isUnsupported)
      }),
  }
}
