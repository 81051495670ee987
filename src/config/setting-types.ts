// Generated from src/config/settings.ts by scripts/settings.mjs: do not edit.
import type {
  AllWalletsMode,
  ConnectMethod,
  DialogMode,
  Metadata,
  PreloadMode,
  ServiceHosts,
  ServiceUrls,
  SiwxSettings,
  ThemeMode,
  ThemeVariables,
} from './values.js'
import type { ConnectorFactory } from '../connectors/create-connector.js'
import type { ChainId, Namespace } from '../vocabulary/chain-id.js'
import type { Network, NetworkInput } from '../vocabulary/network.js'
import type { Social } from '../vocabulary/social.js'
import type { WalletEntry } from '../vocabulary/wallet.js'
import type { WalletFeature } from '../vocabulary/wallet-feature.js'

/** The members of the setting `features`. */
export interface Features {
  /**
   * Show the wallet list behind one button where another way to connect stands before it.
   * @default false
   */
  readonly collapseWallets?: boolean | undefined
  /**
   * Order of the ways to connect, of those that there are.
   * @default ['email', 'social', 'wallet']
   */
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  /**
   * Ask for consent to `termsUrl` and `privacyUrl` before anything can be chosen.
   * @default false
   */
  readonly legalCheckbox?: boolean | undefined
  /**
   * Send what happens in the modal, and the connected address, to your services, if they want it, and nowhere else.
   * @default false
   */
  readonly analytics?: boolean | undefined
  /**
   * Offer to sign in by e-mail: the visitor gets a wallet whose keys live in a frame of their own.
   * @default `true` where `services.frame` is set
   */
  readonly email?: boolean | undefined
  /**
   * Offer social logins, in this order: `google`, `x`, `discord`, `farcaster`, `github`, `apple`, `facebook`; `true`: all of them, in the order of this list.
   * @default `false`
   */
  readonly socials?: boolean | readonly Social[] | undefined
  /**
   * Offer to receive: the account's address as text and QR code.
   * @default `true`
   */
  readonly receive?: boolean | undefined
  /**
   * Offer to send, on EVM chains and Solana.
   * @default `true`
   */
  readonly send?: boolean | undefined
  /**
   * Offer swaps, on the EVM chains that your services serve.
   * @default `true`
   */
  readonly swaps?: boolean | undefined
  /**
   * How much worse the price of a swap may get before it fails, in percent: a number or a decimal text, 0.01 to 50, with at most two decimal places.
   * @default `1`
   */
  readonly slippagePercent?: number | string | undefined
  /**
   * Offer to buy with a card or a bank account, through the providers of your services.
   * @default `true`
   */
  readonly onramp?: boolean | undefined
  /**
   * Show the account's transactions.
   * @default `true`
   */
  readonly history?: boolean | undefined
  /**
   * Offer smart sessions: the visitor lets the app act within limits, sees what was allowed, and takes it back.
   * @default `false`
   */
  readonly smartSessions?: boolean | undefined
  /**
   * Order of what an account can do; what is left out comes last.
   * @default `['onramp', 'swaps', 'receive', 'send']`
   */
  readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
  /**
   * Time zones (IANA) of visitors to whom buying and swapping are not offered; the reason is shown instead.
   * @default those of mainland China, Hong Kong and Macau
   */
  readonly restrictedTimeZones?: readonly string[] | undefined
}

/** The members of the setting `theme`. */
export interface Theme {
  /**
   * `dark`, `light` or `system`.
   * @default 'system'
   */
  readonly mode?: ThemeMode | undefined
  /**
   * Values of the design tokens: `--wm-…`.
   * @default {}
   */
  readonly variables?: ThemeVariables | undefined
}

