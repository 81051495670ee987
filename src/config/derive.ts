// Functions that fill in the settings whose default is not a plain value, from the given setting and the page. The rows of `settings.ts` name them.
import { mainnet } from '../vocabulary/mainnet.js'
import { type Network, type NetworkInput, toNetwork } from '../vocabulary/network.js'
import { present } from './present.js'
import type { Fill } from './setting.js'
import type { FilledMetadata, Metadata, ServiceHosts, ServiceUrls } from './values.js'

const NAME_MAX = 256
const DESCRIPTION_MAX = 2048

/** The setting `services`: one base url gives all hosts (the relay with `ws:` or `wss:`); a host that is set by itself replaces that. */
export const fillServices: Fill<string | ServiceUrls, ServiceHosts> = (services = {}) => {
  const { url, ...each } = typeof services === 'string' ? { url: services } : services
  const base = url?.replace(/\/+$/, '')
  return { relay: base && `${base.replace(/^http/i, 'ws')}/`, wallets: base, rpc: base, data: base, ...present(each) }
}

/** The setting `metadata`: fields that are not given come from the page, cut to their longest length, without unsafe urls. */
export const fillMetadata: Fill<Metadata, FilledMetadata> = ({ name, description, url, icons } = {}, page) => ({
  name: name ?? bounded(page.name, NAME_MAX),
  description: description ?? bounded(page.description, DESCRIPTION_MAX),
  url: url ?? (isWeb(page.url) ? bounded(page.url, DESCRIPTION_MAX) : ''),
  icons: icons ?? (page.icons ?? []).filter((icon) => isWeb(icon) || icon.startsWith('data:image/')),
})

/** The setting `networks`, with namespaces and CAIP-2 ids. Default: Ethereum. */
export const fillNetworks: Fill<readonly NetworkInput[], readonly [Network, ...Network[]]> = (networks = [mainnet]) =>
  networks.map(toNetwork) as [Network, ...Network[]] // `check.ts` refuses an empty list

/** The setting `rpcUrls`: a single url becomes a list of one. */
export const fillRpcUrls: Fill<
  Readonly<Record<string, string | readonly string[]>>,
  Readonly<Record<string, readonly string[]>>
> = (urls = {}) =>
  Object.fromEntries(Object.entries(urls).map(([chain, each]) => [chain, typeof each === 'string' ? [each] : each]))

function bounded(value: string | undefined, max: number): string {
  return (value ?? '').trim().slice(0, max)
}

function isWeb(url: string | undefined): boolean {
  return /^https?:\/\//i.test(url ?? '')
}
