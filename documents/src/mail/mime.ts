import { buffer } from '#charset/bytes.ts'
import { decodeHead } from './charset.ts'
import { type HeaderValue, headerValue } from './header-value.ts'

export interface Header {
  /** Lower case. */
  readonly name: string
  /** Unfolded; encoded words as they were written. */
  readonly value: string
}

/** A mail or a part of one, as bytes. */
export interface MimePart {
  readonly headers: readonly Header[]
  readonly type: HeaderValue
  readonly disposition: HeaderValue
  /** Still in its transfer encoding; empty for a part with children. */
  readonly body: Uint8Array
  readonly children: readonly MimePart[]
  /** Text outside all headers and parts, before the first boundary or after the last, which some programs show. */
  readonly outside: readonly Uint8Array[]
}

/** The budget for one mail; `exceeded` means that something was left unread. */
export interface Budget {
  parts: number
  headerBytes: number
  /** For text, still in its transfer encoding. */
  textBytes: number
  exceeded: boolean
}

const maxDepth = 64
/** Where to search for a boundary that the header does not name. */
const maxGuessBytes = 65_536
const colon = 0x3a

/**
 * Splits a mail into its parts. Never throws, for any bytes; takes time that grows with their number and their depth, which
 * is bounded. A boundary that never comes leaves its part whole, as text. Mails inside the mail are not opened. Source: RFC
 * 5322, RFC 2045, RFC 2046.
 */
export function readMime(bytes: Uint8Array, budget: Budget, depth = 0, defaultType = 'text/plain'): MimePart {
  budget.parts--
  const { head, stray, body } = splitHead(bytes, budget)
  const headers = readHeaders(head)
  const type = typeOf(headers, defaultType)
  const disposition = headerValue(valueOf(headers, 'content-disposition'))
  const part = { headers, type, disposition, body, children: [], outside: stray ? [stray] : [] }
  if (!type.value.startsWith('multipart/')) return part
  const { pieces, outside } = piecesOf(part, budget, depth)
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
  return { ...part, body: body.subarray(0, 0), children, outside: [...part.outside, ...outside] }
}

/** A header that names no type counts as absent (RFC 2045, 5.2), so that its part is not lost. */
function typeOf(headers: readonly Header[], defaultType: string): HeaderValue {
  const { value, parameters } = headerValue(valueOf(headers, 'content-type'))
  return { value: value || defaultType, parameters }
}

/** Splits by the declared boundary or, if that never occurs, by the one that seems to be meant. */
function piecesOf({ type, body }: Pick<MimePart, 'type' | 'body'>, budget: Budget, depth: number): Split {
  if (depth >= maxDepth) return { pieces: [], outside: [] }
  const declared = type.parameters.get('boundary')
  const split = declared ? splitBody(body, Buffer.from(`--${declared}`), budget.parts) : undefined
  if (split && split.pieces.length > 0) return split
  const meant = /^--(\S[^\r\n]{0,200}?)[ \t]{0,20}\r?\nContent-[a-z-]+[ \t]*:/im.exec(
    buffer(body.subarray(0, maxGuessBytes)).toString('latin1'),
  )?.[1]
  if (!meant) return { pieces: [], outside: [] }
  budget.exceeded = true
  return splitBody(body, Buffer.from(`--${meant}`, 'latin1'), budget.parts)
}

export function valueOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find((one) => one.name === name)?.value
}

interface Head {
  readonly head: Uint8Array
  /** From the first line of the head that is not a header, where the body starts for some programs. */
  readonly stray: Uint8Array | undefined
  readonly body: Uint8Array
}

/**
 * The headers end at the first empty line; a part that begins with one has none. A line of blanks also ends them if
 * no header follows.
 */
function splitHead(bytes: Uint8Array, budget: Budget): Head {
  const all = buffer(bytes)
  const limit = Math.max(budget.headerBytes, 0)
  let stray = -1
  let end = 0
  let next = 0
  for (;;) {
    const feed = all.indexOf(0x0a, next)
    const stop = feed < 0 ? all.length : feed
    const kind = lineKind(all, next, stop)
    const isEnd = endsHeaders(kind, () => lineKind(all, stop + 1))
    if (stray < 0 && !isEnd && isStray(kind)) stray = next
    if (feed < 0 && !isEnd) end = all.length
    if (isEnd || feed < 0 || next > limit) {
      if (next > limit) budget.exceeded = true
      budget.headerBytes -= end
      return {
        head: bytes.subarray(0, end),
        stray: stray >= 0 && stray < end ? bytes.subarray(stray, end) : undefined,
        body: bytes.subarray(isEnd ? Math.min(stop + 1, all.length) : end),
      }
    }
    next = feed + 1
    end = next
  }
}

const endsHeaders = (kind: LineKind, following: () => LineKind): boolean =>
  kind === 'empty' || (kind === 'blank' && following() === 'other')

const isStray = (kind: LineKind): boolean => kind === 'blank' || kind === 'other'

/** `folded` continues the previous header. `other` is not a header. */
type LineKind = 'empty' | 'blank' | 'header' | 'folded' | 'other'

/** The bytes that determine a line's type. */
const lineStart = 200

function lineKind(all: Buffer, start: number, stop = all.indexOf(0x0a, start)): LineKind {
  const end = stop < 0 ? all.length : stop
  const line = all.toString('latin1', start, Math.min(end, start + lineStart))
  if (line === '' || line === '\r') return 'empty'
  if (/^[ \t]/.test(line)) return isBlank(all, start, end) ? 'blank' : 'folded'
  return /^[!-9;-~]+[ \t]*:/.test(line) || /^>?From /.test(line) ? 'header' : 'other'
}

function isBlank(all: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = all[at] ?? 0
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false
  }
  return true
}

/** Lines without a colon are not headers, and neither is the separator of mail folders. */
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

interface Split {
  readonly pieces: readonly Uint8Array[]
  readonly outside: readonly Uint8Array[]
}

/**
 * The pieces between the boundary's lines, at most `limit` and one that shows there are more. Parts that follow
 * after the last boundary are parts, because some programs show them.
 */
function splitBody(body: Uint8Array, delimiter: Buffer, limit: number): Split {
  const all = buffer(body)
  const pieces: Uint8Array[] = []
  const outside: Uint8Array[] = []
  let start = 0
  let isPart = false
  const close = (end: number) => {
    if (isPart) pieces.push(body.subarray(start, Math.max(start, end)))
    else if (end > start) outside.push(body.subarray(start, end))
  }
  let at = all.indexOf(delimiter)
  while (at >= 0 && pieces.length <= limit) {
    const line = boundaryLine(all, at, delimiter.length)
    if (line) {
      close(beforeBreak(all, at))
      start = line.end
      isPart = !line.isLast
    }
    at = all.indexOf(delimiter, line ? Math.max(line.end - 1, at + 1) : at + 1)
  }
  if (start < all.length) close(all.length)
  return { pieces, outside }
}

/** The end of a boundary's line that starts at `at`; undefined if the bytes only look like one. */
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
