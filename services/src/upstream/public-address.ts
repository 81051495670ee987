// Which IP addresses belong to the public network. Every block that IANA reserves counts as private.
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IANA special-purpose IPv4 blocks, and multicast. */
const reserved4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Reserved within 2000::/3, the global unicast block of IPv6: tunnels that carry an IPv4 address, documentation, benchmarks. */
const reserved6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const blocks4 = new BlockList()
for (const [net, prefix] of reserved4) blocks4.addSubnet(net, prefix, 'ipv4')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const blocks6 = new BlockList()
for (const [net, prefix] of reserved6) blocks6.addSubnet(net, prefix, 'ipv6')

/** True for a public IPv4 or IPv6 address. False for a text that is no address, and for an IPv4 address inside an IPv6 one, which hides its target. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocks4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !blocks6.check(address, 'ipv6')
}
