// The settings with every default filled in, as far as they are in order: `check.ts` is what checks that. Small, because the first open waits for it.
import { pickDefaultNetwork } from './default-network.js'
import { fillSettings } from './defaults.js'
import type { Config, ModalConfig } from './types.js'
import type { Metadata } from './values.js'

/** Takes the settings as they are; throws anything, or gives nonsense, where they are not in order. `page`: what the page says of itself. */
export function fillConfig(given: ModalConfig, page: Metadata = {}): Config {
  const filled = fillSettings(given, page)
  const { networks } = filled
  return {
    ...filled,
    defaultNetwork: pickDefaultNetwork(networks, given.defaultNetwork),
    namespaces: [...new Set(networks.map((network) => network.chainNamespace))],
  }
}
