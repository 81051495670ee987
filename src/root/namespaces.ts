// The table of ecosystems (CAIP-2 namespaces), one row each. To add one, add a folder to `connectors/` and a row here.
import type { Namespace } from '../vocabulary/caip.js'
import type { Discover } from '../connectors/connector.js'
import { discoverInjected } from '../connectors/eip155/discover.js'
import { discoverAll } from '../connectors/eip155/discover-all.js'
import { discoverLater } from '../connectors/discover-later.js'
import type { Providers } from '../vocabulary/providers.js'
import type { Core } from '../state/core.js'
import type { NamespaceRow } from '../state/networks/namespaces.js'

/** All columns of the table. */
export interface RootRow extends NamespaceRow {
  /** As much of `discover` as is part of the first open. Absent: all of it, if it is not loaded later. */
  readonly firstDiscover?: Discover | undefined
  /** Loads the page's provider of the namespace. Absent: there is none. */
  readonly loadProvider?: (() => Promise<ProviderModule>) | undefined
}

/** The module of a page's provider. */
export interface ProviderModule {
  /** Makes the provider of `namespace`. It calls `connect`, which lets the visitor choose a wallet, when a request asks for that. */
  createConnectingProvider(core: Core, connect: () => Promise<unknown>, namespace: Namespace): Providers[Namespace]
}

const loadProvider = () => import('./namespace-provider.js')

/**
 * The rows. `scripts/namespaces.mjs` writes `namespace-names.ts` and `namespace-discovery.ts` from them, for the chunks before
 * `after-open.ts`.
 */
export const namespaceRows: Readonly<Record<Namespace, RootRow>> = {
  eip155: {
    name: 'Ethereum and compatible',
    mark: 'eip155:1',
    firstDiscover: discoverInjected,
    discover: discoverAll,
    load: () => import('../connectors/eip155/index.js'),
    loadMethods: () => import('../connectors/eip155/methods.js'),
    loadProvider: () => import('../state/connections/provider.js'),
    loadBalance: () => import('../api/rpc.js'),
    hasNames: true,
    hasNfts: true,
  },
  solana: {
    name: 'Solana',
    mark: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    discover: discoverLater(() => import('../connectors/solana/discover.js')),
    load: () => import('../connectors/solana/index.js'),
    loadMethods: () => import('../connectors/solana/methods.js'),
    loadProvider,
    loadBalance: () => import('../api/solana-balance.js'),
  },
  bip122: {
    name: 'Bitcoin',
    mark: 'bip122:000000000019d6689c085ae165831e93',
    discover: discoverLater(() => import('../connectors/bip122/discover.js')),
    load: () => import('../connectors/bip122/index.js'),
    loadMethods: () => import('../connectors/bip122/methods.js'),
    loadProvider,
  },
  polkadot: {
    name: 'Polkadot',
    mark: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    discover: discoverLater(() => import('../connectors/polkadot/discover.js')),
    load: () => import('../connectors/polkadot/index.js'),
    loadMethods: () => import('../connectors/polkadot/methods.js'),
    loadProvider,
    explorerPath: 'account',
  },
  cosmos: {
    name: 'Cosmos',
    mark: 'cosmos:cosmoshub-4',
    discover: discoverLater(() => import('../connectors/cosmos/discover.js')),
    load: () => import('../connectors/cosmos/index.js'),
    loadMethods: () => import('../connectors/cosmos/methods.js'),
    loadProvider,
  },
}
