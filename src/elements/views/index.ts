// Which element shows which view, and what the shell must know of it: its heading, where focus goes, what stands left in the header.
import type { Core } from '../../state/core.js'
import type { View, ViewName } from '../../view.js'
import type { Translate } from '../lib/localize.js'

export interface Route {
  readonly tag: string
  /** Imports the element's module; rejects when the chunk cannot be had, and may be called again. */
  readonly load: () => Promise<unknown>
  /** The heading of the dialog while this view is shown. */
  readonly title: (t: Translate, view: View, core: Core) => string
  /** Where focus goes when the view appears: the heading, or the view's first field. */
  readonly focus: 'heading' | 'field'
  /** Left of the heading when there is nothing to go back to; `back` is the rule without it. */
  readonly left?: 'help' | 'network' | 'back'
}

type Of<Name extends ViewName> = Extract<View, { name: Name }>
type Title<Name extends ViewName> = (t: Translate, view: Of<Name>, core: Core) => string

function route<Name extends ViewName>(
  tag: string,
  load: Route['load'],
  title: Title<Name>,
  rest: Partial<Pick<Route, 'focus' | 'left'>> = {},
): Route {
  // The table below is keyed by name, so a title only ever meets the view of its own name.
  return { tag, load, title: title as Route['title'], focus: 'heading', ...rest }
}

export const routes: { readonly [Name in ViewName]: Route } = {
  Connect: route<'Connect'>(
    'wm-connect-view',
    () => Promise.resolve(), // the outlet brings it
    (t) => t('connect.title'),
    { left: 'help' },
  ),
  ConnectWallets: route<'ConnectWallets'>(
    'wm-connect-wallets-view',
    () => import('./connect-wallets-view.js'),
    (t) => t('connect.title'),
  ),
  AllWallets: route<'AllWallets'>(
    'wm-all-wallets-view',
    () => import('./all-wallets-view.js'),
    (t) => t('allWallets.title'),
    { focus: 'field' },
  ),
  ConnectingWalletConnect: route<'ConnectingWalletConnect'>(
    'wm-connecting-walletconnect-view',
    () => import('./connecting-walletconnect-view.js'),
    (t, { wallet }) => wallet?.name ?? t('connect.phone'),
  ),
  ConnectingWalletConnectBasic: route<'ConnectingWalletConnectBasic'>(
    'wm-connecting-walletconnect-basic-view',
    () => import('./connecting-walletconnect-basic-view.js'),
    (t) => t('connect.title'),
    { left: 'help' },
  ),
  ConnectingExternal: route<'ConnectingExternal'>(
    'wm-connecting-external-view',
    () => import('./connecting-external-view.js'),
    (_, { wallet }) => wallet.name,
  ),
  ConnectingMultiChain: route<'ConnectingMultiChain'>(
    'wm-connecting-multi-chain-view',
    () => import('./connecting-multi-chain-view.js'),
    (t) => t('families.title'),
  ),
  GetWallet: route<'GetWallet'>(
    'wm-get-wallet-view',
    () => import('./get-wallet-view.js'),
    (t) => t('getWallet.title'),
  ),
  Downloads: route<'Downloads'>(
    'wm-downloads-view',
    () => import('./downloads-view.js'),
    (t, { wallet }) => t('downloads.title', { wallet: wallet.name }),
  ),
  WhatIsAWallet: route<'WhatIsAWallet'>(
    'wm-what-is-a-wallet-view',
    () => import('./what-is-a-wallet-view.js'),
    (t) => t('whatIsAWallet.title'),
  ),
  WhatIsANetwork: route<'WhatIsANetwork'>(
    'wm-what-is-a-network-view',
    () => import('./what-is-a-network-view.js'),
    (t) => t('whatIsANetwork.title'),
  ),
  Account: route<'Account'>(
    'wm-account-view',
    () => import('./account-view.js'),
    (t) => t('account.title'),
    { left: 'network' },
  ),
  Networks: route<'Networks'>(
    'wm-networks-view',
    () => import('./networks-view.js'),
    (t) => t('networks.title'),
  ),
  SwitchNetwork: route<'SwitchNetwork'>(
    'wm-switch-network-view',
    () => import('./switch-network-view.js'),
    (_, { network }) => network.name,
  ),
  UnsupportedChain: route<'UnsupportedChain'>(
    'wm-unsupported-chain-view',
    () => import('./unsupported-chain-view.js'),
    (t) => t('unsupportedChain.title'),
  ),
}

/** Fetches a view's chunk ahead of its use, on pointer-over or focus of what leads to it. */
export function preload(name: ViewName): void {
  // A miss costs nothing here: the outlet asks again when the view is wanted, and shows the failure.
  routes[name].load().catch(() => undefined)
}
