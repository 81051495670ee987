// Which IP addresses belong to the public network. Every special-purpose block of IANA's registries counts as private, those that are anycast services included:
// https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry.
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { carriesIpV4 } from '../../../src/vocabulary/origin.js'

const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // with 100.100.100.200, the metadata of Alibaba Cloud
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // the host of a virtual machine in Azure, with an address that IANA knows as an ordinary one
  ['169.254.0.0', 16], // with 169.254.169.254, the metadata of most clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // with 192.0.0.192, the metadata of Oracle Cloud
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3], // multicast, and what is reserved above it
]

/** Special within 2000::/3, the global unicast block. All else of IPv6 is no public address: fc00::/7 with the metadata of clouds (fd00:ec2::254), 64:ff9b::/96, … */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocols, Teredo and ORCHID among them
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const blocks4 = new BlockList()
for (const [net, prefix] of special4) blocks4.addSubnet(net, prefix, 'ipv4')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const blocks6 = new BlockList()
for (const [net, prefix] of special6) blocks6.addSubnet(net, prefix, 'ipv6')

/** True for a public IPv4 or IPv6 address. False for a text that is no address, and for an IPv4 address inside an IPv6 one, which hides its target. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocks4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  if (carriesIpV4(new URL(`http://[${address}]`).hostname)) return false
  return global6.check(address, 'ipv6') && !blocks6.check(address, 'ipv6')
}
