// What a wallet is to the modal: an entry of a wallet list, one that is installed in this browser, or both in one row.
import type { ChainId, Namespace } from './caip.js'

/**
 * One wallet of a wallet list, in the field's wire names (specification §3, `GET /getWallets`).
 * `customWallets` take the same shape; only `id` and `name` are required.
 */
export interface WalletEntry {
  readonly id: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly homepage?: string | null | undefined
  readonly chains?: readonly string[] | undefined
  readonly image_id?: string | null | undefined
  /** Absolute `https:` url or `data:image/…`; wins over `image_id`. */
  readonly image_url?: string | null | undefined
  readonly order?: number | null | undefined
  readonly badge_type?: 'none' | 'certified' | null | undefined
  readonly rdns?: string | null | undefined
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[] | null | undefined
  /** Native scheme (`acme://`) or universal link. */
  readonly mobile_link?: string | null | undefined
  /** Universal link to prefer over the native scheme. */
  readonly link_mode?: string | null | undefined
  readonly desktop_link?: string | null | undefined
  readonly webapp_link?: string | null | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
}

/** A wallet found in this browser, on one namespace. */
export interface InstalledWallet {
  /** Stable over reloads: the rdns where the wallet announces one, else `announced:<name>`; `injected:<flag>` for one at `window.ethereum`; the mock's own id. */
  readonly id: string
  /** Unique on this page load (EIP-6963 uuid). */
  readonly uid: string
  readonly namespace: Namespace
  readonly name: string
  /** `data:image/…` url as announced, already checked to be an image url. */
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
  readonly source: 'announced' | 'injected' | 'custom' | 'mock'
}

/** One row of the wallet lists: one wallet, however many namespaces and transports it announces itself on. */
export interface Wallet {
  /** List id when the wallet is in a list, else the installed id. Unique within the modal. */
  readonly id: string
  readonly name: string
  /** Ready to use in `<img src>`; absent: draw a monogram. */
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
  /** The channels it is installed on; empty: reachable by QR code or link only. */
  readonly installed: readonly InstalledWallet[]
  /** Its entry of a wallet list, with the links. */
  readonly entry?: WalletEntry | undefined
  readonly certified: boolean
  readonly recent: boolean
}

/** What remains of a wallet once it is connected. */
export interface ConnectedWallet {
  readonly id: string
  readonly name: string
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
}

/** How a relay wallet can be reached from here (tabs of the pairing view, in this order). */
export type Platform = 'browser' | 'qrcode' | 'mobile' | 'webapp' | 'desktop' | 'unsupported'

export type { ChainId, Namespace }
