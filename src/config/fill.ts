// Fills in the defaults without checking the settings, which `check.ts` does later. Small, because the first open waits for it.
import { pickDefaultNetwork } from './default-network.js'
import { fillSettings } from './defaults.js'
import type { Config, ModalConfig } from './types.js'

/**
 * The settings with all defaults. It does not check them: wrong contents make it throw any error, or stay in the result, until `parseConfig` refuses them.
 */
export function fillConfig(given: ModalConfig): Config {
  const filled = fillSettings(given)
  const { networks } = filled
  return {
    ...filled,
    defaultNetwork: pickDefaultNetwork(networks, given.defaultNetwork),
    namespaces: [...new Set(networks.map((network) => network.chainNamespace))],
  }
}
