// The event stream that the page can listen to (`modal.on('event', …)`), and the account as the page sees it. These events do not leave the page.
import type { AccountId, ChainId, Namespace } from './caip.js'
import type { Social } from './social.js'

/** One event. Names and properties are those of the analytics of specification §7. No event has a pairing uri. */
export type ModalEvent =
  | { readonly name: 'MODAL_CREATED' }
  | { readonly name: 'MODAL_OPEN' | 'MODAL_CLOSE'; readonly connected: boolean }
  | { readonly name: 'CLICK_ALL_WALLETS' | 'CLICK_WALLET_HELP' | 'CLICK_NETWORK_HELP' | 'CLICK_GET_WALLET' | 'CLICK_NETWORKS' }
  | { readonly name: 'SELECT_WALLET'; readonly wallet: string; readonly platform: string }
  | {
      readonly name:
        | 'EMAIL_LOGIN_SELECTED'
        | 'EMAIL_SUBMITTED'
        | 'DEVICE_REGISTERED_FOR_EMAIL'
        | 'EMAIL_VERIFICATION_CODE_SENT'
        | 'EMAIL_VERIFICATION_CODE_PASS'
        | 'EMAIL_EDIT'
    }
  | { readonly name: 'EMAIL_VERIFICATION_CODE_FAIL'; readonly message: string }
  | {
      readonly name:
        | 'SOCIAL_LOGIN_STARTED'
        | 'SOCIAL_LOGIN_REQUEST_USER_DATA'
        | 'SOCIAL_LOGIN_SUCCESS'
        | 'SOCIAL_LOGIN_ERROR'
        | 'SOCIAL_LOGIN_CANCELED'
      readonly provider: Social
    }
  | { readonly name: 'SEARCH_WALLET'; readonly badge: string; readonly search: string }
  | {
      readonly name: 'CONNECT_SUCCESS'
      readonly method: 'mobile' | 'qrcode' | 'browser' | 'email' | 'social'
      readonly wallet: string
      readonly reconnect?: boolean
    }
  | { readonly name: 'CONNECT_ERROR'; readonly code: string; readonly message: string }
  | { readonly name: 'USER_REJECTED'; readonly message: string }
  | { readonly name: 'DISCONNECT_SUCCESS'; readonly namespace?: Namespace }
  | { readonly name: 'DISCONNECT_ERROR'; readonly message: string }
  | { readonly name: 'SWITCH_NETWORK'; readonly network: ChainId }
  | {
      readonly name: 'CLICK_SIGN_SIWX_MESSAGE' | 'CLICK_CANCEL_SIWX' | 'SIWX_AUTH_SUCCESS' | 'SIWX_AUTH_ERROR'
      readonly network: ChainId
      readonly isSmartAccount: boolean
    }
  | {
      readonly name: 'REGISTER_NAME_INITIATED' | 'REGISTER_NAME_SUCCESS'
      readonly ensName: string
      readonly isSmartAccount: boolean
    }
  | { readonly name: 'REGISTER_NAME_ERROR'; readonly ensName: string; readonly isSmartAccount: boolean; readonly error: string }
  | { readonly name: 'CLICK_TRANSACTIONS'; readonly isSmartAccount: boolean }
  | {
      readonly name: 'LOAD_MORE_TRANSACTIONS' | 'ERROR_FETCH_TRANSACTIONS'
      readonly address: string
      readonly projectId: string | undefined
      /** Of the page; undefined for the first. */
      readonly cursor: string | undefined
      readonly isSmartAccount: boolean
    }
  | { readonly name: 'SET_PREFERRED_ACCOUNT_TYPE'; readonly accountType: string; readonly network: ChainId }
  | { readonly name: 'OPEN_SEND'; readonly isSmartAccount: boolean; readonly network: ChainId }
  | ({ readonly name: 'SEND_INITIATED' | 'SEND_SUCCESS' | 'SEND_REJECTED' } & SentAmount)
  | ({ readonly name: 'SEND_ERROR'; readonly message: string } & SentAmount)
  | { readonly name: 'SELECT_BUY_CRYPTO' | 'SELECT_WHAT_IS_A_BUY' }
  | { readonly name: 'SELECT_BUY_PROVIDER'; readonly provider: string }
  | { readonly name: 'OPEN_SWAP'; readonly network: ChainId; readonly isSmartAccount: boolean }
  | ({ readonly name: 'INITIATE_SWAP' | 'SWAP_SUCCESS' } & SwapFacts)
  | ({ readonly name: 'SWAP_ERROR' | 'SWAP_APPROVAL_ERROR'; readonly message: string } & SwapFacts)

/** The properties of the events of one transfer. They have neither its sender nor its receiver. */
export interface SentAmount {
  readonly isSmartAccount: boolean
  readonly network: ChainId
  /** The asset's symbol. */
  readonly token: string
  /** A decimal number with a point: `1.5`. */
  readonly amount: string
}

/** What the events of a swap say. Tokens are symbols; amounts are exact decimal numbers of whole tokens. */
export interface SwapFacts {
  readonly network: ChainId
  readonly isSmartAccount: boolean
  readonly swapFromToken: string
  readonly swapToToken: string
  readonly swapFromAmount: string
  readonly swapToAmount: string
}

/** A connected account of one namespace. */
export interface AccountOf<N extends Namespace> {
  readonly accountId: AccountId
  readonly namespace: N
  /** Checksummed on `eip155` (EIP-55). */
  readonly address: N extends 'eip155' ? `0x${string}` : string
  readonly chainId: ChainId
  /** What the account is for or of which kind it is, where wallets say so: `payment`, `ordinals` (bip122), `smartAccount` (eip155), `sr25519` (polkadot). */
  readonly type?: string | undefined
  /** Lower-case hex without `0x`, where wallets give it. */
  readonly publicKey?: string | undefined
  /** The name that the person has given the account in the wallet. Untrusted text. */
  readonly label?: string | undefined
  readonly wallet: { readonly id: string; readonly name: string; readonly icon?: string | undefined }
}

/** The connected account, as the page sees it. Its type narrows by `namespace`. */
export type Account = { [N in Namespace]: AccountOf<N> }[Namespace]
