import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, fetch as undiciFetch, type RequestInit as UndiciInit } from 'undici'

/** Addresses that no customer's setting may have us call: our own machine, our network, and what is for nobody. */
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
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')

export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && !reserved.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Connects to the very address that was checked: a name cannot mean another one a moment later. */
const publicLookup: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const usable = found.filter(({ address }) => isPublicAddress(address))
    const [first] = usable
    if (!first) return done(new Error(`${host} is at no public address`), '')
    if (options.all) return done(null, usable)
    done(null, first.address, first.family)
  })
}

const agent = new Agent({ connect: { lookup: publicLookup, timeout: 5_000 }, bodyTimeout: 10_000 })

/** `fetch` for addresses that customers set: public ones over https only, and no redirect is followed. */
export const publicFetch = async (address: string, init: object = {}): Promise<Response> => {
  const { protocol, hostname } = new URL(address)
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' || (isIP(literal) !== 0 && !isPublicAddress(literal)))
    throw new Error(`${hostname} is not called`)
  const given = { ...init, redirect: 'manual', dispatcher: agent } as UndiciInit
  return (await undiciFetch(address, given)) as unknown as Response
}
