// Addresses of Cosmos chains: bech32 of 20 or 32 bytes, with a prefix for each chain.
import { bech32 } from '@scure/base'
import type { ChainId } from '../../vocabulary/caip.js'
import type { Network } from '../../vocabulary/network.js'
import { textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'

/** The address in lower case, if it is bech32 of 20 or 32 bytes; else `undefined`. */
export function readAddress(text: string): string | undefined {
  try {
    const { words } = bech32.decode(text as `${string}1${string}`, 128) // throws for any other text
    const { length } = bech32.fromWords(words)
    return length === 20 || length === 32 ? text.toLowerCase() : undefined
  } catch {
    return undefined
  }
}

/** The prefixes of addresses on the chains that come with this package, by CAIP-2 id. */
const prefixes: Readonly<Partial<Record<ChainId, string>>> = {
  'cosmos:cosmoshub-4': 'cosmos',
  'cosmos:osmosis-1': 'osmo',
}

/**
 * The address in lower case, if it is one of `network`, as far as its prefix is known: by the setting `chainInfo`, or by the table.
 * `undefined` for any other text.
 */
export function readAddressOn({ caipNetworkId, chainInfo }: Network, text: string): string | undefined {
  const address = readAddress(text)
  const told = textAt(peek(chainInfo, 'bech32Config'), 'bech32PrefixAccAddr')
  const prefix = told ?? prefixes[caipNetworkId]
  return prefix === undefined || address?.slice(0, address.lastIndexOf('1')) === prefix ? address : undefined
}
