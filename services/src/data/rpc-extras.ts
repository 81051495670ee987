// What the chain RPC answers beyond nodes, by the data file: bundlers, paymasters, and questions about bip122 accounts.
import type { ProviderRow } from '../upstream/providers.js'
import type { ProxyOptions } from '../rpc/proxy.js'
import { ledgerMethods } from './balances/ledger-methods.js'
import type { DataConfig } from './config.js'
import type { DataContext } from './context.js'
import type { Feature } from './feature.js'

/** The part of the proxy that the data file configures. */
export type RpcExtras = Pick<ProxyOptions, 'bundlers' | 'paymasters' | 'local'>

/** Bundlers, paymasters and local methods by chain. */
export function rpcExtras(world: Pick<DataContext, 'data' | 'fetch'>): RpcExtras {
  return {
    bundlers: urlsOf(world.data, 'bundler'),
    paymasters: urlsOf(world.data, 'paymaster'),
    local: { ...listed(world.data), ...ledgerMethods(world) },
  }
}

/** No routes of its own: it only says in the start-up table who answers. */
export function rpcExtrasFeature({ data }: Pick<DataContext, 'data'>): Feature {
  const rows = (['bundler', 'paymaster'] as const).flatMap((kind): readonly ProviderRow[] => {
    const chainIds = Object.keys(urlsOf(data, kind))
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

function urlsOf({ chains }: DataConfig, kind: 'bundler' | 'paymaster'): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(chains).flatMap(([chainId, chain]) => {
      const url = chain[kind]
      return url === undefined ? [] : [[chainId, [url]]]
    }),
  )
}
