// The ecosystems that this package speaks: one row each, which everything else reads. A new one is a folder of `connectors/` and a row here.
import type { Namespace } from './caip.js'
import { discoverInjected } from './connectors/eip155/discover.js'
import type { Eip1193Provider } from './eip1193.js'
import type { Core } from './state/core.js'
import type { NamespaceRow } from './state/namespaces.js'

export interface RootRow extends NamespaceRow {
  /** The page's own provider of the namespace; `connect` lets the visitor choose a wallet. Absent: it has none yet. */
  readonly loadProvider?: (() => Promise<ProviderModule>) | undefined
}

export interface ProviderModule {
  createConnectingProvider(core: Core, connect: () => Promise<unknown>): Eip1193Provider
}

export const namespaceRows: Readonly<Record<Namespace, RootRow>> = {
  eip155: {
    name: 'Ethereum and compatible',
    mark: 'eip155:1',
    discover: discoverInjected,
    load: () => import('./connectors/eip155/index.js'),
    loadMethods: () => import('./connectors/eip155/methods.js'),
    loadProvider: () => import('./state/provider.js'),
    loadBalance: () => import('./api/rpc.js'),
    hasNames: true,
  },
  solana: {
    name: 'Solana',
    mark: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    loadMethods: () => import('./connectors/solana/methods.js'),
  },
  bip122: {
    name: 'Bitcoin',
    mark: 'bip122:000000000019d6689c085ae165831e93',
    loadMethods: () => import('./connectors/bip122/methods.js'),
  },
  polkadot: {
    name: 'Polkadot',
    mark: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    loadMethods: () => import('./connectors/polkadot/methods.js'),
    explorerPath: 'account',
  },
  cosmos: {
    name: 'Cosmos',
    mark: 'cosmos:cosmoshub-4',
    loadMethods: () => import('./connectors/cosmos/methods.js'),
  },
}
