'use client'
// `wallet-modal/react`: the same elements as components, and what they know as hooks.
export * from './components.js'
export * from './hooks.js'
export type { WalletTags } from './jsx.js'
export { WalletProvider, useMaybeWalletModal, useWalletModal, type WalletProviderProps } from './provider.js'
