'use client'
// Generated from custom-elements.json by scripts/react.mjs: do not edit.
import { createComponent } from '@lit/react'
import * as React from 'react'
import { WalletOnramp as WalletOnrampClass } from '../elements/shell/onramp.js'

/** Buying in the page: amount, token, price and providers, and the steps after them. A button that opens the modal until a wallet is connected. */
export const WalletOnramp = /* @__PURE__ */ createComponent({
  tagName: 'wallet-onramp',
  elementClass: WalletOnrampClass,
  react: React,
})
