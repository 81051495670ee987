// The views besides Connect: which element shows each, its heading, where focus goes. Fetched once the first view is shown, or with the first
// of them that is wanted.
import type { View, ViewName } from '../view.js'
import { routes, type Route, type Title } from './routes.js'

type Of<Name extends ViewName> = Extract<View, { name: Name }>

function route<Name extends ViewName>(
  tag: string,
  load: Route['load'],
  title: (...args: [Parameters<Title>[0], Of<Name>]) => string,
  rest: Partial<Pick<Route, 'focus' | 'left' | 'needs'>> = {},
): Route {
  // The table below is keyed by name, so a title only ever meets the view of its own name.
  return { tag, load, title: title as Title, focus: 'heading', ...rest }
}

const others: { readonly [Name in Exclude<ViewName, 'Connect'>]: Route } = {
  ConnectWallets: route<'ConnectWallets'>(
    'wm-connect-wallets-view',
    () => import('./views/connect-wallets-view.js'),
    (t) => t('connect.title'),
  ),
  AllWallets: route<'AllWallets'>(
    'wm-all-wallets-view',
    () => import('./views/all-wallets-view.js'),
    (t) => t('connect.allWallets'),
    { focus: 'field' },
  ),
  ConnectingWalletConnect: route<'ConnectingWalletConnect'>(
    'wm-connecting-walletconnect-view',
    () => import('./views/connecting-walletconnect-view.js'),
    (t, { wallet }) => wallet?.name ?? t('connect.phone'),
  ),
  ConnectingWalletConnectBasic: route<'ConnectingWalletConnectBasic'>(
    'wm-connecting-walletconnect-basic-view',
    () => import('./views/connecting-walletconnect-basic-view.js'),
    (t) => t('connect.title'),
    { left: 'help' },
  ),
  ConnectingExternal: route<'ConnectingExternal'>(
    'wm-connecting-external-view',
    () => import('./views/connecting-external-view.js'),
    (_, { wallet }) => wallet.name,
    { needs: 'wallet' },
  ),
  ConnectingMultiChain: route<'ConnectingMultiChain'>(
    'wm-connecting-multi-chain-view',
    () => import('./views/connecting-multi-chain-view.js'),
    (t) => t('families.title'),
    { needs: 'wallet' },
  ),
  GetWallet: route<'GetWallet'>(
    'wm-get-wallet-view',
    () => import('./views/get-wallet-view.js'),
    (t) => t('getWallet.title'),
  ),
  Downloads: route<'Downloads'>(
    'wm-downloads-view',
    () => import('./views/downloads-view.js'),
    (t, { wallet }) => t('downloads.title', { wallet: wallet.name }),
    { needs: 'wallet' },
  ),
  WhatIsAWallet: route<'WhatIsAWallet'>(
    'wm-what-is-a-wallet-view',
    () => import('./views/what-is-a-wallet-view.js'),
    (t) => t('shell.help'),
  ),
  WhatIsANetwork: route<'WhatIsANetwork'>(
    'wm-what-is-a-network-view',
    () => import('./views/what-is-a-network-view.js'),
    (t) => t('whatIsANetwork.title'),
  ),
  Account: route<'Account'>(
    'wm-account-view',
    () => import('./views/account-view.js'),
    (t) => t('account.title'),
    { left: 'network' },
  ),
  Networks: route<'Networks'>(
    'wm-networks-view',
    () => import('./views/networks-view.js'),
    (t) => t('networks.title'),
  ),
  SwitchNetwork: route<'SwitchNetwork'>(
    'wm-switch-network-view',
    () => import('./views/switch-network-view.js'),
    (_, { network }) => network.name,
    { needs: 'network' },
  ),
  UnsupportedChain: route<'UnsupportedChain'>(
    'wm-unsupported-chain-view',
    () => import('./views/unsupported-chain-view.js'),
    (t) => t('unsupportedChain.title'),
  ),
}

/** By the name of the view. */
export const allRoutes = Object.assign(routes, others)
