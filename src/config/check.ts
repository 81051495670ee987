// The settings of a modal: what a page may give (`ModalConfig`), and what the modal works with (`Config`).
import { type ChainId, type Namespace, isChainId, namespaces } from '../chain-id.js'
import { type Page, fillConfig } from './fill.js'
import type { ConnectorFactory } from '../connectors/create-connector.js'
import { mainnet } from '../mainnet.js'
import { type Network, type NetworkInput, toNetwork } from '../network.js'
import { fail } from './check-kinds.js'
import { type Read, flag, list, oneOf, shape, table, text, whole } from './readers.js'
import { isAppLink, isImageUrl, isSocketUrl, isWebUrl } from '../safe-link.js'
import type { WalletEntry } from '../wallet.js'

export type { Page } from './fill.js'

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
  /** Base url of your own services (relay, wallet list, RPC, data such as account names); or each host alone. Without it nothing goes over the network. */
  readonly services?:
    | string
    | {
        readonly url?: string | undefined
        readonly relay?: string | undefined
        readonly wallets?: string | undefined
        readonly rpc?: string | undefined
        readonly data?: string | undefined
      }
    | undefined
  readonly metadata?:
    | {
        readonly name?: string | undefined
        readonly description?: string | undefined
        readonly url?: string | undefined
        readonly icons?: readonly string[] | undefined
      }
    | undefined
  /** viem chains are accepted as they are. Default: Ethereum mainnet. The first is the default network. */
  readonly networks?: readonly NetworkInput[] | undefined
  readonly defaultNetwork?: NetworkInput | ChainId | undefined
  /** Your own nodes per CAIP-2 id; asked first, never rewritten. */
  readonly rpcUrls?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly customWallets?: readonly WalletEntry[] | undefined
  /** Wallets that the modal does not find by itself, made with `createConnector` of `wallet-modal/connector`. */
  readonly connectors?: readonly ConnectorFactory[] | undefined
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Whether the "All wallets" row is shown. Default `SHOW`. */
  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined
  readonly features?: Features | undefined
  readonly termsUrl?: string | undefined
  readonly privacyUrl?: string | undefined
  readonly theme?:
    | { readonly mode?: ThemeMode | undefined; readonly variables?: Readonly<Record<`--wm-${string}`, string>> | undefined }
    | undefined
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
  readonly services: {
    readonly relay?: string | undefined
    readonly wallets?: string | undefined
    readonly rpc?: string | undefined
    readonly data?: string | undefined
  }
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
  readonly networks: readonly [Network, ...Network[]]
  readonly defaultNetwork: Network
  readonly rpcUrls: Readonly<Record<string, readonly string[]>>
  readonly customWallets: readonly WalletEntry[]
  readonly connectors: readonly ConnectorFactory[]
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

const LINK_MAX = 2048
const IMAGE_MAX = 200_000

const nullable =
  <T>(read: Read<T>): Read<T | null> =>
  (value, setting) =>
    value === null ? null : read(value, setting)
const either =
  <A, B>(first: Read<A>, second: Read<B>, isFirst: (value: unknown) => boolean): Read<A | B> =>
  (value, setting) =>
    isFirst(value) ? first(value, setting) : second(value, setting)
const isText = (value: unknown) => typeof value === 'string'

const word = (pattern: RegExp) => text(64, (value) => pattern.test(value), 'a text of letters, digits, point, hyphen, underscore')
const label = word(/^[\w.-]*$/)
const filled = (max: number) => text(max, (value) => value.trim() !== '', 'a text that is not empty')
const name = filled(256)
const web = text(LINK_MAX, isWebUrl, 'an http or https url')
const socket = text(LINK_MAX, isSocketUrl, 'a ws or wss url')
const image = text(IMAGE_MAX, isImageUrl, 'an http or https url, or data:image')
const app = nullable(text(LINK_MAX, isAppLink, "an app's scheme, or an http or https url"))
const page = nullable(web)
const chain: Read<ChainId> = (value, setting) =>
  isChainId(value) ? value : fail(setting, 'a CAIP-2 chain id of a known namespace is needed')
const ids = list(filled(128))

const currency = shape({ name, symbol: name, decimals: whole(0, 255) }, ['name', 'symbol', 'decimals'], 'keep')
const endpoints = shape({ http: list(web), webSocket: list(socket), isPublic: flag }, ['http'], 'keep')
const explorer = shape({ name, url: web }, ['name', 'url'], 'keep')
/** viem's own fields beyond these are kept. */
const network = shape(
  {
    id: either(label, whole(1, Number.MAX_SAFE_INTEGER), isText),
    name,
    nativeCurrency: currency,
    rpcUrls: shape({ default: endpoints }, ['default'], 'keep'),
    blockExplorers: shape({ default: explorer }, ['default'], 'keep'),
    testnet: flag,
    chainNamespace: oneOf(namespaces),
    caipNetworkId: chain,
    deprecatedCaipNetworkIds: list(chain),
    imageUrl: image,
  },
  ['id', 'name', 'nativeCurrency', 'rpcUrls'],
  'keep',
)
const factory: Read<ConnectorFactory> = (value, setting) =>
  typeof value === 'function'
    ? (value as ConnectorFactory) // what it makes is checked when it is made
    : fail(setting, 'a function is needed, as createConnector gives it')
