// Generated from src/config/settings.ts by scripts/settings.mjs: do not edit.
import type { AttributeReading } from './setting.js'

/** How the text of an attribute becomes its setting: those that are read once the modal is needed. */
export const lateAttributes = {
  services: 'text',
  networks: 'networks',
  featuredWalletIds: 'list',
  includeWalletIds: 'list',
  excludeWalletIds: 'list',
  termsUrl: 'text',
  privacyUrl: 'text',
  debug: 'flag',
} as const satisfies Readonly<Record<string, AttributeReading>>
