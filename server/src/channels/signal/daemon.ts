import { z } from 'zod'
import type { CallLimits } from '#channels/provider-calls.ts'
import { callErrorCode, callProvider, streamProvider } from '#platform/public-fetch.ts'

/** signal-cli as the operator runs it, for all accounts. It has no password, so tenants never choose its address. */
export interface Daemon {
  readonly url: string
  readonly timeoutMs: number
  readonly silenceMs?: number | undefined
}

export const daemonOf = ({ variables, timeoutMs, silenceMs }: CallLimits): Daemon | undefined =>
  variables?.['SIGNAL_DAEMON_URL'] === undefined
    ? undefined
    : { url: variables['SIGNAL_DAEMON_URL'], timeoutMs, silenceMs }

export type Answered =
  | { readonly result: unknown }
  | { readonly error: DaemonError }
  | { readonly away: string }

interface DaemonError {
  readonly code: number
  readonly message: string
}

/** The daemon understood the question and answers no: what is asked about is not there, or did not happen in time. */
export const isUserError = ({ code }: DaemonError) => code === -1

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
  { url, timeoutMs: usualMs, silenceMs }: Daemon,
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
      silenceMs,
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

/**
 * Splits a stream of server-sent events. The arrival of each was confirmed to Signal, so none is refused: of one that is too long, or in
 * which the stream ends, its beginning is handed over, which is shown as a message that could not be read.
 */
export async function* eventsIn(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes = mostEventBytes,
): AsyncIterable<Buffer> {
  let line = new Parts()
  let data: Buffer[] = []
  let bytes = 0
  let broken: { readonly error: unknown } | undefined
  const whole = untilBroken(chunks, (error) => (broken = { error }))
  for await (const chunk of whole) {
    let from = 0
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      line.add(chunk.subarray(from, to), mostBytes - bytes)
      from = to + 1
      const read = line.bytes()
      const value = dataOf(read)
      if (value) data.push(value)
      bytes += read.length
      const isEnd = line.isBlank
      line = new Parts()
      if (!isEnd) continue
      if (data.length > 0) yield joined(data)
      data = []
      bytes = 0
    }
    line.add(chunk.subarray(from), mostBytes - bytes)
  }
  const cut = dataOf(line.bytes())
  if (cut && cut.length > 0) data.push(cut)
  if (data.length > 0) yield joined(data)
  if (broken) throw broken.error
}

/** The parts of a stream that came, and then why it broke. */
async function* untilBroken(
  chunks: AsyncIterable<Uint8Array>,
  onBroken: (error: unknown) => void,
): AsyncIterable<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    onBroken(error)
  }
}

const newLine = Buffer.from('\n')
const joined = (lines: readonly Buffer[]) =>
  Buffer.concat(lines.flatMap((one, index) => (index > 0 ? [newLine, one] : [one])))

/** The value of a field `data`. */
function dataOf(line: Buffer): Buffer | undefined {
  if (line.subarray(0, 5).toString('latin1') !== 'data:') return undefined
  return line.subarray(line[5] === 32 ? 6 : 5)
}

/** A line that comes in parts; what is too much of it is left out. */
class Parts {
  #parts: Uint8Array[] = []
  #length = 0
  #kept = 0
  /** Ends with a carriage return, which does not belong to it. */
  #isReturned = false

  add(part: Uint8Array, mostBytes: number): void {
    if (part.length === 0) return
    this.#length += part.length
    this.#isReturned = part.at(-1) === 13
    const room = Math.max(0, mostBytes - this.#kept)
    const kept = part.subarray(0, room)
    this.#kept += kept.length
    if (kept.length > 0) this.#parts.push(Buffer.from(kept))
  }

  get isBlank(): boolean {
    return this.#length === (this.#isReturned ? 1 : 0)
  }

  bytes(): Buffer {
    const bytes = Buffer.concat(this.#parts)
    return this.#isReturned && this.#kept === this.#length ? bytes.subarray(0, -1) : bytes
  }
}
