// What the chain RPC answers beyond nodes, by the data file: bundlers, paymasters, and questions about bip122 accounts.
import { ConfigError, type Config } from '../settings/config.js'
import type { ProviderRow } from '../upstream/providers.js'
import type { ProxyOptions } from '../rpc/proxy.js'
import { ledgerMethods } from './balances/ledger-methods.js'
import type { DataConfig } from './config.js'
import type { DataContext } from './context.js'
import type { Feature } from './feature.js'

/** The part of the proxy that the data file configures. */
export type RpcExtras = Pick<ProxyOptions, 'bundlers' | 'paymasters' | 'local'>

type Extras = Pick<DataContext, 'data'> & { readonly config: Pick<Config, 'smartAccounts'> }

/** Bundlers, paymasters and local methods by chain. */
export function rpcExtras(world: Extras & Pick<DataContext, 'fetch'>): RpcExtras {
  return {
    bundlers: urlsOf(world, 'bundler'),
    paymasters: urlsOf(world, 'paymaster'),
    local: { ...listed(world.data), ...ledgerMethods(world) },
  }
}

/** No routes of its own: it only says in the start-up table who answers. */
export function rpcExtrasFeature(world: Extras): Feature {
  const rows = (['bundler', 'paymaster'] as const).flatMap((kind): readonly ProviderRow[] => {
    const chainIds = Object.keys(urlsOf(world, kind))
    if (chainIds.length === 0) return [{ capability: kind, provider: 'none', kind: 'off' }]
    return chainIds.map((chainId) => ({ capability: `${kind} ${chainId}`, provider: kind, kind: 'adapter' }))
  })
  return { routes: [], rows: () => rows }
}

/** Solana chains whose node the data file alone knows: they are served, so clients must find them listed, but their node is not shared. */
function listed({ solana }: DataConfig): NonNullable<RpcExtras['local']> {
  const own = Object.keys(solana).filter((chainId) => solana[chainId]?.url !== undefined)
  const none = { has: () => false, call: () => Promise.reject(new Error('no method here')) }
  return Object.fromEntries(own.map((chainId) => [chainId, none]))
}

/** @throws ConfigError for a chain whose bundler or paymaster is named twice */
export function refuseTwoUrls({ config: { smartAccounts = {} }, data }: Extras): void {
  for (const [chainId, { paymasterUrl }] of Object.entries(smartAccounts)) {
    const { bundler, paymaster } = data.chains[chainId] ?? {}
    if (bundler !== undefined || (paymaster !== undefined && paymasterUrl !== undefined))
      throw new ConfigError('WM_SMART_ACCOUNTS', `${chainId}: the data file names a bundler or paymaster of this chain, too`)
  }
}

/** By the data file, and by the settings of smart accounts. */
function urlsOf({ data, config }: Extras, kind: 'bundler' | 'paymaster'): Readonly<Record<string, readonly string[]>> {
  const { smartAccounts = {} } = config
  const entries = [
    ...Object.entries(data.chains).map(([chainId, chain]) => [chainId, chain[kind]] as const),
    ...Object.entries(smartAccounts).map(([chainId, chain]) => [chainId, chain[`${kind}Url`]] as const),
  ]
  return Object.fromEntries(entries.flatMap(([chainId, url]) => (url === undefined ? [] : [[chainId, [url]]])))
}
