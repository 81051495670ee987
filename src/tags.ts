// Generated from custom-elements.json by scripts/tags.mjs: do not edit.
import type { WalletAccountButton } from './elements/shell/account-button.js'
import type { WalletConnectButton } from './elements/shell/connect-button.js'
import type { WalletModalElement } from './wallet-modal.js'
import type { WalletNetworkButton } from './elements/shell/network-button.js'
import type { WalletOnramp } from './elements/shell/onramp.js'
import type { WalletProvider } from './elements/shell/provider.js'

/** What may be written on each tag: properties, and attributes that have another name. */
export interface TagProperties {
  'wallet-account-button': {
    readonly balance?: WalletAccountButton['balance'] | undefined
    readonly for?: WalletAccountButton['for'] | undefined
    readonly modal?: WalletAccountButton['modal'] | undefined
  }
  'wallet-connect-button': {
    readonly label?: WalletConnectButton['label'] | undefined
    readonly for?: WalletConnectButton['for'] | undefined
    readonly modal?: WalletConnectButton['modal'] | undefined
  }
  'wallet-modal': {
    readonly modal?: WalletModalElement['modal'] | undefined
    readonly projectId?: WalletModalElement['projectId'] | undefined
    readonly services?: WalletModalElement['services'] | undefined
    readonly networks?: WalletModalElement['networks'] | undefined
    readonly defaultNetwork?: WalletModalElement['defaultNetwork'] | undefined
    readonly featuredWalletIds?: WalletModalElement['featuredWalletIds'] | undefined
    readonly includeWalletIds?: WalletModalElement['includeWalletIds'] | undefined
    readonly excludeWalletIds?: WalletModalElement['excludeWalletIds'] | undefined
    readonly termsUrl?: WalletModalElement['termsUrl'] | undefined
    readonly privacyUrl?: WalletModalElement['privacyUrl'] | undefined
    readonly theme?: WalletModalElement['theme'] | undefined
    readonly dialog?: WalletModalElement['dialog'] | undefined
    readonly preload?: WalletModalElement['preload'] | undefined
    readonly locale?: WalletModalElement['locale'] | undefined
    readonly debug?: WalletModalElement['debug'] | undefined
    readonly config?: WalletModalElement['config'] | undefined
    readonly 'project-id'?: WalletModalElement['projectId'] | undefined
    readonly 'default-network'?: WalletModalElement['defaultNetwork'] | undefined
    readonly 'featured-wallet-ids'?: WalletModalElement['featuredWalletIds'] | undefined
    readonly 'include-wallet-ids'?: WalletModalElement['includeWalletIds'] | undefined
    readonly 'exclude-wallet-ids'?: WalletModalElement['excludeWalletIds'] | undefined
    readonly 'terms-url'?: WalletModalElement['termsUrl'] | undefined
    readonly 'privacy-url'?: WalletModalElement['privacyUrl'] | undefined
  }
  'wallet-network-button': {
    readonly for?: WalletNetworkButton['for'] | undefined
    readonly modal?: WalletNetworkButton['modal'] | undefined
  }
  'wallet-onramp': {
    readonly amount?: WalletOnramp['amount'] | undefined
    readonly currency?: WalletOnramp['currency'] | undefined
    readonly token?: WalletOnramp['token'] | undefined
    readonly method?: WalletOnramp['method'] | undefined
    readonly for?: WalletOnramp['for'] | undefined
    readonly modal?: WalletOnramp['modal'] | undefined
  }
  'wallet-provider': {
    readonly for?: WalletProvider['for'] | undefined
    readonly modal?: WalletProvider['modal'] | undefined
  }
}
