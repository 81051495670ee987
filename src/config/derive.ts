// The settings whose default is not a plain value: each is made from what is given, and from the page. The rows of `settings.ts` name these functions.
import { mainnet } from '../mainnet.js'
import { type Network, type NetworkInput, toNetwork } from '../network.js'
import { present } from './present.js'
import type { Fill } from './setting.js'
import type { FilledMetadata, Metadata, ServiceHosts, ServiceUrls } from './values.js'

const NAME_MAX = 256
const DESCRIPTION_MAX = 2048

/** One base url gives all hosts; each can be set alone. */
export const fillServices: Fill<string | ServiceUrls, ServiceHosts> = (services = {}) => {
  const { url, ...each } = typeof services === 'string' ? { url: services } : services
  const base = url?.replace(/\/+$/, '')
  return { relay: base && `${base.replace(/^http/i, 'ws')}/`, wallets: base, rpc: base, data: base, ...present(each) }
}

/** What the page says of itself, cut where it is odd, where the settings say nothing. */
export const fillMetadata: Fill<Metadata, FilledMetadata> = ({ name, description, url, icons } = {}, page) => ({
  name: name ?? bounded(page.name, NAME_MAX),
  description: description ?? bounded(page.description, DESCRIPTION_MAX),
  url: url ?? (isWeb(page.url) ? bounded(page.url, DESCRIPTION_MAX) : ''),
  icons: icons ?? (page.icons ?? []).filter((icon) => isWeb(icon) || icon.startsWith('data:image/')),
})

/** The networks with their namespaces and CAIP-2 ids; Ethereum where none is given. */
export const fillNetworks: Fill<readonly NetworkInput[], readonly [Network, ...Network[]]> = (networks = [mainnet]) =>
  networks.map(toNetwork) as [Network, ...Network[]] // never empty, says the check

/** A single url is a list of one. */
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
