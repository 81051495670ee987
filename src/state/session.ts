// What the page and a closed button know of a modal: a few small stores and the page's listeners. They exist from the first moment,
// while the core that writes them is loaded when it is needed; so they are made apart from it, and handed to it.
import { atom, batch, readonlyType, type ReadableAtom } from 'nanostores'
import type { Account, ModalEvent } from '../events.js'
import type { Network } from '../network.js'
import { createEmitter, type Emitter } from '../emitter.js'

export type SessionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting'

export interface SessionFacts {
  readonly status: SessionStatus
  /** Undefined: nothing is connected. */
  readonly account: Account | undefined
  /** The wallet is on a network that is not configured, and the settings do not allow that. */
  readonly isUnsupported: boolean
  /** Something that was asked of a wallet is under way. */
  readonly isBusy: boolean
}

/** What a page can listen to. */
export interface ModalEvents {
  connect: Account
  disconnect: { readonly namespace?: string | undefined }
  account: Account | undefined
  network: { readonly chainId: string }
  open: undefined
  close: undefined
  event: ModalEvent
}

export interface Session {
  readonly $open: ReadableAtom<boolean>
  readonly $status: ReadableAtom<SessionStatus>
  readonly $account: ReadableAtom<Account | undefined>
  /** Undefined until the settings are checked, where they name no network. */
  readonly $network: ReadableAtom<Network | undefined>
  readonly $isUnsupported: ReadableAtom<boolean>
  readonly $isBusy: ReadableAtom<boolean>
  readonly events: Emitter<ModalEvents>
  /** For `modal.ts` alone. */
  setOpen(open: boolean): void
  /** For `networks.ts` alone. */
  setNetwork(network: Network): void
  /** For `accounts.ts` alone. */
  publish(facts: SessionFacts): void
  /** For `core.ts` alone: the instance is destroyed, so nothing is open or connected any more. */
  end(): void
}

export function createSession(report: (message: string, error: unknown) => void, network?: Network): Session {
  const $open = atom(false)
  const $status = atom<SessionStatus>('disconnected')
  const $account = atom<Account | undefined>()
  const $network = atom(network)
  const $isUnsupported = atom(false)
  const $isBusy = atom(false)
  const publish = ({ status = 'disconnected', account, isUnsupported = false, isBusy = false }: Partial<SessionFacts>) =>
    batch(() => {
      $status.set(status)
      $account.set(account)
      $isUnsupported.set(isUnsupported)
      $isBusy.set(isBusy)
    })
  return {
    $open: readonlyType($open),
    $status: readonlyType($status),
    $account: readonlyType($account),
    $network: readonlyType($network),
    $isUnsupported: readonlyType($isUnsupported),
    $isBusy: readonlyType($isBusy),
    events: createEmitter(report),
    setOpen: (open) => $open.set(open),
    setNetwork: (next) => $network.set(next),
    publish,
    end() {
      $open.set(false)
      publish({})
    },
  }
}
