// The types of wallets: an entry of a wallet list, a wallet that is installed in this browser, and a row of the modal, which joins both.
import type { ChainId, Namespace } from './caip.js'

/**
 * One wallet of a wallet list, with the field names of the service (specification §3 and §7, `GET /getWallets`). The setting `customWallets` has the
 * same type.
 */
export interface WalletEntry {
  readonly id: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly homepage?: string | null | undefined
  /** CAIP-2 ids of the chains that the wallet supports. */
  readonly chains?: readonly string[] | undefined
  /** Id of an image of the wallet list service (`GET /getWalletImage/{id}`). */
  readonly image_id?: string | null | undefined
  /** Absolute http or https url, or `data:image/…`; used instead of `image_id`. */
  readonly image_url?: string | null | undefined
  readonly order?: number | null | undefined
  readonly badge_type?: 'none' | 'certified' | null | undefined
  /** Reverse domain name that the wallet's extension announces (EIP-6963). */
  readonly rdns?: string | null | undefined
  /** The flags by which the wallet is recognised at `window.ethereum`, such as `isMetaMask`. */
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[] | null | undefined
  /** The app's own scheme (`acme://`) or universal link. */
  readonly mobile_link?: string | null | undefined
  /** Universal link, for the setting `preferUniversalLinks`. */
  readonly link_mode?: string | null | undefined
  readonly desktop_link?: string | null | undefined
  readonly webapp_link?: string | null | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
}

/** A wallet found in this browser, on one namespace. */
export interface InstalledWallet {
  /**
   * Stable over reloads: the rdns where the wallet announces one, else `announced:<name>`; `injected:<flag>` for a wallet at `window.ethereum`; `safe`
   * for the Safe that shows the page; the mock wallet's own id.
   */
  readonly id: string
  /** Unique within this page load (EIP-6963 uuid). */
  readonly uid: string
  readonly namespace: Namespace
  readonly name: string
  /** `data:image/…` url as announced, already checked to be an image url. */
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
  /** How it was found: by EIP-6963, at `window.ethereum` or around the page, as a connector of the page, or as a mock wallet. */
  readonly source: 'announced' | 'injected' | 'custom' | 'mock'
}

/** One row of the wallet lists: one wallet with all namespaces on which it is installed. */
export interface Wallet {
  /** List id when the wallet is in a list, else the installed id. Unique within the modal. */
  readonly id: string
  readonly name: string
  /** Url for `<img src>`; absent: a monogram is shown. */
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
  /** The installed wallet on each namespace; empty: only reachable by QR code or link. */
  readonly installed: readonly InstalledWallet[]
  /** Its entry in the wallet list or in `customWallets`, with the links. */
  readonly entry?: WalletEntry | undefined
  /** The wallet list certifies it. Never true for a row with an installed wallet, which could claim to be another one. */
  readonly certified: boolean
  /** It is one of the wallets that were connected last. */
  readonly recent: boolean
}

/** The wallet of a connection, as it names itself. */
export interface ConnectedWallet {
  readonly id: string
  readonly name: string
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
}

/** A way to reach a wallet: a tab of the pairing view. `unsupported`: only downloads can be offered. */
export type Platform = 'browser' | 'qrcode' | 'mobile' | 'webapp' | 'desktop' | 'unsupported'

export type { ChainId, Namespace }
