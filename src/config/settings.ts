// The table of settings, one row each. From it `npm run generate` writes the types, the kinds for the first chunk, the defaults, the attributes of
// `<wallet-modal>` and the table of the guide (scripts/settings.mjs, docs/decisions/0003).
//
// The doc comment of a row is the setting's documentation. Its text goes into all of these; `@remarks` goes into the guide only; `@attribute` is the text
// of the attribute, where that is another; `@default` is the text of a default that is no plain value. The types and the expressions of `default` and
// `fill` are copied, so they may use only what this file imports.
import type { ChainId, Namespace } from '../vocabulary/chain-id.js'
import type { ConnectorFactory } from '../connectors/create-connector.js'
import type { Network, NetworkInput } from '../vocabulary/network.js'
import { isChainId, namespaces } from '../vocabulary/chain-id.js'
import { toNetwork } from '../vocabulary/network.js'
import type { Social } from '../vocabulary/social.js'
import { socials } from '../vocabulary/social.js'
import type { WalletEntry } from '../vocabulary/wallet.js'
import type { WalletFeature } from '../vocabulary/wallet-feature.js'
import { walletFeatures } from '../vocabulary/wallet-feature.js'
import {
  chain,
  description,
  factory,
  image,
  isText,
  label,
  locale,
  network,
  networkOfNamespace,
  siwx,
  slippage,
  socket,
  wallet,
  walletIds,
  web,
  word,
} from './content.js'
import { fillNetworks, fillServices } from './derive.js'
import { either, flag, list, oneOf, shape, table, text, unique } from './readers.js'
import { group, setting } from './setting.js'
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
import { allWalletsModes, connectMethods, dialogModes, preloadModes, themeModes } from './values.js'

/**
 * All settings, by name. Only `check.ts` imports the table; the first chunk and the first open have the files that are generated from it.
 */
