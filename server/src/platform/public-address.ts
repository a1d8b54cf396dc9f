import { BlockList, isIP } from 'node:net'

/** Addresses that no setting may make us call: our own machine, our network, and reserved ranges. */
const reserved = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')

/** Whether an address belongs to the internet, not to a machine or a private network. Source: IANA special registries. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !reserved.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
