import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch as undiciFetch, request, type RequestInit as UndiciInit } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** A name or an address of the private network, which no setting and no message may make us call. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** Hosts (`name` or `name:port`) that may be private and without TLS: on a test bench they replace a provider's. */
export type ExtraHosts = readonly string[]

/**
 * Connects to the addresses that were checked, so that a name cannot resolve to another one a moment later. A name with any
 * private address is refused.
 */
export function publicLookup(extraHosts: ExtraHosts = []): LookupFunction {
  const exempt = new Set(extraHosts.map((host) => host.replace(/:\d+$/, '')))
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refused = !exempt.has(hostname) && addresses.some(({ address }) => !isPublicAddress(address))
      const [first] = addresses
      if (refused || !first) return callback(new PrivateAddress(`${hostname} is at no public address`), [])
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}

/** Whether an address may be called: only over https, and an IP address, which is never looked up, only if it is public. */
export function isReachable(url: URL, extraHosts: ExtraHosts = []): boolean {
  if (isExtraHost(url, extraHosts)) return true
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  return url.protocol === 'https:' && !(isIP(bare) && !isPublicAddress(bare))
}

export const isExtraHost = (url: URL, extraHosts: ExtraHosts) =>
  extraHosts.includes(url.host) || extraHosts.includes(url.hostname)

const agent = new Agent({ connect: { lookup: publicLookup(), timeout: 5_000 }, bodyTimeout: 10_000 })

/** An answer that is longer than we read, or that could become so: `fetch` would unpack it without any bound. */
class OversizedAnswer extends Error {
  override name = 'OversizedAnswer'
}

/** Of an answer to `publicFetch`. */
const mostBytes = 1024 * 1024
/** Their answers have no body. */
const bodiless = new Set([204, 205, 304])

/**
 * `fetch` for addresses that customers set: only public ones over https, without following redirects. An answer is read at once,
 * as it is on the wire.
 * @throws PrivateAddress; OversizedAnswer; the network's own errors
 */
export const publicFetch = async (
  address: string,
  init: object = {},
  extraHosts: ExtraHosts = [],
): Promise<Response> => {
  const url = new URL(address)
  if (!isReachable(url, extraHosts)) throw new PrivateAddress(`${url.hostname} is not called`)
  const headers = new Headers((init as RequestInit).headers)
  headers.set('accept-encoding', 'identity')
  const given = { ...init, headers: [...headers], redirect: 'manual', dispatcher: agent } as UndiciInit
  const answer = await undiciFetch(address, given)
  const { status, statusText, body } = answer
  if (!['', 'identity'].includes(answer.headers.get('content-encoding') ?? '')) {
    await body?.cancel()
    throw new OversizedAnswer(`${url.hostname} sent an encoded answer`)
  }
  const bytes = body ? await readUpTo(body, mostBytes) : Buffer.alloc(0)
  if (!bytes) throw new OversizedAnswer(`${url.hostname} sent more than ${mostBytes} bytes`)
  return new Response(bodiless.has(status) ? null : (bytes as Uint8Array<ArrayBuffer>), {
    status,
    statusText,
    headers: [...answer.headers],
  })
}

export interface ProviderCall {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole call. */
  readonly timeoutMs: number
  /** Ends a call of which nothing comes for so long, be it the answer or the next part of it. */
  readonly silenceMs?: number | undefined
  /** A longer answer ends the call. */
  readonly maxBytes: number
  readonly extraHosts?: ExtraHosts
  /** Ends the call earlier. */
  readonly signal?: AbortSignal
}

export interface ProviderAnswer {
  readonly status: number
  readonly contentType: string
  readonly location: string | undefined
  /** How long to wait before asking again, if it says so (`Retry-After`), but at most an hour. */
  readonly retryAfterMs?: number
  /** The cookies that it set, as `name=value`. */
  readonly cookies: readonly string[]
  /** Undefined if the answer is longer than `maxBytes`. */
  readonly bytes: Uint8Array | undefined
}

/** The answer came, but not all of it in time: a shorter one may. */
export class UnfinishedAnswer extends Error {
  override name = 'TimeoutError'
}

