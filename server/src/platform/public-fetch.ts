import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch as undiciFetch, type RequestInit as UndiciInit } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** Connects to the address that was checked, so that a name cannot resolve to another one a moment later. */
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

/** `fetch` for addresses that customers set: only public ones over https, without following redirects. */
export const publicFetch = async (address: string, init: object = {}): Promise<Response> => {
  const { protocol, hostname } = new URL(address)
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' || (isIP(literal) !== 0 && !isPublicAddress(literal)))
    throw new Error(`${hostname} is not called`)
  const given = { ...init, redirect: 'manual', dispatcher: agent } as UndiciInit
  return (await undiciFetch(address, given)) as unknown as Response
}
