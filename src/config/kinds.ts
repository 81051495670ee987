// Generated from src/config/settings.ts by scripts/settings.mjs: do not edit.
import type { ModalConfig } from './setting-types.js'

/** s text, b flag, a list, o object; two letters: either. */
export const kinds: Readonly<Record<keyof ModalConfig, string>> = {
  projectId: 's',
  id: 's',
  services: 'so',
  metadata: 'o',
  networks: 'a',
  defaultNetwork: 'so',
  defaultAccountTypes: 'o',
  rpcUrls: 'o',
  customWallets: 'a',
  connectors: 'a',
  featuredWalletIds: 'a',
  includeWalletIds: 'a',
  excludeWalletIds: 'a',
  allWallets: 's',
  features: 'o',
  siwx: 'o',
  termsUrl: 's',
  privacyUrl: 's',
  theme: 'o',
  dialog: 's',
  preload: 's',
  locale: 's',
  messages: 'o',
  reconnect: 'b',
  enableNetworkSwitch: 'b',
  allowUnsupportedChain: 'b',
  preferUniversalLinks: 'b',
  debug: 'b',
}
