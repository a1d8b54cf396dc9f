import { buffer, decodeHead } from './charset.ts'
import { type HeaderValue, headerValue } from './header-value.ts'

export interface Header {
  /** Lower case. */
  readonly name: string
  /** Unfolded; encoded words as they were written. */
  readonly value: string
}

/** A mail or a part of one, as the bytes lie. */
export interface MimePart {
  readonly headers: readonly Header[]
  readonly type: HeaderValue
  readonly disposition: HeaderValue
  /** Still in its transfer encoding; empty for what has children. */
  readonly body: Uint8Array
  readonly children: readonly MimePart[]
}

/** What may be spent on one mail; `exceeded` says that something was left unread. */
export interface Budget {
  parts: number
  headerBytes: number
  /** Of text, still in its transfer encoding. */
  textBytes: number
  exceeded: boolean
}

const maxDepth = 64
const colon = 0x3a

/**
 * Takes a mail apart into its parts. Never throws, whatever the bytes; takes time that grows with their number and
 * their depth, which is bounded. A boundary that never comes leaves its part whole, as text.
 * Mails inside the mail are not opened. Source: RFC 5322, RFC 2045, RFC 2046.
 */
export function readMime(bytes: Uint8Array, budget: Budget, depth = 0, defaultType = 'text/plain'): MimePart {
  budget.parts--
  const { head, body } = splitHead(bytes, budget)
  const headers = readHeaders(head)
  const type = headerValue(valueOf(headers, 'content-type') ?? defaultType)
  const disposition = headerValue(valueOf(headers, 'content-disposition'))
  const part = { headers, type, disposition, body, children: [] }
  const boundary = type.parameters.get('boundary')
  if (!type.value.startsWith('multipart/')) return part
  const pieces = boundary && depth < maxDepth ? splitBody(body, boundary, budget.parts) : []
  if (pieces.length === 0) {
    budget.exceeded ||= body.some((byte) => byte > 0x20)
    return { ...part, type: { value: 'text/plain', parameters: new Map() } }
  }
  const inner = type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  const children: MimePart[] = []
  for (const piece of pieces) {
    if (budget.parts <= 0) budget.exceeded = true
    else children.push(readMime(piece, budget, depth + 1, inner))
  }
  return { ...part, body: body.subarray(0, 0), children }
}

export function valueOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find((one) => one.name === name)?.value
}

/** The headers end at the first empty line; a part that begins with one has none. */
function splitHead(bytes: Uint8Array, budget: Budget): { head: Uint8Array; body: Uint8Array } {
  const all = buffer(bytes)
  const limit = Math.max(budget.headerBytes, 0)
  let end = 0
  let next = 0
  for (;;) {
    const feed = all.indexOf(0x0a, next)
    const stop = feed < 0 ? all.length : feed
    const isBlank = stop === next || (stop === next + 1 && all[next] === 0x0d)
    if (feed < 0 && !isBlank) end = all.length
    if (isBlank || feed < 0 || next > limit) {
      if (next > limit) budget.exceeded = true
      budget.headerBytes -= end
      return {
        head: bytes.subarray(0, end),
        body: bytes.subarray(isBlank ? Math.min(stop + 1, all.length) : end),
      }
    }
    next = feed + 1
    end = next
  }
}

/** Lines without a colon are no headers, nor is the separator that mail folders put before each mail. */
function readHeaders(head: Uint8Array): Header[] {
  if (!head.includes(colon)) return []
  const lines = decodeHead(head)
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
  return lines.flatMap((line) => {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:([^]*)$/.exec(line) ?? []
    return name === undefined || value === undefined
      ? []
      : [{ name: name.toLowerCase(), value: value.trim() }]
  })
}

/** What stands between the boundary's lines, at most `limit` pieces and one that tells there are more. */
function splitBody(body: Uint8Array, boundary: string, limit: number): Uint8Array[] {
  const all = buffer(body)
  const delimiter = Buffer.from(`--${boundary}`)
  const pieces: Uint8Array[] = []
  let start = -1
  let at = all.indexOf(delimiter)
  while (at >= 0 && pieces.length <= limit) {
    const line = boundaryLine(all, at, delimiter.length)
    if (line) {
      if (start >= 0) pieces.push(body.subarray(start, Math.max(start, beforeBreak(all, at))))
      start = line.isLast ? -1 : line.end
      if (line.isLast) break
    }
    at = all.indexOf(delimiter, line ? Math.max(line.end - 1, at + 1) : at + 1)
  }
  if (start >= 0 && start < all.length) pieces.push(body.subarray(start))
  return pieces
}

/** Whether a boundary's line begins at `at`, and where it ends; undefined where the bytes only look like one. */
function boundaryLine(all: Buffer, at: number, length: number): { isLast: boolean; end: number } | undefined {
  if (at > 0 && all[at - 1] !== 0x0a) return undefined
  let end = at + length
  const isLast = all[end] === 0x2d && all[end + 1] === 0x2d
  if (isLast) end += 2
  while (all[end] === 0x20 || all[end] === 0x09) end++
  if (all[end] === 0x0d) end++
  if (end < all.length && all[end] !== 0x0a) return undefined
  return { isLast, end: Math.min(end + 1, all.length) }
}

/** The line break before a boundary belongs to the boundary. */
function beforeBreak(all: Buffer, at: number): number {
  return at - (at > 1 && all[at - 2] === 0x0d ? 2 : at > 0 ? 1 : 0)
}
