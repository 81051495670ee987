// Checks what is inside the settings. Loaded beside the first screen; `check-kinds.ts` has checked before that they exist and are of the right kind.
import { mainnet } from '../mainnet.js'
import { toNetwork } from '../network.js'
import { fail } from './fail.js'
import { fillConfig } from './fill.js'
import { shape } from './readers.js'
import { readersOf } from './setting.js'
import { settings } from './settings.js'
import type { Config, ModalConfig } from './types.js'
import type { Metadata } from './values.js'

const read = shape(readersOf(settings))

/**
 * Checks every setting and fills in the defaults. Settings that do not exist are refused, with the nearest name. `page`: what the page says of itself.
 * @throws WalletError CONFIG_INVALID with `details` `{setting: 'services.relay', problem}`; nothing is taken over then.
 */
export function parseConfig(input: ModalConfig, page: Metadata = {}): Config {
  const given = read(input, '') as ModalConfig // each row's reader gives the type that `ModalConfig` is written from
  checkDefaultNetwork(given)
  return fillConfig(given, page)
}

/** The one rule between two settings. */
function checkDefaultNetwork({ defaultNetwork, networks = [mainnet] }: ModalConfig): void {
  if (defaultNetwork === undefined) return
  const id = typeof defaultNetwork === 'string' ? defaultNetwork : toNetwork(defaultNetwork).caipNetworkId
  if (!networks.some((network) => toNetwork(network).caipNetworkId === id))
    fail('defaultNetwork', `${id} is not among the networks`)
}
