// The views that the modal can show, each with its own parameters. A view that is not here does not exist.
import type { Namespace } from './caip.js'
import type { Network } from './network.js'
import type { Wallet } from './wallet.js'

/** Parameters per view name; `undefined`: takes none. */
export interface ViewParameters {
  /** `namespace` narrows the list to wallets of one ecosystem. */
  Connect: { readonly namespace?: Namespace | undefined } | undefined
  ConnectWallets: undefined
  AllWallets: undefined
  /** No wallet: the code for any wallet. */
  ConnectingWalletConnect: { readonly wallet?: Wallet | undefined } | undefined
  ConnectingWalletConnectBasic: undefined
  ConnectingExternal: { readonly wallet: Wallet; readonly namespace?: Namespace | undefined }
  ConnectingMultiChain: { readonly wallet: Wallet }
  GetWallet: undefined
  Downloads: { readonly wallet: Wallet }
  WhatIsAWallet: undefined
  WhatIsANetwork: undefined
  Account: undefined
  Networks: undefined
  SwitchNetwork: { readonly network: Network }
  UnsupportedChain: undefined
}

export type ViewName = keyof ViewParameters
/** A view with its parameters: `{ name: 'SwitchNetwork', network }`. */
export type View = {
  [Name in ViewName]: { readonly name: Name } & (ViewParameters[Name] extends undefined
    ? unknown
    : NonNullable<ViewParameters[Name]>)
}[ViewName]
