// The views besides Connect, one row each. To add a view, write its element and add its row here: nothing else has to know the view.
// Fetched once the first view is shown, or with the first of these views that is wanted.
import { createRouter } from '../state/router.js'
import type { Namespace } from '../caip.js'
import type { Network } from '../network.js'
import type { Wallet } from '../wallet.js'
import type { LoadedViewTable, View, ViewName } from '../view.js'
import { connectRoute, type Route } from './routes.js'

// With the parameters that the rows below declare.
export type { View, ViewName } from '../view.js'

declare module '../view.js' {
  interface ViewTables {
    readonly others: typeof routes
  }
}

/** Types a row: `route<{ readonly wallet: Wallet }>({ …, needs: { wallet: true } })`. Without an argument the view takes no parameters. */
export const route = <Parameters = unknown>(row: Route<Parameters>) => row

/** By the name of the view. */
export const routes = {
  ConnectWallets: route({
    tag: 'wm-connect-wallets-view',
    load: () => import('./views/connect-wallets-view.js'),
    title: (t) => t('connect.title'),
    needs: {},
    consent: 'always',
  }),
  AllWallets: route({
    tag: 'wm-all-wallets-view',
    load: () => import('./views/all-wallets-view.js'),
    words: ['wallets', 'errors'],
    title: (t) => t('connect.allWallets'),
    needs: {},
    focus: 'field',
    consent: 'first',
  }),
  /** No wallet: the code for any wallet. */
  ConnectingWalletConnect: route<{ readonly wallet?: Wallet | undefined }>({
    tag: 'wm-connecting-walletconnect-view',
    load: () => import('./views/connecting-walletconnect-view.js'),
    words: ['connecting', 'wallets', 'errors'],
    title: (t, { wallet }) => wallet?.name ?? t('connect.phone'),
    needs: {},
    connects: true,
    asks: ['connect', 'pair'],
    consent: 'first',
  }),
  ConnectingWalletConnectBasic: route({
    tag: 'wm-connecting-walletconnect-basic-view',
    load: () => import('./views/connecting-walletconnect-basic-view.js'),
    words: ['connecting', 'wallets', 'errors'],
    title: (t) => t('connect.title'),
    needs: {},
    connects: true,
    asks: ['pair'],
    left: 'help',
    consent: 'always',
  }),
  ConnectingExternal: route<{ readonly wallet: Wallet; readonly namespace?: Namespace | undefined }>({
    tag: 'wm-connecting-external-view',
    load: () => import('./views/connecting-external-view.js'),
    words: ['connecting', 'errors'],
    title: (_, { wallet }) => wallet.name,
    needs: { wallet: true },
    connects: true,
    asks: ['connect'],
    consent: 'first',
  }),
  ConnectingMultiChain: route<{ readonly wallet: Wallet }>({
    tag: 'wm-connecting-multi-chain-view',
    load: () => import('./views/connecting-multi-chain-view.js'),
    words: ['connecting'],
    title: (t) => t('families.title'),
    needs: { wallet: true },
    connects: true,
    consent: 'first',
  }),
  GetWallet: route({
    tag: 'wm-get-wallet-view',
    load: () => import('./views/get-wallet-view.js'),
    words: ['wallets'],
    title: (t) => t('getWallet.title'),
    needs: {},
  }),
  Downloads: route<{ readonly wallet: Wallet }>({
    tag: 'wm-downloads-view',
    load: () => import('./views/downloads-view.js'),
    words: ['wallets'],
    title: (t, { wallet }) => t('downloads.title', { wallet: wallet.name }),
    needs: { wallet: true },
  }),
  WhatIsAWallet: route({
    tag: 'wm-what-is-a-wallet-view',
    load: () => import('./views/what-is-a-wallet-view.js'),
    words: ['wallets'],
    title: (t) => t('shell.help'),
    needs: {},
  }),
  WhatIsANetwork: route({
    tag: 'wm-what-is-a-network-view',
    load: () => import('./views/what-is-a-network-view.js'),
    words: ['networks'],
    title: (t) => t('whatIsANetwork.title'),
    needs: {},
  }),
  Account: route({
    tag: 'wm-account-view',
    load: () => import('./views/account-view.js'),
    words: ['account', 'errors'],
    title: (t) => t('account.title'),
    needs: { connection: true },
    left: 'network',
  }),
  Networks: route({
    tag: 'wm-networks-view',
    load: () => import('./views/networks-view.js'),
    words: ['networks'],
    title: (t) => t('networks.title'),
    needs: {},
    note: {
      text: 'networks.note',
      label: 'whatIsANetwork.title',
      explain(core) {
        core.emit('event', { name: 'CLICK_NETWORK_HELP' })
        core.use(createRouter).push({ name: 'WhatIsANetwork' })
      },
    },
  }),
  SwitchNetwork: route<{ readonly network: Network }>({
    tag: 'wm-switch-network-view',
    load: () => import('./views/switch-network-view.js'),
    words: ['networks', 'errors'],
    title: (_, { network }) => network.name,
    needs: { connection: true, network: true },
    asks: ['switchNetwork'],
  }),
  UnsupportedChain: route({
    tag: 'wm-unsupported-chain-view',
    load: () => import('./views/unsupported-chain-view.js'),
    words: ['networks'],
    title: (t) => t('unsupportedChain.title'),
    needs: { connection: true },
    refusesClosing: true,
  }),
}

/** A table of `rows`, all known at once. Connect's row is there without being one of them. */
export function tableOf(rows: Readonly<Record<string, Route>>): LoadedViewTable<Route> {
  const named = (name: string) => (Object.hasOwn(rows, name) && rows[name]) || connectRoute
  const table = {
    find(view: View) {
      const row = named(view.name)
      const given: { readonly [parameter: string]: unknown } = view // a page's own code may have left one out
      const has = (need: string) => need === 'connection' || given[need] !== undefined
      return Object.keys(row.needs).every(has) ? row : connectRoute
    },
    load: () => Promise.resolve(table),
    preload(name: ViewName) {
      // A miss costs nothing here: the outlet asks again when the view is wanted, and shows the failure.
      const row = named(name)
      row.load?.().catch(() => undefined)
      return row
    },
  }
  return table
}

/** The table of the package's views. */
export const routeTable = tableOf(routes)
