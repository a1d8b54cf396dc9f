import type { CallOf, Endpoint, OutputOf } from '@verbatim/contract/endpoint.ts'
import { Failure, toFailure } from './failure.ts'
import type { Pauses } from './pauses.ts'
import { retryAfterDetail, withRetries } from './retry.ts'
import type { Session } from './session.ts'
import type { Environment } from './environment.ts'

/**
 * The API, as one function for all endpoints of the contract. The only `fetch` of the apps. `progress` gets the share of the
 * body that was sent, from 0 to 1.
 */
export type Api = <E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  signal?: AbortSignal,
  progress?: (share: number) => void,
) => Promise<E['file'] extends true ? Download : OutputOf<E>>

/** A file answered by the API. */
interface Download {
  readonly fileName: string
  readonly contentType: string
  /** If the server sent it. */
  readonly sizeBytes: number | undefined
  /** The bytes, to be read once; `progress` gets the number of bytes received. */
  readonly read: (progress?: (bytes: number) => void) => Promise<Blob>
}

interface ApiOptions {
  /** Before every path without an address of its own; empty for the page's own origin. */
  readonly baseUrl: string
  /** The addresses of paths that begin so, such as `/messenger/`. An empty one is `baseUrl`. */
  readonly addresses?: Readonly<Record<string, string>>
  /** Undefined without a sign-in: only endpoints for anyone can then be called. */
  readonly session: Session | undefined
  readonly environment: Environment
  /** Receives calls that wait to be retried. */
  readonly pauses?: Pauses
  /** A language tag such as `en`. */
  readonly language?: string
  /** Checks every answer against the contract, for tests and development. */
  readonly checksAnswers?: boolean
}

const timeoutMs = 60_000

/**
 * Opens the API for a session. Each call sends the user's token, is repeated by the common retry policy, and after a 401
 * renews the session once; it rejects with a `Failure`, or with the reason of `signal`.
 */
export function openApi(options: ApiOptions): Api {
  return async (endpoint, call, signal, progress) => {
    const key = endpoint.method === 'GET' ? undefined : crypto.randomUUID()
    // Without a session the server stores no keys, so such a write is made once.
    const isRepeatable = endpoint.method === 'GET' || (key && endpoint.access !== 'anyone')
    const once = () => send(options, endpoint, { call, key, signal, progress })
    return (await (isRepeatable ? withRetries(options, signal, once) : once())) as never
  }
}

interface Sending {
  readonly call: Partial<Record<'params' | 'query' | 'body', unknown>>
  readonly key: string | undefined
  readonly signal: AbortSignal | undefined
  readonly progress: ((share: number) => void) | undefined
}

async function send(options: ApiOptions, endpoint: Endpoint, sending: Sending): Promise<unknown> {
  const { session, checksAnswers } = options
  const needsSession = endpoint.access !== 'anyone'
  if (needsSession && !session) throw new Failure('session.missing')
  const token = needsSession ? await session?.accessToken() : undefined
  let response = await request(options, endpoint, sending, token)
  if (response.status === 401 && token && session) {
    const renewed = await session.renew(token)
    response = await request(options, endpoint, sending, renewed)
    if (response.status === 401) session.expire(renewed)
  }
  if (!response.ok) throw await refused(response)
  if (endpoint.file) return toDownload(response)
  const answer: unknown = await response.json().catch((cause: unknown) => {
    throw new Failure('network', { cause })
  })
  return checksAnswers ? endpoint.response.parse(answer) : answer
}

async function request(
  options: ApiOptions,
  endpoint: Endpoint,
  { call, key, signal, progress }: Sending,
  token: string | undefined,
): Promise<Response> {
  const { environment } = options
  const { body, type } = toBody(call.body)
  // Files take as long as the connection needs.
  const isLong = endpoint.file === true || call.body instanceof Uint8Array
  const signals = [...(isLong ? [] : [AbortSignal.timeout(timeoutMs)]), ...(signal ? [signal] : [])]
  const url = addressOf(options, endpoint.path) + toPath(endpoint, call)
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      ...whoAsks(options, token),
      ...(key && { 'idempotency-key': key }),
      ...(type && { 'content-type': type }),
    },
    credentials: endpoint.byCookie ? 'same-origin' : 'omit',
    ...(body === undefined ? {} : { body }),
    ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
  }
  try {
    return await (progress && environment.upload
      ? environment.upload(url, init, progress)
      : environment.fetch(url, init))
  } catch (cause) {
    signal?.throwIfAborted()
    throw new Failure('network', { cause })
  }
}

function whoAsks(
  { session, language = 'en' }: ApiOptions,
  token: string | undefined,
): Record<string, string> {
  const person = session?.person()
  return {
    'x-language': language,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(token && session ? { 'x-tenant-id': session.tenantId } : {}),
    ...(token && person ? { 'x-user-id': person.id } : {}),
  }
}

function addressOf({ baseUrl, addresses = {} }: ApiOptions, path: string): string {
  const [, address] = Object.entries(addresses).find(([beginning]) => path.startsWith(beginning)) ?? []
  return address || baseUrl
}

/** The address of a call: path parts filled in and escaped, and the query in the given order. */
export function toPath(
  { path }: Pick<Endpoint, 'path'>,
  { params, query }: { readonly params?: unknown; readonly query?: unknown },
): string {
  const parts = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(parts[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) search.append(name, asText(one))
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new TypeError('Only text, numbers, dates and booleans can be in an address')
}

function toBody(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (body instanceof FormData || body instanceof Blob) return { body }
  if (body instanceof Uint8Array)
    return { body: new Blob([body as BlobPart]), type: 'application/octet-stream' }
  if (typeof body === 'string') return { body, type: 'text/csv; charset=utf-8' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

async function refused(response: Response): Promise<Failure> {
  const failure = toFailure(response.status, await response.json().catch(() => undefined))
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (Number.isNaN(seconds)) return failure
  const { code, message, status, requestId } = failure
  const details = { ...failure.details, [retryAfterDetail]: seconds }
  return new Failure(code, { message, status, requestId, details })
}

function toDownload(response: Response): Download {
  const sizeBytes = Number(response.headers.get('content-length') ?? Number.NaN)
  const contentType = response.headers.get('content-type') ?? 'application/octet-stream'
  return {
    fileName: fileNameOf(response.headers.get('content-disposition') ?? ''),
    contentType,
    sizeBytes: Number.isNaN(sizeBytes) ? undefined : sizeBytes,
    async read(progress = () => {}) {
      const chunks: Uint8Array<ArrayBuffer>[] = []
      let bytes = 0
      try {
        for await (const chunk of response.body ?? []) {
          chunks.push(chunk)
          progress((bytes += chunk.length))
        }
      } catch (cause) {
        throw new Failure('network', { cause })
      }
      return new Blob(chunks, { type: contentType })
    },
  }
}

function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]*)"/.exec(disposition)?.[1] ?? 'download')
}
