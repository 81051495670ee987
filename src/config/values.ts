// The types of single settings: the words that a setting may be, and the fields of those that are objects. The table of settings is `settings.ts`.
import type { SiwxStore } from '../siwx/sign-in.js'

/** The ways to connect, for `features.connectMethodsOrder`, in their default order (specification §2). */
export const connectMethods = ['email', 'social', 'wallet'] as const
/** One of `connectMethods`. */
export type ConnectMethod = (typeof connectMethods)[number]

/** How the modal is shown: in the top layer, above the page without blocking it, or at its place in the document. */
export const dialogModes = ['modal', 'layer', 'inline'] as const
/** One of `dialogModes`. */
export type DialogMode = (typeof dialogModes)[number]

/** Dark or light; `system` follows the visitor's setting. */
export const themeModes = ['dark', 'light', 'system'] as const
/** One of `themeModes`. */
export type ThemeMode = (typeof themeModes)[number]

/** Whether the row "All wallets" is shown: always, never, or on phones only. */
export const allWalletsModes = ['SHOW', 'HIDE', 'ONLY_MOBILE'] as const
/** One of `allWalletsModes`. */
export type AllWalletsMode = (typeof allWalletsModes)[number]

/** When the code of the first open is fetched: `intent` and `idle` ahead of the press, `none` with it. */
export const preloadModes = ['idle', 'intent', 'none'] as const
/** One of `preloadModes`. */
export type PreloadMode = (typeof preloadModes)[number]

/** Values of design tokens by name, `--wm-…`. */
export type ThemeVariables = Readonly<Record<`--wm-${string}`, string>>

/** The setting `services` with single hosts. */
export interface ServiceUrls {
  /** Base url of the hosts that are not set. */
  readonly url?: string | undefined
  /** The WalletConnect relay: a ws or wss url. */
  readonly relay?: string | undefined
  /** The wallet list and its images. */
  readonly wallets?: string | undefined
  /** JSON-RPC of chains. */
  readonly rpc?: string | undefined
  /** Data about accounts: names, balances. */
  readonly data?: string | undefined
  /** The frame of the embedded wallet, on an origin of its own. Never taken from `url`. */
  readonly frame?: string | undefined
}

/** The base url of each service; undefined: the page has no such service. */
export interface ServiceHosts {
  readonly relay?: string | undefined
  readonly wallets?: string | undefined
  readonly rpc?: string | undefined
  readonly data?: string | undefined
  readonly frame?: string | undefined
}

/** The setting `metadata`: what a wallet shows of the page. */
export interface Metadata {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly url?: string | undefined
  readonly icons?: readonly string[] | undefined
}

/** The setting `siwx`: an account signs a message to sign in (EIP-4361 on eip155, CAIP-122 elsewhere). */
export interface SiwxSettings {
  /**
   * Where sign-ins are kept: `createHttpStore` of `wallet-modal/siwx`, or an object of the page. Default: this browser's storage, on which only the page
   * itself can rely.
   */
  readonly store?: SiwxStore | undefined
  /** An account that does not sign in is disconnected. Default `true`. */
  readonly required?: boolean | undefined
  /** What is disconnected is signed out. Default `true`. */
  readonly signOutOnDisconnect?: boolean | undefined
  /** Why the page asks: one line of the characters that EIP-4361 allows (letters, digits, signs of URIs and spaces of ASCII). */
  readonly statement?: string | undefined
  /** What the visitor signs in to. Default: the page's origin, with a slash. */
  readonly uri?: string | undefined
  /** How long a sign-in holds, in ms. Default 604 800 000 (7 days). */
  readonly ttlMs?: number | undefined
  /** URIs that the text names. */
  readonly resources?: readonly string[] | undefined
  /**
   * A phone wallet signs in with the approval of the connection, where it can. Only on pages whose networks are all of `eip155`: the protocol knows no
   * others. Default `true`.
   */
  readonly oneClick?: boolean | undefined
}
