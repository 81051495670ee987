// The stores and listeners of a modal that the page and a closed button use. They exist from the start, before the core is loaded; the core gets them
// when it is made, and writes them.
import { atom, batch, readonlyType, type ReadableAtom } from 'nanostores'
import type { Account, ModalEvent } from '../../vocabulary/events.js'
import type { Network } from '../../vocabulary/network.js'
import { createEmitter, type Emitter } from '../../vocabulary/emitter.js'

/** Whether a wallet is connected (specification §4). `reconnecting`: a stored connection is being restored. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting'

/** What `accounts.ts` publishes, all at once. */
export interface AccountFacts {
  readonly status: ConnectionStatus
  /** Undefined: nothing is connected. */
  readonly account: Account | undefined
  /** The wallet is on a network that is not configured, and the settings do not allow that. */
  readonly isUnsupported: boolean
  /** A request to a wallet is pending. */
  readonly isBusy: boolean
}

/** The events of `modal.on`, by name, with their detail. */
export interface ModalEvents {
  /** A wallet was connected or restored. */
  connect: Account
  /** A connection has ended. */
  disconnect: { readonly namespace?: string | undefined }
  /** The account has changed; undefined: nothing is connected any more. */
  account: Account | undefined
  /** Another network was chosen; `chainId` is its CAIP-2 id. */
  network: { readonly chainId: string }
  open: undefined
  close: undefined
  /** One entry of the local event stream. */
  event: ModalEvent
}

/** Stores that the page reads, and the page's listeners. The methods are for the state layer only. */
export interface PublicState {
  readonly $open: ReadableAtom<boolean>
  readonly $status: ReadableAtom<ConnectionStatus>
  readonly $account: ReadableAtom<Account | undefined>
  /** The chosen network. Undefined until the core is made, where the settings name no network. */
  readonly $network: ReadableAtom<Network | undefined>
  readonly $isUnsupported: ReadableAtom<boolean>
  readonly $isBusy: ReadableAtom<boolean>
  readonly events: Emitter<ModalEvents>
  /** For `modal.ts` alone. */
  setOpen(open: boolean): void
  /** For `networks.ts` alone. */
  setNetwork(network: Network): void
  /** For `accounts.ts` alone. */
  publish(facts: AccountFacts): void
  /** For `core.ts` alone: the instance was destroyed; sets closed and disconnected. */
  end(): void
}

/**
 * Makes the public state of one instance: closed and disconnected.
 * @param report logs the error of a listener that throws, of a store or an event
 * @param network the network to begin with, as far as it is known before the settings are checked
 */
export function createPublicState(report: (message: string, error: unknown) => void, network?: Network): PublicState {
  /** A store whose listeners, which may be the page's, cannot break off what has changed it, such as connecting. */
  const store = <T>(first?: T) => {
    const $store = atom(first as T) // where it is left out, T has undefined
    const { listen } = $store
    $store.listen = (listener) =>
      listen((value, before) => {
        try {
          listener(value, before)
        } catch (error) {
          report('a listener failed', error)
        }
      })
    return $store
  }
  const $open = store(false)
  const $status = store<ConnectionStatus>('disconnected')
  const $account = store<Account | undefined>()
  const $network = store(network)
  const $isUnsupported = store(false)
  const $isBusy = store(false)
  const publish = ({ status = 'disconnected', account, isUnsupported = false, isBusy = false }: Partial<AccountFacts>) =>
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