const injected = shape({ namespace: text(), injected_id: text() }, ['namespace', 'injected_id'], 'drop')
const wallet = shape(
  {
    id: filled(128),
    name: filled(128),
    description: nullable(text(LINK_MAX)),
    homepage: page,
    chains: list(text(64)),
    image_id: nullable(text(128)),
    image_url: nullable(image),
    order: nullable(whole(0, Number.MAX_SAFE_INTEGER)),
    badge_type: nullable(oneOf(['none', 'certified'])),
    rdns: nullable(text()),
    injected: nullable(list(injected)),
    mobile_link: app,
    link_mode: page,
    desktop_link: app,
    webapp_link: page,
    app_store: page,
    play_store: page,
    chrome_store: page,
  },
  ['id', 'name'],
  'drop',
)

const settings = shape({
  projectId: label,
  id: word(/^[\w.-]+$/),
  services: either(web, shape({ url: web, relay: socket, wallets: web, rpc: web, data: web }), isText),
  metadata: shape({ name: text(), description: text(LINK_MAX), url: web, icons: list(image) }),
  networks: list(network, 1),
  defaultNetwork: either(chain, network, isText),
  rpcUrls: table(isChainId, either(web, list(web, 1), isText)),
  customWallets: list(wallet),
  connectors: list(factory, 0, 50),
  featuredWalletIds: ids,
  includeWalletIds: ids,
  excludeWalletIds: ids,
  allWallets: oneOf(['SHOW', 'HIDE', 'ONLY_MOBILE']),
  features: shape({
    collapseWallets: flag,
    connectMethodsOrder: list(oneOf(['email', 'social', 'wallet']), 1, 3),
    legalCheckbox: flag,
    analytics: flag,
  }),
  termsUrl: web,
  privacyUrl: web,
  theme: shape({ mode: oneOf(['dark', 'light', 'system']), variables: table((key) => /^--wm-[\w-]+$/.test(key), text(1000)) }),
  dialog: oneOf(['modal', 'layer', 'inline']),
  locale: text(64, isLocale, 'a BCP 47 language tag'),
  messages: table((key) => /^[\w.-]{1,128}$/.test(key), text(4000)),
  reconnect: flag,
  enableNetworkSwitch: flag,
  allowUnsupportedChain: flag,
  preferUniversalLinks: flag,
  debug: flag,
} satisfies Record<keyof ModalConfig, Read<unknown>>)

/**
 * Checks every setting and fills in the defaults. Settings that do not exist are refused, with the nearest name.
 * @throws WalletError CONFIG_INVALID with `details` `{setting: 'services.relay', problem}`; nothing is taken over then.
 */
export function parseConfig(input: ModalConfig, from: Page = {}): Config {
  const given = settings(input, '')
  const networks = (given.networks ?? []).map(checkNetwork)
  unique(networks, 'networks', (entry) => entry.caipNetworkId)
  unique(given.customWallets ?? [], 'customWallets', (entry) => entry.id)
  unique(given.features?.connectMethodsOrder ?? [], 'features.connectMethodsOrder', (method) => method)
  checkDefault(given.defaultNetwork, networks)
  return fillConfig(given, from)
}

function checkNetwork(input: NetworkInput, index: number): Network {
  const result = toNetwork(input)
  if (!isChainId(result.caipNetworkId) || !result.caipNetworkId.startsWith(`${result.chainNamespace}:`))
    fail(`networks.${index}.id`, `not a chain of ${result.chainNamespace}`)
  return result
}

function checkDefault(given: NetworkInput | ChainId | undefined, networks: readonly Network[]): void {
  if (given === undefined) return
  const id = typeof given === 'string' ? given : toNetwork(given).caipNetworkId
  const known = networks.length > 0 ? networks.map((entry) => entry.caipNetworkId) : [mainnet.caipNetworkId]
  if (!known.includes(id)) fail('defaultNetwork', `${id} is not among the networks`)
}

function unique<T>(entries: readonly T[], setting: string, idOf: (entry: T) => string): void {
  const seen = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    const id = idOf(entry)
    if (seen.has(id)) fail(`${setting}.${index}`, `${id} stands here twice`)
    seen.add(id)
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false // a RangeError is how the platform says no
  }
}
