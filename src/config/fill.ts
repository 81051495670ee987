// The settings with every default filled in, as far as they are in order: `config.ts` is what checks that. Small, because the first open waits for it.
import type { Config, ModalConfig } from './check.js'
import { pickDefaultNetwork } from './default-network.js'
import { mainnet } from '../mainnet.js'
import { type Network, toNetwork } from '../network.js'

/** What the page says of itself; fills in for `metadata`. */
export interface Page {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly description?: string | undefined
  readonly icons?: readonly string[] | undefined
}

const NAME_MAX = 256
const DESCRIPTION_MAX = 2048

/** Takes the settings as they are; throws anything, or gives nonsense, where they are not in order. */
export function fillConfig(given: ModalConfig, from: Page = {}): Config {
  const { metadata, features, theme, defaultNetwork } = given
  const networks = (given.networks ?? [mainnet]).map(toNetwork) as [Network, ...Network[]] // never empty, says the check
  return {
    projectId: '',
    id: 'default',
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    customWallets: [],
    connectors: [],
    allWallets: 'SHOW',
    dialog: 'modal',
    messages: {},
    reconnect: true,
    enableNetworkSwitch: true,
    allowUnsupportedChain: false,
    preferUniversalLinks: false,
    debug: false,
    ...(defined(given) as Partial<Config>), // the rest is replaced below
    services: hosts(given.services),
    metadata: {
      name: metadata?.name ?? bounded(from.name, NAME_MAX),
      description: metadata?.description ?? bounded(from.description, DESCRIPTION_MAX),
      url: metadata?.url ?? (isWeb(from.url) ? bounded(from.url, DESCRIPTION_MAX) : ''),
      icons: metadata?.icons ?? (from.icons ?? []).filter((icon) => isWeb(icon) || icon.startsWith('data:image/')),
    },
    networks,
    defaultNetwork: pickDefaultNetwork(networks, defaultNetwork) ?? networks[0],
    rpcUrls: Object.fromEntries(
      Object.entries(given.rpcUrls ?? {}).map(([chain, urls]) => [chain, typeof urls === 'string' ? [urls] : urls]),
    ),
    features: {
      collapseWallets: false,
      connectMethodsOrder: ['email', 'social', 'wallet'],
      legalCheckbox: false,
      analytics: false,
      ...(defined(features ?? {}) as Partial<Config['features']>),
    },
    theme: { mode: theme?.mode ?? 'system', variables: theme?.variables ?? {} },
    namespaces: [...new Set(networks.map((network) => network.chainNamespace))],
  }
}

/** A setting of `undefined` counts as absent. */
function defined(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** One base url gives all hosts; each can be set alone. */
function hosts(given: ModalConfig['services']): Config['services'] {
  const { url, ...each } = typeof given === 'string' ? { url: given } : (given ?? {})
  const base = url?.replace(/\/+$/, '')
  return { relay: base && `${base.replace(/^http/i, 'ws')}/`, wallets: base, rpc: base, data: base, ...defined(each) }
}

function bounded(value: string | undefined, max: number): string {
  return (value ?? '').trim().slice(0, max)
}

function isWeb(url: string | undefined): boolean {
  return /^https?:\/\//i.test(url ?? '')
}