/**
 * Calls a provider once, without following redirects. Never a private address.
 * @throws PrivateAddress; UnfinishedAnswer; the network's own errors; `TimeoutError`
 */
export async function callProvider(url: URL, call: ProviderCall): Promise<ProviderAnswer> {
  const { method = 'GET', headers = {}, body, timeoutMs, silenceMs, maxBytes, extraHosts = [] } = call
  if (!isReachable(url, extraHosts)) throw new PrivateAddress(`${url.hostname} is not called`)
  const dispatcher = new Agent({
    connect: { lookup: publicLookup(extraHosts) },
    ...(silenceMs !== undefined && { headersTimeout: silenceMs, bodyTimeout: silenceMs }),
    pipelining: 0,
  })
  try {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = call.signal ? AbortSignal.any([timeout, call.signal]) : timeout
    const answer = await request(url, { dispatcher, signal, method, headers, ...(body && { body }) })
    const all = (name: string) => [answer.headers[name] ?? []].flat()
    const one = (name: string) => all(name)[0]
    const retryAfterMs = waitOf(one('retry-after'), one('date'))
    return {
      status: answer.statusCode,
      contentType: one('content-type') ?? '',
      location: one('location'),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      cookies: all('set-cookie').map((cookie) => cookie.replace(/;.*$/s, '')),
      bytes: await readInTime(answer.body, maxBytes, timeout),
    }
  } finally {
    await dispatcher.destroy()
  }
}

const longestWaitMs = 60 * 60_000

/** Seconds, or a date by the clock of the answer. Undefined for anything else, and for no wait. */
function waitOf(given = '', date = ''): number | undefined {
  const ms = /^\d+$/.test(given.trim()) ? Number(given) * 1_000 : Date.parse(given) - Date.parse(date)
  return ms > 0 ? Math.min(ms, longestWaitMs) : undefined
}

interface ProviderStream {
  /** Until it answers. */
  readonly timeoutMs: number
  /** A stream that is silent for longer is broken. */
  readonly silenceMs: number
  readonly signal: AbortSignal
  readonly extraHosts?: ExtraHosts
}

/**
 * Opens an answer that goes on until one side ends it. Leaving its body, or the signal, closes the connection.
 * @throws PrivateAddress; the network's own errors
 */
export async function streamProvider(
  url: URL,
  { timeoutMs, silenceMs, signal, extraHosts = [] }: ProviderStream,
): Promise<{ status: number; body: AsyncIterable<Uint8Array> }> {
  if (!isReachable(url, extraHosts)) throw new PrivateAddress(`${url.hostname} is not called`)
  const dispatcher = new Agent({
    connect: { lookup: publicLookup(extraHosts), timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: silenceMs,
    pipelining: 0,
  })
  try {
    const { statusCode, body } = await request(url, { dispatcher, signal })
    return { status: statusCode, body: closing(body, dispatcher) }
  } catch (error) {
    await dispatcher.destroy()
    throw error
  }
}

async function* closing(body: AsyncIterable<Uint8Array>, dispatcher: Agent): AsyncIterable<Uint8Array> {
  try {
    yield* body
  } finally {
    await dispatcher.destroy()
  }
}

async function readInTime(body: AsyncIterable<Uint8Array>, maxBytes: number, timeout: AbortSignal) {
  try {
    return await readUpTo(body, maxBytes)
  } catch (cause) {
    if (!timeout.aborted) throw cause
    throw new UnfinishedAnswer('an answer did not end in time', { cause })
  }
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

const timeouts = new Set(['TimeoutError', 'AbortError', 'HeadersTimeoutError', 'BodyTimeoutError'])

/** Why a call failed, as a code without addresses or secrets: `ECONNREFUSED`, `timeout`, `private-address`. */
export function callErrorCode(error: unknown): string {
  if (error instanceof PrivateAddress) return 'private-address'
  if (!(error instanceof Error)) return 'network'
  if (timeouts.has(error.name)) return 'timeout'
  return 'code' in error && typeof error.code === 'string' ? error.code : 'network'
}
