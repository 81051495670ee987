'use client'
// `wallet-modal/react`: the elements as React components, and the state of the modal as hooks.
export * from './components.js'
export * from './hooks.js'
export type { WalletTags } from './jsx.js'
export { WalletProvider, useMaybeWalletModal, useWalletModal, type WalletProviderProps } from './provider.js'
