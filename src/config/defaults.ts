// Generated from src/config/settings.ts by scripts/settings.mjs: do not edit.
import { fillNetworks, fillServices } from './derive.js'
import { present } from './present.js'
import type { FilledSettings, ModalConfig } from './setting-types.js'

/** The settings with their defaults, as far as they are in order. */
export function fillSettings(given: ModalConfig): FilledSettings {
  return {
    projectId: '',
    id: 'default',
    defaultAccountTypes: {},
    rpcUrls: {},
    customWallets: [],
    connectors: [],
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    allWallets: 'SHOW',
    dialog: 'modal',
    preload: 'idle',
    messages: {},
    reconnect: true,
    enableNetworkSwitch: true,
    allowUnsupportedChain: false,
    preferUniversalLinks: false,
    debug: false,
    ...present<FilledSettings>(given),
    features: {
      collapseWallets: false,
      connectMethodsOrder: ['email', 'social', 'wallet'],
      legalCheckbox: false,
      analytics: false,
      ...present<FilledSettings['features']>(given.features),
    },
    theme: {
      mode: 'system',
      variables: {},
      ...present<FilledSettings['theme']>(given.theme),
    },
    services: fillServices(given.services),
    networks: fillNetworks(given.networks),
  }
}
