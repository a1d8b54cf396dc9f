import { z } from 'zod'
import type { CallLimits } from '#channels/provider-calls.ts'
import { callErrorCode, callProvider, streamProvider } from '#platform/public-fetch.ts'

/** signal-cli as the operator runs it, for all accounts. It has no password, so tenants never choose its address. */
export interface Daemon {
  readonly url: string
  readonly timeoutMs: number
}

export const daemonOf = ({ variables, timeoutMs }: CallLimits): Daemon | undefined =>
  variables?.['SIGNAL_DAEMON_URL'] === undefined
    ? undefined
    : { url: variables['SIGNAL_DAEMON_URL'], timeoutMs }

export type Answered =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly away: string }

const Answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string().catch('') }) }),
  z.object({ result: z.unknown() }),
])

interface Question {
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/** Calls a method once. What the daemon says may name people, so it is never logged. */
export async function askDaemon(
  { url, timeoutMs: usualMs }: Daemon,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { timeoutMs = usualMs, maxBytes = 4 * 1024 * 1024, signal }: Question = {},
): Promise<Answered> {
  try {
    const { status, bytes } = await callProvider(new URL('/api/v1/rpc', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: '1', method, params }),
      timeoutMs,
      maxBytes,
      extraHosts: [new URL(url).host],
      ...(signal && { signal }),
    })
    if (status !== 200) return { away: `status-${status}` }
    if (!bytes) return { away: 'too-large' }
    const { data } = Answer.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    return data ?? { away: 'not-understood' }
  } catch (error) {
    return { away: error instanceof SyntaxError ? 'not-understood' : callErrorCode(error) }
  }
}

/** The daemon sends a comment every 15 seconds. */
const silenceMs = 45_000
const mostEventBytes = 16 * 1024 * 1024

interface DaemonEvents {
  readonly status: number
  /** The data of each event. Ends when the stream does. @throws if it breaks */
  readonly events: AsyncIterable<Buffer>
}

/** Subscribes to what an account receives from now on. */
export async function openEvents(
  { url, timeoutMs }: Daemon,
  account: string,
  signal: AbortSignal,
): Promise<DaemonEvents> {
  const asked = new URL('/api/v1/events', url)
  asked.searchParams.set('account', account)
  const { status, body } = await streamProvider(asked, {
    timeoutMs,
    silenceMs,
    signal,
    extraHosts: [new URL(url).host],
  })
  return { status, events: eventsIn(body) }
}

/** Splits a stream of server-sent events. */
export async function* eventsIn(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let data: Buffer[] = []
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    if (rest.length > mostEventBytes) throw new Error('an event is too large')
    let from = 0
    for (let to = rest.indexOf(10); to >= 0; to = rest.indexOf(10, from)) {
      const line = rest.subarray(from, to > from && rest[to - 1] === 13 ? to - 1 : to)
      from = to + 1
      const value = line.subarray(0, 5).toString('latin1') === 'data:' ? line.subarray(5) : undefined
      if (value) data.push(Buffer.from(value[0] === 32 ? value.subarray(1) : value))
      const isEnd = line.length === 0
      if (isEnd && data.length > 0) yield Buffer.from(data.map((one) => one.toString('utf8')).join('\n'))
      if (isEnd) data = []
    }
    rest = rest.subarray(from)
  }
}