export const settings = {
  /** Labels the storage and the calls to your services. */
  projectId: setting<string>({ kind: 'text', read: label, default: '', attribute: { reads: 'text', early: true } }),

  /**
   * Name of the instance, when a page has several modals of one project: what it stores is kept under it.
   * @remarks Default for an element: its own `id`.
   */
  id: setting<string>({ kind: 'text', read: word(/^[\w.-]+$/), default: 'default' }),

  /**
   * Base url of your own services (relay, wallet list, RPC, data such as account names); or each host alone. Without it nothing goes over the network.
   * @remarks `'https://w.example'` gives relay `wss://w.example`, wallet list, RPC and data on the same host; or set `{ relay, wallets, rpc, data }`
   * one by one. `data` says which name and picture belong to a connected account. `frame` is the origin of the [wallet by e-mail](email-login.md), which
   * is never taken from the base url: `{ url: 'https://w.example', frame: 'https://wallet.example.com' }`.
   * @attribute Base url of your services: relay, wallet list, RPC.
   */
  services: setting<string | ServiceUrls, ServiceHosts>({
    kind: ['text', 'object'],
    read: either(web, shape({ url: web, relay: socket, wallets: web, rpc: web, data: web, frame: web }), isText),
    fill: fillServices,
    attribute: { reads: 'text' },
  }),

  /**
   * What a wallet shows of your page: `name`, `description`, `url`, `icons`.
   * @default from the page
   */
  metadata: setting<Metadata>({
    kind: 'object',
    read: shape({ name: text(), description, url: web, icons: list(image) }),
  }),

  /**
   * viem chains are accepted as they are. The first is the default network.
   * @remarks In the attribute, [names](networks.md).
   * @default Ethereum
   * @attribute Comma list of CAIP-2 ids or names: `mainnet, base, solana`. The first is the default network.
   */
  networks: setting<readonly NetworkInput[], readonly [Network, ...Network[]]>({
    kind: 'list',
    read: unique(list(networkOfNamespace, 1), (input) => toNetwork(input).caipNetworkId),
    fill: fillNetworks,
    attribute: { reads: 'networks', early: true },
  }),

  /**
   * The network to start on: one of `networks`, or its CAIP-2 id.
   * @default the first
   * @attribute CAIP-2 id, one of `networks`.
   */
  defaultNetwork: setting<NetworkInput | ChainId>({
    kind: ['text', 'object'],
    read: either(chain, network, isText),
    attribute: { reads: 'text', early: true },
  }),

  /**
   * The type of account to begin with, by namespace: `eoa` or `smartAccount` on `eip155`, `payment` or `ordinals` on `bip122`. What the visitor chooses
   * comes first.
   * @default a smart account on `eip155`, `payment` on `bip122`, where a wallet has one
   */
  defaultAccountTypes: setting<Readonly<Partial<Record<Namespace, string>>>>({
    kind: 'object',
    read: table((key) => namespaces.some((known) => known === key), word(/^\w{1,32}$/)),
    default: {},
  }),

  /**
   * Your own nodes per CAIP-2 id, one url or several; asked first, never rewritten.
   * @remarks Then the services' RPC and after it the network's own nodes. Without services the public nodes of our own network table are not
   * asked: balances come from the connected wallet.
   */
  rpcUrls: setting<Readonly<Record<string, string | readonly string[]>>>({
    kind: 'object',
    read: table(isChainId, either(web, list(web, 1), isText)),
    default: {},
  }),

  /**
   * Wallets of your own, shown even when no wallet list answers.
   * @remarks See [wallet lists](wallet-lists.md).
   */
  customWallets: setting<readonly WalletEntry[]>({
    kind: 'list',
    read: unique(list(wallet), ({ id }) => id),
    default: [],
  }),

  /**
   * Wallets that the modal does not find by itself, made with `createConnector` of `wallet-modal/connector`.
   * @remarks See [a wallet of your own](connectors.md).
   */
  connectors: setting<readonly ConnectorFactory[]>({ kind: 'list', read: list(factory, 0, 50), default: [] }),

  /**
   * Ids of wallets that stand first, in this order.
   * @attribute Comma list of wallet ids that stand first.
   */
  featuredWalletIds: setting<readonly string[]>({
    kind: 'list',
    read: walletIds,
    default: [],
    attribute: { reads: 'list' },
  }),

  /**
   * Ids of the only wallets that the wallet list may bring.
   * @default all
   * @attribute Comma list of wallet ids: only these.
   */
  includeWalletIds: setting<readonly string[]>({
    kind: 'list',
    read: walletIds,
    default: [],
    attribute: { reads: 'list' },
  }),

  /**
   * Ids of wallets that are never shown.
   * @attribute Comma list of wallet ids: never these.
   */
  excludeWalletIds: setting<readonly string[]>({
    kind: 'list',
    read: walletIds,
    default: [],
    attribute: { reads: 'list' },
  }),

  /** Whether the "All wallets" row is shown: always, never, or on phones only. */
  allWallets: setting<AllWalletsMode>({ kind: 'text', read: oneOf(allWalletsModes), default: 'SHOW' }),

  /** What the modal offers. */
  features: group({
    /**
     * Show the wallet list behind one button where another way to connect stands before it.
     * @remarks It has an effect where the modal offers to sign in by e-mail or a social login.
     */
    collapseWallets: setting<boolean>({ kind: 'flag', read: flag, default: false }),

    /**
     * Order of the ways to connect, of those that there are.
     * @remarks What is left out comes last. Wallets are shown in any case.
     */
    connectMethodsOrder: setting<readonly ConnectMethod[]>({
      kind: 'list',
      read: unique(list(oneOf(connectMethods), 1, 3), (method) => method),
      default: ['email', 'social', 'wallet'],
    }),

    /**
     * Ask for consent to `termsUrl` and `privacyUrl` before anything can be chosen.
     * @remarks Until it is given, no wallet can be chosen, and `open()` with a view that connects opens Connect.
     */
    legalCheckbox: setting<boolean>({ kind: 'flag', read: flag, default: false }),

    /**
     * Send what happens in the modal, and the connected address, to your services, if they want it, and nowhere else.
     * @remarks Nothing is sent before the visitor has done something on the page. All events are in the page, too: `modal.on('event', …)`.
     */
    analytics: setting<boolean>({ kind: 'flag', read: flag, default: false }),

    /**
     * Offer to sign in by e-mail: the visitor gets a wallet whose keys live in a frame of their own.
     * @remarks See [wallet by e-mail](email-login.md).
     * @default `true` where `services.frame` is set
     */
    email: setting<boolean>({ kind: 'flag', read: flag }),

    /**
     * Offer social logins, in this order: `google`, `x`, `discord`, `farcaster`, `github`, `apple`, `facebook`; `true`: all of them, in the order of this list.
     * @remarks The visitor gets the same kind of wallet as by e-mail, so that `services.frame` is needed. Each needs a client of its own in your services: see
     * [social logins](social-logins.md).
     * @default `false`
     */
    socials: setting<boolean | readonly Social[]>({
      kind: ['flag', 'list'],
      read: either(
        flag,
        unique(list(oneOf(socials), 1, socials.length), (social) => social),
        (value) => typeof value === 'boolean',
      ),
    }),

    // What a connected account can do. These have their defaults in `state/account/wallet-features.ts`: a first open needs none of them.

    /**
     * Offer to receive: the account's address as text and QR code.
     * @default `true`
     */
    receive: setting<boolean>({ kind: 'flag', read: flag }),

    /**
     * Offer to send, on EVM chains and Solana.
     * @default `true`
     */
    send: setting<boolean>({ kind: 'flag', read: flag }),

    /**
     * Offer swaps, on the EVM chains that your services serve.
     * @default `true`
     */
    swaps: setting<boolean>({ kind: 'flag', read: flag }),

    /**
     * How much worse the price of a swap may get before it fails, in percent: a number or a decimal text, 0.01 to 50, with at most two decimal places.
     * @remarks The visitor may choose another one in the swap.
     * @default `1`
     */
    slippagePercent: setting<number | string>({ kind: ['text', 'number'], read: slippage }),

    /**
     * Offer to buy with a card or a bank account, through the providers of your services.
     * @default `true`
     */
    onramp: setting<boolean>({ kind: 'flag', read: flag }),

    /**
     * Show the account's transactions.
     * @default `true`
     */
    history: setting<boolean>({ kind: 'flag', read: flag }),

    /**
     * Offer smart sessions: the visitor lets the app act within limits, sees what was allowed, and takes it back.
     * @remarks See [smart sessions](smart-sessions.md). Your services need `WM_SECRET_KEY`.
     * @default `false`
     */
    smartSessions: setting<boolean>({ kind: 'flag', read: flag }),

    /**
     * Order of what an account can do; what is left out comes last.
     * @default `['onramp', 'swaps', 'receive', 'send']`
     */
    walletFeaturesOrder: setting<readonly WalletFeature[]>({
      kind: 'list',
      read: unique(list(oneOf(walletFeatures), 1, walletFeatures.length), (feature) => feature),
    }),

    /**
     * Time zones (IANA) of visitors to whom buying and swapping are not offered; the reason is shown instead.
     * @default those of mainland China, Hong Kong and Macau
     */
    restrictedTimeZones: setting<readonly string[]>({ kind: 'list', read: list(text(64), 0, 500) }),
  }),

  /**
   * Ask each account for a signed message once it is connected: it proves to your server whose account it is.
   * @remarks See [signing in](sign-in.md).
   * @default off
   */
  siwx: setting<SiwxSettings>({ kind: 'object', read: siwx }),

  /** Your terms, linked below the wallet list. */
  termsUrl: setting<string>({ kind: 'text', read: web, attribute: { reads: 'text' } }),

  /** Your privacy policy, linked below the wallet list. */
  privacyUrl: setting<string>({ kind: 'text', read: web, attribute: { reads: 'text' } }),

  /** How the modal looks at first. */
  theme: group({
    /** `dark`, `light` or `system`. */
    mode: setting<ThemeMode>({
      kind: 'text',
      read: oneOf(themeModes),
      default: 'system',
      attribute: { reads: 'text', name: 'theme', early: true },
    }),

    /**
     * Values of the design tokens: `--wm-…`.
     * @remarks See [theming](../theming.md).
     */
    variables: setting<ThemeVariables, Readonly<Record<string, string>>>({
      kind: 'object',
      read: table((key) => /^--wm-[\w-]+$/.test(key), text(1000)),
      default: {},
    }),
  }),

  /** `modal` (top layer, the page is inert), `layer` (z-index 999, the page stays alive) or `inline` (in its place, no dialog). */
  dialog: setting<DialogMode>({
    kind: 'text',
    read: oneOf(dialogModes),
    default: 'modal',
    attribute: { reads: 'text', early: true },
  }),

  /**
   * When the modal's code is fetched ahead of the press: `idle` (the page has loaded, a wallet button is in view and the browser is idle; also as
   * `intent`), `intent` (the visitor points at a wallet button, focuses or touches it) or `none`.
   * @remarks Only files of the page itself are fetched: no wallet and no service is asked. `idle` waits for the visitor's intent where the browser
   * saves data, is offline, or reports a slow connection (3G or less).
   */
  preload: setting<PreloadMode>({
    kind: 'text',
    read: oneOf(preloadModes),
    default: 'idle',
    attribute: { reads: 'text', early: true },
  }),

  /**
   * BCP 47 language tag, such as `de-CH`: words in the nearest language there is, numbers and times as written there.
   * @default the document's, else the browser's, if there are messages for it
   */
  locale: setting<string>({ kind: 'text', read: locale, attribute: { reads: 'text', early: true } }),

  /** Your wording, by message key: one text each, `{name}` where something is filled in. */
  messages: setting<Readonly<Record<string, string>>>({
    kind: 'object',
    read: table((key) => /^[\w.-]{1,128}$/.test(key), text(4000)),
    default: {},
  }),

  /**
   * Restore the last connection on load.
   * @remarks With `false` each load begins without a wallet: what an earlier one left is removed, and a phone wallet's session is ended, unless
   * another tab of the site is open. The tabs of a site share it: what one of them disconnects or replaces ends in all, at the latest when a tab is
   * seen again; what one connects, the others have after their next load.
   */
  reconnect: setting<boolean>({ kind: 'flag', read: flag, default: true }),

  /**
   * Let the visitor change network in the modal.
   * @remarks Without, buttons and views only say which network it is; `modal.switchNetwork()` still changes it.
   */
  enableNetworkSwitch: setting<boolean>({ kind: 'flag', read: flag, default: true }),

  /** Do not stop a wallet that is on a network you did not configure. */
  allowUnsupportedChain: setting<boolean>({ kind: 'flag', read: flag, default: false }),

  /** Prefer a wallet's universal link to its scheme on phones. */
  preferUniversalLinks: setting<boolean>({ kind: 'flag', read: flag, default: false }),

  /**
   * Show problems of the set-up in the modal, not only in the console.
   * @remarks These are [the problems](../errors.md#problems-of-the-set-up).
   * @attribute Shows problems of the set-up in the modal; `false` does not.
   */
  debug: setting<boolean>({ kind: 'flag', read: flag, default: false, attribute: { reads: 'flag' } }),
}
