// Generated from custom-elements.json by scripts/react.mjs: do not edit.
import { createComponent } from '@lit/react'
import * as React from 'react'
import { WalletAccountButton as WalletAccountButtonClass } from '../elements/shell/account-button.js'
import { WalletConnectButton as WalletConnectButtonClass } from '../elements/shell/connect-button.js'
import { WalletNetworkButton as WalletNetworkButtonClass } from '../elements/shell/network-button.js'
import { WalletProvider } from '../elements/shell/provider.js'
import { WalletModalElement } from '../wallet-modal.js'

/** Shows the connected account and opens the account view. Empty while no wallet is connected. */
export const WalletAccountButton = /* @__PURE__ */ createComponent({
  tagName: 'wallet-account-button',
  elementClass: WalletAccountButtonClass,
  react: React,
})

/** Opens the modal to connect a wallet. While one is connected, it shows the account and opens the account view. */
export const WalletConnectButton = /* @__PURE__ */ createComponent({
  tagName: 'wallet-connect-button',
  elementClass: WalletConnectButtonClass,
  react: React,
})

/** The modal: put one on the page, or let `createWalletModal` do it. It shows nothing until it is opened. */
export const WalletModal = /* @__PURE__ */ createComponent({
  tagName: 'wallet-modal',
  elementClass: WalletModalElement,
  react: React,
})

/** Shows the network and opens the list of networks. Disabled where the visitor cannot choose a network. */
export const WalletNetworkButton = /* @__PURE__ */ createComponent({
  tagName: 'wallet-network-button',
  elementClass: WalletNetworkButtonClass,
  react: React,
})

/** Gives the elements inside it their modal. */
export const WalletProviderElement = /* @__PURE__ */ createComponent({
  tagName: 'wallet-provider',
  elementClass: WalletProvider,
  react: React,
})
