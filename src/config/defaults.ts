// Generated from src/config/settings.ts by scripts/settings.mjs: do not edit.
import { fillMetadata, fillNetworks, fillRpcUrls, fillServices } from './derive.js'
import { present } from './present.js'
import type { FilledSettings, ModalConfig } from './setting-types.js'
import type { Metadata } from './values.js'

/** The settings with their defaults, as far as they are in order. */
export function fillSettings(given: ModalConfig, page: Metadata): FilledSettings {
  return {
    projectId: '',
    id: 'default',
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
    services: fillServices(given.services, page),
    metadata: fillMetadata(given.metadata, page),
    networks: fillNetworks(given.networks, page),
    rpcUrls: fillRpcUrls(given.rpcUrls, page),
  }
}
