// Functions that fill in the settings whose default is not a plain value, from the given setting. The rows of `settings.ts` name them.
import { mainnet } from '../vocabulary/mainnet.js'
import { type Network, type NetworkInput, toNetwork } from '../vocabulary/network.js'
import { present } from './present.js'
import type { Fill } from './setting.js'
import type { ServiceHosts, ServiceUrls } from './values.js'

/** The setting `services`: one base url gives all hosts (the relay with `ws:` or `wss:`); a host that is set by itself replaces that. */
export const fillServices: Fill<string | ServiceUrls, ServiceHosts> = (services = {}) => {
  const { url, ...each } = typeof services === 'string' ? { url: services } : services
  const base = url?.replace(/\/+$/, '')
  return { relay: base && `${base.replace(/^http/i, 'ws')}/`, wallets: base, rpc: base, data: base, ...present(each) }
}

/** The setting `networks`, with namespaces and CAIP-2 ids. Default: Ethereum. */
export const fillNetworks: Fill<readonly NetworkInput[], readonly [Network, ...Network[]]> = (networks = [mainnet]) =>
  networks.map(toNetwork) as [Network, ...Network[]] // `check.ts` refuses an empty list
