// The check of the settings' contents. Loaded after the first view; `check-kinds.ts` has checked before that each setting exists and has the right type.
import { mainnet } from '../vocabulary/mainnet.js'
import { toNetwork } from '../vocabulary/network.js'
import { fail } from './fail.js'
import { fillConfig } from './fill.js'
import { shape } from './readers.js'
import { readersOf } from './setting.js'
import { settings } from './settings.js'
import type { Config, ModalConfig } from './types.js'

const read = shape(readersOf(settings))

/**
 * Checks every setting and fills in the defaults.
 * @throws WalletError CONFIG_INVALID with the first problem as `details`, such as `{setting: 'services.relay', problem}`. For a setting that does not
 * exist `problem` names a similar one.
 */
export function parseConfig(input: ModalConfig): Config {
  const given = read(input, '') as ModalConfig // each row's reader gives the type that `ModalConfig` is written from
  checkDefaultNetwork(given)
  return fillConfig(given)
}

/** `defaultNetwork` must be one of `networks`: the only rule between two settings. */
function checkDefaultNetwork({ defaultNetwork, networks = [mainnet] }: ModalConfig): void {
  if (defaultNetwork === undefined) return
  const id = typeof defaultNetwork === 'string' ? defaultNetwork : toNetwork(defaultNetwork).caipNetworkId
  if (!networks.some((network) => toNetwork(network).caipNetworkId === id))
    fail('defaultNetwork', `${id} is not among the networks`)
}
