import { createHash } from 'node:crypto'
import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import type { MediaLimits, MediaOutcome } from '#channels/connector.ts'
import { isPublicAddress } from '#platform/public-address.ts'
import { sniffType } from '#platform/sniff.ts'

/** Basic credentials of the REST interface: the account and its token, or an API key and its secret. */
export interface MediaCredentials {
  readonly user: string
  readonly password: string
}

const maxRedirects = 3
const notFoundAttempts = 6

/**
 * Fetches a medium from Twilio. The first address must be Twilio's own, also if the message names another; the content network
 * it redirects to may have any public name, but gets no credentials. No connection is ever made to a private address: the
 * address that is checked is the one that is connected to.
 */
export async function fetchMedia(
  url: string,
  credentials: MediaCredentials,
  limits: MediaLimits,
): Promise<MediaOutcome> {
  const first = URL.canParse(url) ? new URL(url) : undefined
  if (!first || !isProviderHost(first, limits.extraHosts ?? []))
    return { outcome: 'gap', reason: 'host-refused' }

  const agent = new Agent({ connect: { lookup: publicLookup(limits.extraHosts ?? []) }, pipelining: 0 })
  const signal = AbortSignal.timeout(limits.timeoutMs)
  try {
    let address = first
    for (let hop = 0; hop <= maxRedirects; hop++) {
      if (!isReachable(address, limits.extraHosts ?? [])) return { outcome: 'gap', reason: 'host-refused' }
      const answer = await request(address, {
        dispatcher: agent,
        signal,
        headers: address.host === first.host ? { authorization: basic(credentials) } : {},
      })
      const next = redirectOf(answer, address)
      if (!next) return await outcomeOf(answer, limits)
      answer.body.on('error', () => undefined).destroy()
      address = next
    }
    return { outcome: 'gap', reason: 'too-many-redirects' }
  } catch (error) {
    if (error instanceof PrivateAddress) return { outcome: 'gap', reason: 'host-refused' }
    return { outcome: 'retry', reason: signal.aborted ? 'timeout' : codeOf(error) }
  } finally {
    await agent.destroy()
  }
}

async function outcomeOf(answer: Dispatcher.ResponseData, limits: MediaLimits): Promise<MediaOutcome> {
  if (answer.statusCode !== 200) {
    answer.body.on('error', () => undefined).destroy()
    return refusal(answer.statusCode, limits.attempt ?? 1)
  }
  const bytes = await readUpTo(answer.body, limits.maxBytes)
  if (!bytes) return { outcome: 'gap', reason: 'too-large' }
  const mimeDeclared = [answer.headers['content-type']].flat()[0]
  const mimeDetected = await sniffType(bytes)
  return {
    outcome: 'fetched',
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...(mimeDeclared && { mimeDeclared }),
    ...(mimeDetected && { mimeDetected }),
  }
}

function refusal(status: number, attempt: number): MediaOutcome {
  if (status === 403 || status === 410) return { outcome: 'gap', reason: 'gone' }
  if (status === 404 && attempt >= notFoundAttempts) return { outcome: 'gap', reason: 'not-found' }
  return { outcome: 'retry', reason: `status-${status}` }
}

async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > maxBytes) return undefined // leaving the loop closes the connection
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function redirectOf(answer: Dispatcher.ResponseData, from: URL): URL | undefined {
  const location = [answer.headers.location].flat()[0]
  if (answer.statusCode < 301 || answer.statusCode > 308 || !location) return undefined
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined
}

function isProviderHost(url: URL, extraHosts: readonly string[]): boolean {
  if (isExtra(url, extraHosts)) return true
  return url.protocol === 'https:' && url.port === '' && /^(?:[\w-]+\.)*twilio\.com$/.test(url.hostname)
}

/** An IP address is never looked up, so it is checked here. */
function isReachable(url: URL, extraHosts: readonly string[]): boolean {
  if (isExtra(url, extraHosts)) return true
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  return url.protocol === 'https:' && !(isIP(bare) && !isPublicAddress(bare))
}

function isExtra(url: URL, extraHosts: readonly string[]): boolean {
  return extraHosts.includes(url.host) || extraHosts.includes(url.hostname)
}

class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** Resolves a name and refuses it if any of its addresses is private; the connection uses exactly these. */
function publicLookup(extraHosts: readonly string[]): LookupFunction {
  const exempt = new Set(extraHosts.map((host) => host.replace(/:\d+$/, '')))
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refused = !exempt.has(hostname) && addresses.some(({ address }) => !isPublicAddress(address))
      const [first] = addresses
      if (refused || !first) return callback(new PrivateAddress(hostname), [])
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}

const basic = ({ user, password }: MediaCredentials) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'network'
}
