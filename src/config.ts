// The settings of a modal: what a page may give (`ModalConfig`), and what the modal works with (`Config`).
import type { ChainId, Namespace } from './caip.js'
import type { Network, NetworkInput } from './network.js'
import type { WalletEntry } from './wallet.js'

export type ConnectMethod = 'email' | 'social' | 'wallet'
export type DialogMode = 'modal' | 'layer' | 'inline'
export type ThemeMode = 'dark' | 'light' | 'system'

export interface Features {
  /** Show the wallet list behind one button when other methods are on. Default false. */
  readonly collapseWallets?: boolean | undefined
  /** Default `['email', 'social', 'wallet']`. */
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  /** Ask for consent to `termsUrl` and `privacyUrl` before anything can be chosen. Default false. */
  readonly legalCheckbox?: boolean | undefined
  /** Default false; then only to the configured endpoint. */
  readonly analytics?: boolean | undefined
}

/** What a page gives to `createWalletModal`. Everything is optional. */
export interface ModalConfig {
  /** Labels the storage and the calls to your services. */
  readonly projectId?: string | undefined
  /** Instance id, when a page has several modals of one project. Default `default`. */
  readonly id?: string | undefined
  /** Base url of your own services (relay, wallet list, RPC); or each host alone. Without it nothing goes over the network. */
  readonly services?: string | { readonly url?: string | undefined; readonly relay?: string | undefined; readonly wallets?: string | undefined; readonly rpc?: string | undefined } | undefined
  readonly metadata?: { readonly name?: string | undefined; readonly description?: string | undefined; readonly url?: string | undefined; readonly icons?: readonly string[] | undefined } | undefined
  /** viem chains are accepted as they are. Default: Ethereum mainnet. The first is the default network. */
  readonly networks?: readonly NetworkInput[] | undefined
  readonly defaultNetwork?: NetworkInput | ChainId | undefined
  /** Your own nodes per CAIP-2 id; asked first, never rewritten. */
  readonly rpcUrls?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly customWallets?: readonly WalletEntry[] | undefined
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Whether the "All wallets" row is shown. Default `SHOW`. */
  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined
  readonly features?: Features | undefined
  readonly termsUrl?: string | undefined
  readonly privacyUrl?: string | undefined
  readonly theme?: { readonly mode?: ThemeMode | undefined; readonly variables?: Readonly<Record<`--wm-${string}`, string>> | undefined } | undefined
  /** `modal`: top layer, page inert; `layer`: z-index 999, page alive; `inline`: in place, no dialog. Default `modal`. */
  readonly dialog?: DialogMode | undefined
  /** BCP 47. Default: the document's language, else the browser's, if there are messages for it. */
  readonly locale?: string | undefined
  /** Your wording, by message key. */
  readonly messages?: Readonly<Record<string, string>> | undefined
  /** Restore the last connection on load. Default true. */
  readonly reconnect?: boolean | undefined
  /** Let the visitor change network in the modal. Default true. */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Do not open UnsupportedChain when the wallet is on a network that is not configured. Default false. */
  readonly allowUnsupportedChain?: boolean | undefined
  /** Prefer a wallet's universal link over its scheme on phones. Default false. */
  readonly preferUniversalLinks?: boolean | undefined
  /** Show setup problems in the modal. Default: only in the console. */
  readonly debug?: boolean | undefined
}

/** The same, checked and with every default filled in. */
export interface Config {
  readonly projectId: string
  readonly id: string
  readonly services: { readonly relay?: string | undefined; readonly wallets?: string | undefined; readonly rpc?: string | undefined }
  readonly metadata: { readonly name: string; readonly description: string; readonly url: string; readonly icons: readonly string[] }
  readonly networks: readonly [Network, ...Network[]]
  readonly defaultNetwork: Network
  readonly rpcUrls: Readonly<Record<string, readonly string[]>>
  readonly customWallets: readonly WalletEntry[]
  readonly featuredWalletIds: readonly string[]
  readonly includeWalletIds: readonly string[]
  readonly excludeWalletIds: readonly string[]
  readonly allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  readonly features: {
    readonly collapseWallets: boolean
    readonly connectMethodsOrder: readonly ConnectMethod[]
    readonly legalCheckbox: boolean
    readonly analytics: boolean
  }
  readonly termsUrl?: string | undefined
  readonly privacyUrl?: string | undefined
  readonly theme: { readonly mode: ThemeMode; readonly variables: Readonly<Record<string, string>> }
  readonly dialog: DialogMode
  readonly locale?: string | undefined
  readonly messages: Readonly<Record<string, string>>
  readonly reconnect: boolean
  readonly enableNetworkSwitch: boolean
  readonly allowUnsupportedChain: boolean
  readonly preferUniversalLinks: boolean
  readonly debug: boolean
  /** Namespaces of `networks`, in their order. */
  readonly namespaces: readonly Namespace[]
}
