// Everything the modal tells the page: the local event stream (`modal.on('event', …)`). Nothing here goes over the network.
import type { AccountId, ChainId, Namespace } from './caip.js'

/** Names and properties as in the field's analytics (specification §7); pairing uris never appear in them. */
export type ModalEvent =
  | { readonly name: 'MODAL_CREATED' }
  | { readonly name: 'MODAL_OPEN' | 'MODAL_CLOSE'; readonly connected: boolean }
  | { readonly name: 'CLICK_ALL_WALLETS' | 'CLICK_WALLET_HELP' | 'CLICK_NETWORK_HELP' | 'CLICK_GET_WALLET' | 'CLICK_NETWORKS' }
  | { readonly name: 'SELECT_WALLET'; readonly wallet: string; readonly platform: string }
  | { readonly name: 'SEARCH_WALLET'; readonly badge: string; readonly search: string }
  | {
      readonly name: 'CONNECT_SUCCESS'
      readonly method: 'mobile' | 'qrcode' | 'browser'
      readonly wallet: string
      readonly reconnect?: boolean
    }
  | { readonly name: 'CONNECT_ERROR'; readonly code: string; readonly message: string }
  | { readonly name: 'USER_REJECTED'; readonly message: string }
  | { readonly name: 'DISCONNECT_SUCCESS'; readonly namespace?: Namespace }
  | { readonly name: 'DISCONNECT_ERROR'; readonly message: string }
  | { readonly name: 'SWITCH_NETWORK'; readonly network: ChainId }

/** An account of one namespace. */
export interface AccountOf<N extends Namespace> {
  readonly accountId: AccountId
  readonly namespace: N
  /** Checksummed on `eip155` (EIP-55). */
  readonly address: N extends 'eip155' ? `0x${string}` : string
  readonly chainId: ChainId
  readonly wallet: { readonly id: string; readonly name: string; readonly icon?: string | undefined }
}

/** The connected account, as the page sees it. `namespace` says what its address is. */
export type Account = { [N in Namespace]: AccountOf<N> }[Namespace]
