// Readers for the contents of single settings: urls, ids, networks, wallets. Each throws CONFIG_INVALID for a wrong value, see `Read`.
import { type ChainId, isChainId, namespaces } from '../vocabulary/chain-id.js'
import type { ConnectorFactory } from '../connectors/create-connector.js'
import { type NetworkInput, toNetwork } from '../vocabulary/network.js'
import { isImageUrl, isWebUrl } from '../vocabulary/image-url.js'
import { isAppLink, isSocketUrl } from '../vocabulary/safe-url.js'
import { readSlippage, SLIPPAGE_MAX_PERCENT } from '../vocabulary/slippage.js'
import { STATEMENT } from '../vocabulary/sign-in.js'
import type { SiwxStore } from '../siwx/sign-in.js'
import { fail } from './fail.js'
import { type Read, either, flag, list, nullable, oneOf, shape, text, whole } from './readers.js'

const LINK_MAX = 2048
const IMAGE_MAX = 200_000

/** Whether a value is a string: for `either`. */
export const isText = (value: unknown) => typeof value === 'string'

/** A text of at most 64 characters that matches `pattern`, which allows only letters, digits, point, hyphen and underscore. */
export const word = (pattern: RegExp) =>
  text(64, (value) => pattern.test(value), 'a text of letters, digits, point, hyphen, underscore')
/** A word, which may be empty. */
export const label = word(/^[\w.-]*$/)
const filled = (max: number) => text(max, (value) => value.trim() !== '', 'a text that is not empty')
const name = filled(256)
/** Any text of at most 2048 characters. */
export const description = text(LINK_MAX)
/** An absolute http or https url of at most 2048 characters. */
export const web = text(LINK_MAX, isWebUrl, 'an http or https url')
/** An absolute ws or wss url of at most 2048 characters. */
export const socket = text(LINK_MAX, isSocketUrl, 'a ws or wss url')
/** An http or https url, or `data:image/…`, of at most 200 000 characters. */
export const image = text(IMAGE_MAX, isImageUrl, 'an http or https url, or data:image')
const app = nullable(text(LINK_MAX, isAppLink, "an app's scheme, or an http or https url"))
const page = nullable(web)
/** A CAIP-2 id of a known namespace. */
export const chain: Read<ChainId> = (value, setting) =>
  isChainId(value) ? value : fail(setting, 'a CAIP-2 chain id of a known namespace is needed')
/** A list of wallet ids, each of 1 to 128 characters. */
export const walletIds = list(filled(128))
/** A BCP 47 language tag. */
export const locale = text(64, isLocale, 'a BCP 47 language tag')

const currency = shape({ name, symbol: name, decimals: whole(0, 255) }, ['name', 'symbol', 'decimals'], 'keep')
const endpoints = shape({ http: list(web), webSocket: list(socket), isPublic: flag }, ['http'], 'keep')
const explorer = shape({ name, url: web }, ['name', 'url'], 'keep')
/** A network, such as a viem chain. Fields that are not listed here, such as viem's `contracts`, are kept. */
export const network = shape(
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
/** A network whose CAIP-2 id, given or made from `id`, is of its namespace. */
export const networkOfNamespace: Read<NetworkInput> = (value, setting) => {
  const input = network(value, setting)
  const { caipNetworkId, chainNamespace } = toNetwork(input)
  return isChainId(caipNetworkId) && caipNetworkId.startsWith(`${chainNamespace}:`)
    ? input
    : fail(`${setting}.id`, `not a chain of ${chainNamespace}`)
}
/** The slippage of swaps, in percent. */
export const slippage: Read<number> = (value, setting) =>
  readSlippage(value) ??
  fail(setting, `a number from 0.01 to ${SLIPPAGE_MAX_PERCENT} is needed, in percent, with at most two decimal places`)
/** A function that makes a connector. The connector is checked when it is made. */
export const factory: Read<ConnectorFactory> = (value, setting) =>
  typeof value === 'function' ? (value as ConnectorFactory) : fail(setting, 'a function is needed, as createConnector gives it')
const storeVerbs = ['getNonce', 'add', 'list', 'set', 'delete'] as const
/** A store of sign-ins. What it answers is checked when it is asked. */
const store: Read<SiwxStore> = (value, setting) =>
  storeVerbs.every((verb) => typeof (value as Partial<SiwxStore> | null)?.[verb] === 'function')
    ? (value as SiwxStore)
    : fail(setting, `an object with the functions ${storeVerbs.join(', ')} is needed`)
/** The setting `siwx`. */
export const siwx = shape({
  store,
  required: flag,
  signOutOnDisconnect: flag,
  statement: text(512, (value) => STATEMENT.test(value), 'one line of letters, digits, spaces and signs of URIs (ASCII)'),
  uri: web,
  ttlMs: whole(60_000, 365 * 86_400_000),
  resources: list(text(LINK_MAX, URL.canParse, 'an absolute URI'), 0, 32),
  oneClick: flag,
})
const injected = shape({ namespace: text(), injected_id: text() }, ['namespace', 'injected_id'], 'drop')
/** An entry of `customWallets`. Fields that are not listed here are removed. */
export const wallet = shape(
  {
    id: filled(128),
    name: filled(128),
    description: nullable(description),
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

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false // a RangeError: not a BCP 47 tag
  }
}
