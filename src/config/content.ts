// Readers of what single settings hold: urls, ids, networks, wallets.
import { type ChainId, isChainId, namespaces } from '../chain-id.js'
import type { ConnectorFactory } from '../connectors/create-connector.js'
import { type NetworkInput, toNetwork } from '../network.js'
import { isImageUrl, isWebUrl } from '../image-url.js'
import { isAppLink, isSocketUrl } from '../safe-link.js'
import { fail } from './fail.js'
import { type Read, either, flag, list, nullable, oneOf, shape, text, whole } from './readers.js'

const LINK_MAX = 2048
const IMAGE_MAX = 200_000

export const isText = (value: unknown) => typeof value === 'string'

export const word = (pattern: RegExp) =>
  text(64, (value) => pattern.test(value), 'a text of letters, digits, point, hyphen, underscore')
export const label = word(/^[\w.-]*$/)
const filled = (max: number) => text(max, (value) => value.trim() !== '', 'a text that is not empty')
const name = filled(256)
export const description = text(LINK_MAX)
export const web = text(LINK_MAX, isWebUrl, 'an http or https url')
export const socket = text(LINK_MAX, isSocketUrl, 'a ws or wss url')
export const image = text(IMAGE_MAX, isImageUrl, 'an http or https url, or data:image')
const app = nullable(text(LINK_MAX, isAppLink, "an app's scheme, or an http or https url"))
const page = nullable(web)
export const chain: Read<ChainId> = (value, setting) =>
  isChainId(value) ? value : fail(setting, 'a CAIP-2 chain id of a known namespace is needed')
export const walletIds = list(filled(128))
export const locale = text(64, isLocale, 'a BCP 47 language tag')

const currency = shape({ name, symbol: name, decimals: whole(0, 255) }, ['name', 'symbol', 'decimals'], 'keep')
const endpoints = shape({ http: list(web), webSocket: list(socket), isPublic: flag }, ['http'], 'keep')
const explorer = shape({ name, url: web }, ['name', 'url'], 'keep')
/** viem's own fields beyond these are kept. */
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
/** A network whose CAIP-2 id, given or made of its id, is one of its namespace. */
export const networkOfNamespace: Read<NetworkInput> = (value, setting) => {
  const input = network(value, setting)
  const { caipNetworkId, chainNamespace } = toNetwork(input)
  return isChainId(caipNetworkId) && caipNetworkId.startsWith(`${chainNamespace}:`)
    ? input
    : fail(`${setting}.id`, `not a chain of ${chainNamespace}`)
}
/** A function; what it makes is checked when it is made. */
export const factory: Read<ConnectorFactory> = (value, setting) =>
  typeof value === 'function' ? (value as ConnectorFactory) : fail(setting, 'a function is needed, as createConnector gives it')
const injected = shape({ namespace: text(), injected_id: text() }, ['namespace', 'injected_id'], 'drop')
/** Of a wallet only what we know is kept. */
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
    return false // a RangeError is how the platform says no
  }
}
