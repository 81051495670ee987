// The part of checking the settings that fits into the first chunk: every setting exists and is of the right kind. What is inside
// them is checked by `config.ts`, which is loaded before the settings are first used (docs/decisions/0003).
import { CodedError } from '../coded-error.js'
import type { ModalConfig } from './check.js'

/** s text, b flag, a list, o object; two letters: either. */
const kinds: Readonly<Record<keyof ModalConfig, string>> = {
  projectId: 's',
  id: 's',
  services: 'so',
  metadata: 'o',
  networks: 'a',
  defaultNetwork: 'so',
  rpcUrls: 'o',
  customWallets: 'a',
  connectors: 'a',
  featuredWalletIds: 'a',
  includeWalletIds: 'a',
  excludeWalletIds: 'a',
  allWallets: 's',
  features: 'o',
  termsUrl: 's',
  privacyUrl: 's',
  theme: 'o',
  dialog: 's',
  locale: 's',
  messages: 'o',
  reconnect: 'b',
  enableNetworkSwitch: 'b',
  allowUnsupportedChain: 'b',
  preferUniversalLinks: 'b',
  debug: 'b',
}

/** @throws CodedError CONFIG_INVALID with `{setting, problem}` */
export function checkKinds(config: ModalConfig): void {
  if (kindOf(config) !== 'o') fail('config', 'an object is needed')
  for (const [setting, value] of Object.entries(config)) {
    const wanted = Object.hasOwn(kinds, setting) ? kinds[setting as keyof ModalConfig] : fail(setting, 'unknown setting')
    if (value !== undefined && !wanted.includes(kindOf(value)))
      fail(setting, setting === 'theme' ? 'did you mean theme.mode?' : 'another type is needed')
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a' : value === null ? 'n' : ((typeof value)[0] ?? '')
}

/** @throws CodedError CONFIG_INVALID with `{setting, problem}` */
export function fail(setting: string, problem: string): never {
  throw new CodedError('CONFIG_INVALID', `Invalid setting ${setting}: ${problem}`, { details: { setting, problem } })
}
