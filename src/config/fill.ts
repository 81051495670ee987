// Fills in the defaults without checking the settings, which `check.ts` does later. Small, because the first open waits for it.
import { pickDefaultNetwork } from './default-network.js'
import { fillSettings } from './defaults.js'
import type { Config, ModalConfig } from './types.js'
import type { Metadata } from './values.js'

/**
 * The settings with all defaults. It does not check them: wrong contents make it throw any error, or stay in the result, until `parseConfig` refuses them.
 * @param page title, description, url and icon of the document, the defaults of `metadata`
 */
export function fillConfig(given: ModalConfig, page: Metadata = {}): Config {
  const filled = fillSettings(given, page)
  const { networks } = filled
  return {
    ...filled,
    defaultNetwork: pickDefaultNetwork(networks, given.defaultNetwork),
    namespaces: [...new Set(networks.map((network) => network.chainNamespace))],
  }
}
