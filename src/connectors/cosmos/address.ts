// Addresses of Cosmos chains: bech32 of 20 or 32 bytes, with a prefix for each chain.
import { bech32 } from '@scure/base'

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
