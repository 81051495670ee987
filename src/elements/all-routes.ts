// The rows of all views besides Connect; those of buying are in `buy-routes.ts`, those of the embedded wallet in `embedded-routes.ts`. To add a view, write its element and add its row; no other module names views. Loaded after the first view,
// or with the first of these views that is opened.
import { isPhone } from '../state/interface/phone.js'
import type { Core } from '../state/core.js'
import { createModal } from '../state/interface/modal.js'
import { createRouter } from '../state/interface/router.js'
import type { Nft } from '../state/nfts/nfts.js'
import type { Namespace } from '../vocabulary/caip.js'
import { visibleName } from '../vocabulary/visible-name.js'
import type { Network } from '../vocabulary/network.js'
import type { SmartSessionRequest, SmartSessionResult } from '../vocabulary/smart-session.js'
import { requiresSignIn } from '../vocabulary/sign-in.js'
import type { Wallet } from '../vocabulary/wallet.js'
import { unreachable } from '../vocabulary/wallet-error.js'
import type { View } from '../vocabulary/view.js'
import { preloadPhoneWallet } from './lib/preload-phone-wallet.js'
import { buyRoutes } from './buy-routes.js'
import { embeddedRoutes } from './embedded-routes.js'
import { route } from './route.js'
import { connectRoute, type LoadedRouteTable, type Route } from './routes.js'

export { route } from './route.js'

// `View` has the parameters that the rows below declare.
export type { View, ViewName } from '../vocabulary/view.js'

declare module '../vocabulary/view.js' {
  interface ViewTables {
    readonly others: typeof routes
  }
}

const signIn = route({
  tag: 'wm-sign-in-view',
  load: () => import('./views/account/sign-in-view.js'),
  words: ['signIn', 'errors'],
  title: (t) => t('signIn.title'),
  needs: { connection: true },
  asks: ['sign'],
  refusesClosing: ({ config }: Core) => requiresSignIn(config),
})

