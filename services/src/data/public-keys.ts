// Private keys that everyone can read in this repository. They are told by their hashes, since the keys themselves belong to the devnets.
import { createHash } from 'node:crypto'

const hashes: ReadonlySet<string> = new Set([
  '11b55ad0fac157a577d1d692b241afb47bc0ce1161771049e9f3e527988cf0bc', // GATEWAY_KEY
  '8d857fad3af280a45553dc40868a33a1604e99f810eef557c002ce7582ebb34e', // DEPLOYER_KEY
  '7d852c9a7fac739662215ac4e76501aa201551f065bca77bac1497e12744ae5c', // FAUCET_KEY
])

/** @param key 32 bytes in hex after `0x`, in letters of any case */
export function isPublicKey(key: string): boolean {
  return hashes.has(createHash('sha256').update(key.toLowerCase()).digest('hex'))
}