/** What a page gives to `createWalletModal`. Everything is optional. */
export interface ModalConfig {
  /**
   * Labels the storage and the calls to your services.
   * @default ''
   */
  readonly projectId?: string | undefined
  /**
   * Name of the instance, when a page has several modals of one project: what it stores is kept under it.
   * @default 'default'
   */
  readonly id?: string | undefined
  /** Base url of your own services (relay, wallet list, RPC, data such as account names); or each host alone. Without it nothing goes over the network. */
  readonly services?: string | ServiceUrls | undefined
  /**
   * What a wallet shows of your page: `name`, `description`, `url`, `icons`.
   * @default from the page
   */
  readonly metadata?: Metadata | undefined
  /**
   * viem chains are accepted as they are. The first is the default network.
   * @default Ethereum
   */
  readonly networks?: readonly NetworkInput[] | undefined
  /**
   * The network to start on: one of `networks`, or its CAIP-2 id.
   * @default the first
   */
  readonly defaultNetwork?: NetworkInput | ChainId | undefined
  /**
   * The type of account to begin with, by namespace: `eoa` or `smartAccount` on `eip155`, `payment` or `ordinals` on `bip122`. What the visitor chooses comes first.
   * @default a smart account on `eip155`, `payment` on `bip122`, where a wallet has one
   */
  readonly defaultAccountTypes?: Readonly<Partial<Record<Namespace, string>>> | undefined
  /**
   * Your own nodes per CAIP-2 id, one url or several; asked first, never rewritten.
   * @default {}
   */
  readonly rpcUrls?: Readonly<Record<string, string | readonly string[]>> | undefined
  /**
   * Wallets of your own, shown even when no wallet list answers.
   * @default []
   */
  readonly customWallets?: readonly WalletEntry[] | undefined
  /**
   * Wallets that the modal does not find by itself, made with `createConnector` of `wallet-modal/connector`.
   * @default []
   */
  readonly connectors?: readonly ConnectorFactory[] | undefined
  /**
   * Ids of wallets that stand first, in this order.
   * @default []
   */
  readonly featuredWalletIds?: readonly string[] | undefined
  /**
   * Ids of the only wallets that the wallet list may bring.
   * @default all
   */
  readonly includeWalletIds?: readonly string[] | undefined
  /**
   * Ids of wallets that are never shown.
   * @default []
   */
  readonly excludeWalletIds?: readonly string[] | undefined
  /**
   * Whether the "All wallets" row is shown: always, never, or on phones only.
   * @default 'SHOW'
   */
  readonly allWallets?: AllWalletsMode | undefined
  /** What the modal offers. */
  readonly features?: Features | undefined
  /**
   * Ask each account for a signed message once it is connected: it proves to your server whose account it is.
   * @default off
   */
  readonly siwx?: SiwxSettings | undefined
  /** Your terms, linked below the wallet list. */
  readonly termsUrl?: string | undefined
  /** Your privacy policy, linked below the wallet list. */
  readonly privacyUrl?: string | undefined
  /** How the modal looks at first. */
  readonly theme?: Theme | undefined
  /**
   * `modal` (top layer, the page is inert), `layer` (z-index 999, the page stays alive) or `inline` (in its place, no dialog).
   * @default 'modal'
   */
  readonly dialog?: DialogMode | undefined
  /**
   * When the modal's code is fetched ahead of the press: `idle` (the page has loaded, a wallet button is in view and the browser is idle; also as `intent`), `intent` (the visitor points at a wallet button, focuses or touches it) or `none`.
   * @default 'idle'
   */
  readonly preload?: PreloadMode | undefined
  /**
   * BCP 47 language tag, such as `de-CH`: words in the nearest language there is, numbers and times as written there.
   * @default the document's, else the browser's, if there are messages for it
   */
  readonly locale?: string | undefined
  /**
   * Your wording, by message key: one text each, `{name}` where something is filled in.
   * @default {}
   */
  readonly messages?: Readonly<Record<string, string>> | undefined
  /**
   * Restore the last connection on load.
   * @default true
   */
  readonly reconnect?: boolean | undefined
  /**
   * Let the visitor change network in the modal.
   * @default true
   */
  readonly enableNetworkSwitch?: boolean | undefined
  /**
   * Do not stop a wallet that is on a network you did not configure.
   * @default false
   */
  readonly allowUnsupportedChain?: boolean | undefined
  /**
   * Prefer a wallet's universal link to its scheme on phones.
   * @default false
   */
  readonly preferUniversalLinks?: boolean | undefined
  /**
   * Show problems of the set-up in the modal, not only in the console.
   * @default false
   */
  readonly debug?: boolean | undefined
}

/** The same, checked and with every default filled in. */
export interface FilledSettings {
  readonly projectId: string
  readonly id: string
  readonly services: ServiceHosts
  readonly metadata?: Metadata | undefined
  readonly networks: readonly [Network, ...Network[]]
  readonly defaultNetwork?: NetworkInput | ChainId | undefined
  readonly defaultAccountTypes: Readonly<Partial<Record<Namespace, string>>>
  readonly rpcUrls: Readonly<Record<string, string | readonly string[]>>
  readonly customWallets: readonly WalletEntry[]
  readonly connectors: readonly ConnectorFactory[]
  readonly featuredWalletIds: readonly string[]
  readonly includeWalletIds: readonly string[]
  readonly excludeWalletIds: readonly string[]
  readonly allWallets: AllWalletsMode
  readonly features: {
    readonly collapseWallets: boolean
    readonly connectMethodsOrder: readonly ConnectMethod[]
    readonly legalCheckbox: boolean
    readonly analytics: boolean
    readonly email?: boolean | undefined
    readonly socials?: boolean | readonly Social[] | undefined
    readonly receive?: boolean | undefined
    readonly send?: boolean | undefined
    readonly swaps?: boolean | undefined
    readonly slippagePercent?: number | string | undefined
    readonly onramp?: boolean | undefined
    readonly history?: boolean | undefined
    readonly smartSessions?: boolean | undefined
    readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
    readonly restrictedTimeZones?: readonly string[] | undefined
  }
  readonly siwx?: SiwxSettings | undefined
  readonly termsUrl?: string | undefined
  readonly privacyUrl?: string | undefined
  readonly theme: { readonly mode: ThemeMode; readonly variables: Readonly<Record<string, string>> }
  readonly dialog: DialogMode
  readonly preload: PreloadMode
  readonly locale?: string | undefined
  readonly messages: Readonly<Record<string, string>>
  readonly reconnect: boolean
  readonly enableNetworkSwitch: boolean
  readonly allowUnsupportedChain: boolean
  readonly preferUniversalLinks: boolean
  readonly debug: boolean
}