/** The rows by name of the view. */
export const routes = {
  ConnectWallets: route({
    tag: 'wm-connect-wallets-view',
    load: () => import('./views/connect/connect-wallets-view.js'),
    title: (t) => t('connect.title'),
    needs: {},
    consent: 'always',
  }),
  AllWallets: route({
    tag: 'wm-all-wallets-view',
    load: () => import('./views/connect/all-wallets-view.js'),
    words: ['wallets', 'errors'],
    title: (t) => t('connect.allWallets'),
    needs: {},
    focus: 'field',
    consent: 'first',
  }),
  /** Without `wallet` it shows a code for any wallet. */
  ConnectingWalletConnect: route<{ readonly wallet?: Wallet | undefined }>({
    tag: 'wm-connecting-walletconnect-view',
    load(core, { wallet }) {
      preloadPhoneWallet(core, wallet)
      return import('./views/connecting/connecting-walletconnect-view.js')
    },
    words: ['connecting', 'wallets', 'errors'],
    title: (t, { wallet }) => wallet?.name ?? t('connect.phone'),
    needs: {},
    connects: true,
    asks: ['connect', 'pair'],
    consent: 'first',
  }),
  ConnectingWalletConnectBasic: route({
    tag: 'wm-connecting-walletconnect-basic-view',
    load(core) {
      if (!isPhone(core)) preloadPhoneWallet(core) // on a phone the view has the rows of wallets
      return import('./views/connecting/connecting-walletconnect-basic-view.js')
    },
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
    load: () => import('./views/connecting/connecting-external-view.js'),
    words: ['connecting', 'errors'],
    title: (_, { wallet }) => wallet.name,
    needs: { wallet: true },
    connects: true,
    asks: ['connect'],
    consent: 'first',
  }),
  ConnectingMultiChain: route<{ readonly wallet: Wallet }>({
    tag: 'wm-connecting-multi-chain-view',
    load: () => import('./views/connecting/connecting-multi-chain-view.js'),
    words: ['connecting'],
    title: (t) => t('families.title'),
    needs: { wallet: true },
    connects: true,
    consent: 'first',
  }),
  GetWallet: route({
    tag: 'wm-get-wallet-view',
    load: () => import('./views/get-wallet/get-wallet-view.js'),
    words: ['wallets'],
    title: (t) => t('getWallet.title'),
    needs: {},
  }),
  Downloads: route<{ readonly wallet: Wallet }>({
    tag: 'wm-downloads-view',
    load: () => import('./views/get-wallet/downloads-view.js'),
    words: ['wallets'],
    title: (t, { wallet }) => t('downloads.title', { wallet: wallet.name }),
    needs: { wallet: true },
  }),
  WhatIsAWallet: route({
    tag: 'wm-what-is-a-wallet-view',
    load: () => import('./views/get-wallet/what-is-a-wallet-view.js'),
    words: ['wallets'],
    title: (t) => t('shell.help'),
    needs: {},
  }),
  WhatIsANetwork: route({
    tag: 'wm-what-is-a-network-view',
    load: () => import('./views/networks/what-is-a-network-view.js'),
    words: ['networks'],
    title: (t) => t('whatIsANetwork.title'),
    needs: {},
  }),
  Account: route({
    tag: 'wm-account-view',
    load: () => import('./views/account/account-view.js'),
    words: ['account', 'assets', 'errors'],
    title: (t) => t('account.title'),
    needs: { connection: true },
    left: 'network',
  }),
  AccountSettings: route({
    tag: 'wm-account-settings-view',
    load: () => import('./views/account/account-settings-view.js'),
    words: ['account'],
    title: (t) => t('accountSettings.title'),
    needs: { connection: 'first' },
  }),
  WalletReceive: route({
    tag: 'wm-wallet-receive-view',
    load: () => import('./views/receive/wallet-receive-view.js'),
    words: ['account', 'receive'],
    title: (t) => t('receive.title'),
    needs: { connection: 'first' },
  }),
  WalletCompatibleNetworks: route({
    tag: 'wm-wallet-compatible-networks-view',
    load: () => import('./views/receive/wallet-compatible-networks-view.js'),
    words: ['receive'],
    title: (t) => t('compatibleNetworks.title'),
    needs: { connection: true },
  }),
  Transactions: route({
    tag: 'wm-transactions-view',
    load: () => import('./views/activity/transactions-view.js'),
    words: ['activity', 'account', 'assets', 'errors'],
    title: (t) => t('activity.title'),
    needs: { connection: 'first' },
  }),
  Nfts: route({
    tag: 'wm-nfts-view',
    load: () => import('./views/nfts/nfts-view.js'),
    words: ['nfts', 'errors'],
    title: (t) => t('nfts.title'),
    needs: { connection: 'first' },
  }),
  Nft: route<{ readonly nft: Nft }>({
    tag: 'wm-nft-view',
    load: () => import('./views/nfts/nft-view.js'),
    words: ['nfts', 'account'],
    title: (t, { nft }) => visibleName(nft.name) ?? t('nfts.title'),
    needs: { connection: true, nft: true },
  }),
  /** `namespace`: the tab that is shown first; by default that of the active account. */
  ProfileWallets: route<{ readonly namespace?: Namespace | undefined }>({
    tag: 'wm-profile-wallets-view',
    load: () => import('./views/account/profile-wallets-view.js'),
    words: ['account'],
    title: (t) => t('connect.wallets'),
    needs: { connection: true },
  }),
  /** `id`: of the connection. */
  ConfirmDisconnect: route<{ readonly id: string }>({
    tag: 'wm-confirm-disconnect-view',
    load: () => import('./views/account/confirm-disconnect-view.js'),
    words: ['account'],
    title: (t) => t('common.disconnect'),
    needs: { connection: true, id: true },
  }),
  ChooseAccountName: route({
    tag: 'wm-choose-account-name-view',
    load: () => import('./views/names/choose-account-name-view.js'),
    words: ['names', 'errors'],
    title: (t) => t('chooseName.title'),
    needs: { connection: 'first' },
  }),
  RegisterAccountName: route({
    tag: 'wm-register-account-name-view',
    load: () => import('./views/names/register-account-name-view.js'),
    words: ['names', 'errors'],
    title: (t) => t('registerName.title'),
    needs: { connection: 'first' },
    asks: ['sign'],
    focus: 'field',
  }),
  /** `accountName`: with its zone. */
  RegisterAccountNameSuccess: route<{ readonly accountName: string }>({
    tag: 'wm-register-account-name-success-view',
    load: () => import('./views/names/register-account-name-success-view.js'),
    words: ['names'],
    title: (t) => t('registerNameSuccess.title'),
    needs: { connection: true, accountName: true },
  }),
  TokenApprovals: route({
    tag: 'wm-token-approvals-view',
    load: () => import('./views/approvals/token-approvals-view.js'),
    words: ['approvals', 'assets', 'account', 'errors'],
    title: (t) => t('approvals.title'),
    needs: { connection: 'first' },
  }),
  SmartSessionList: route({
    tag: 'wm-smart-session-list-view',
    load: () => import('./views/smart-sessions/smart-session-list-view.js'),
    words: ['smartSessions', 'assets', 'errors'],
    title: (t) => t('smartSessions.title'),
    needs: { connection: 'first' },
  }),
  /** `request`: what the page asks the visitor to allow. */
  SmartSessionRequest: route<{ readonly request: SmartSessionRequest }>({
    tag: 'wm-smart-session-request-view',
    task: 'smartSession',
    load: () => import('./views/smart-sessions/smart-session-request-view.js'),
    words: ['smartSessions', 'assets', 'errors'],
    title: (t) => t('smartSessions.requestTitle'),
    needs: { connection: 'first', request: true },
    async outcome(core: Core, view) {
      const { createSmartSessionRequests } = await import('../state/smart-sessions/smart-session-request.js').catch(unreachable)
      return core.use(createSmartSessionRequests).outcome(view)
    },
  }),
  /** `smartSession`: what the wallet has granted. */
  SmartSessionCreated: route<{ readonly smartSession: SmartSessionResult }>({
    tag: 'wm-smart-session-created-view',
    task: 'smartSession',
    load: () => import('./views/smart-sessions/smart-session-created-view.js'),
    words: ['smartSessions'],
    title: (t) => t('smartSessions.createdTitle'),
    needs: { connection: true, smartSession: true },
  }),
  Networks: route({
    tag: 'wm-networks-view',
    load: () => import('./views/networks/networks-view.js'),
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
    load: () => import('./views/networks/switch-network-view.js'),
    words: ['networks', 'errors'],
    title: (_, { network }) => network.name,
    needs: { connection: true, network: true },
    asks: ['switchNetwork'],
  }),
  SwitchActiveChain: route<{ readonly network: Network }>({
    tag: 'wm-switch-active-chain-view',
    load: () => import('./views/networks/switch-active-chain-view.js'),
    words: ['networks'],
    title: (t) => t('switchActiveChain.title'),
    needs: { connection: true, network: true },
  }),
  /** `from`, `to`: CAIP-19 id, CAIP-10 id or symbol of a token; `amount`: a plain decimal number, with a point. */
  Swap: route<{ readonly from?: string | undefined; readonly to?: string | undefined; readonly amount?: string | undefined }>({
    tag: 'wm-swap-view',
    load: () => import('./views/swap/swap-view.js'),
    words: ['assets', 'swap', 'errors'],
    title: (t) => t('swap.title'),
    needs: { connection: 'first' },
  }),
  SwapSelectToken: route<{ readonly side: 'from' | 'to' }>({
    tag: 'wm-swap-select-token-view',
    load: () => import('./views/swap/swap-select-token-view.js'),
    words: ['assets', 'swap', 'errors'],
    title: (t) => t('swap.selectToken'),
    needs: { connection: true, side: true },
    focus: 'field',
  }),
  SwapPreview: route({
    tag: 'wm-swap-preview-view',
    load: () => import('./views/swap/swap-preview-view.js'),
    words: ['assets', 'swap', 'account', 'errors'],
    title: (t) => t('swap.reviewTitle'),
    needs: { connection: true },
  }),
  SIWXSignMessage: signIn,
  /** The former name of `SIWXSignMessage` (specification §2). */
  ConnectingSiwe: signIn,
  /** `amount`: a decimal number with a point; `asset`: CAIP-19, or a symbol. Without parameters it shows what was entered before. */
  WalletSend: route<{
    readonly to?: string | undefined
    readonly amount?: string | undefined
    readonly asset?: string | undefined
  }>({
    tag: 'wm-wallet-send-view',
    task: 'send',
    load: () => import('./views/send/wallet-send-view.js'),
    words: ['send', 'assets', 'errors'],
    title: (t) => t('send.title'),
    needs: { connection: 'first' },
    focus: 'field',
    async outcome(core: Core, view) {
      const { createSendFlow } = await import('../state/send/outcome.js').catch(unreachable)
      return core.use(createSendFlow).ask(view)
    },
  }),
  WalletSendSelectToken: route({
    tag: 'wm-wallet-send-select-token-view',
    task: 'send',
    load: () => import('./views/send/wallet-send-select-token-view.js'),
    words: ['assets', 'errors'],
    title: (t) => t('send.chooseToken'),
    needs: { connection: true },
    focus: 'field',
  }),
  WalletSendPreview: route({
    tag: 'wm-wallet-send-preview-view',
    task: 'send',
    load: () => import('./views/send/wallet-send-preview-view.js'),
    words: ['send', 'assets', 'errors'],
    title: (t) => t('send.review'),
    needs: { connection: true },
  }),
  /** `closes`: Done closes the modal, because the page has asked to send. */
  WalletSendConfirmed: route<{ readonly hash: string; readonly closes?: boolean | undefined }>({
    tag: 'wm-wallet-send-confirmed-view',
    task: 'send',
    load: () => import('./views/send/wallet-send-confirmed-view.js'),
    words: ['send', 'account', 'assets', 'errors'],
    title: (t) => t('send.sent'),
    needs: { connection: true, hash: true },
  }),
  ...buyRoutes,
  ...embeddedRoutes,
  UnsupportedChain: route({
    tag: 'wm-unsupported-chain-view',
    load: () => import('./views/networks/unsupported-chain-view.js'),
    words: ['networks'],
    title: (t) => t('unsupportedChain.title'),
    needs: { connection: true },
    refusesClosing: (core: Core) => core.use(createModal).$needsNetworkSwitch.get(),
  }),
}

/** A table of `rows` and of Connect, without anything to load. Tests make their own. */
export function tableOf(rows: Readonly<Record<string, Route>>): LoadedRouteTable {
  const named = (name: string) => (Object.hasOwn(rows, name) && rows[name]) || connectRoute
  const table: LoadedRouteTable = {
    find(view: View) {
      const row = named(view.name)
      const given: { readonly [parameter: string]: unknown } = view // a page without TypeScript may have left a parameter out
      const has = (need: string) => need === 'connection' || given[need] !== undefined
      return Object.keys(row.needs).every(has) ? row : connectRoute
    },
    load: () => Promise.resolve(table),
    preload(core, to) {
      const view = typeof to === 'string' ? { name: to } : to
      // Ignore a failure: the outlet loads again when the view is opened, and shows the failure.
      const row = named(view.name)
      row.load?.(core, view).catch(() => undefined)
      return row.words ?? []
    },
  }
  return table
}

/** The table of the package's views, for `createRoutes`. */
export const routeTable = tableOf(routes)
