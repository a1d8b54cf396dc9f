import { hasContent } from './events.ts'
import { dateOfSeconds, type Fields, fieldsOf, listOf, numberOf } from './fields.ts'
import { isPublished } from './jid.ts'

/** An event, or a part of one, in a form that no one changes any more. */
export interface Page {
  readonly event: string
  readonly data: unknown
  readonly isHistory?: true
}

/** Of a page of the history; one message may be larger. */
const pageBytes = 512 * 1024
/** Deeper than any message of an app, and shallower than what `isDeepJson` refuses. */
const deepest = 56

/**
 * What is kept of an event: pages of a bounded size, none if there is nothing to keep.
 * @param historySince What was sent before is left out of the history.
 */
export function pagesOf(event: string, data: unknown, historySince: Date): Page[] {
  if (!hasContent(event)) return []
  const copy = plainOf(data)
  if (event === 'messaging-history.set') return pagesOfHistory(fieldsOf(copy) ?? {}, historySince)
  const kept = withoutIgnored(event, copy)
  return kept === undefined ? [] : [{ event, data: kept }]
}

/** Lists that can be divided among pages, because each element is whole by itself. */
const lists = ['lidPnMappings', 'contacts', 'chats', 'messages'] as const

function pagesOfHistory(history: Fields, since: Date): Page[] {
  const { syncType, progress } = history
  const about = { syncType, progress }
  const pages: Page[] = []
  for (const list of lists) {
    const kept = listOf(history[list])
      .map((one) => fieldsOf(one) ?? {})
      .filter((one) => list !== 'messages' || (!isIgnored(one) && !isBefore(one, since)))
      // The newest message of a chat comes in its description once more.
      .map((one) => (list === 'chats' ? { ...one, messages: undefined } : one))
    for (const part of bySize(kept)) {
      pages.push({ event: 'messaging-history.set', data: { ...about, [list]: part }, isHistory: true })
    }
  }
  return pages
}

/** One without a time counts as wanted. */
function isBefore({ messageTimestamp }: Fields, since: Date): boolean {
  const sentAt = dateOfSeconds(messageTimestamp)
  return sentAt !== undefined && sentAt.getTime() > 0 && sentAt < since
}

function bySize(elements: readonly Fields[]): Fields[][] {
  const parts: Fields[][] = []
  let size = pageBytes
  for (const element of elements) {
    const bytes = JSON.stringify(element).length
    if (size + bytes > pageBytes) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(element)
    size += bytes
  }
  return parts
}

function withoutIgnored(event: string, data: unknown): unknown {
  const fields = fieldsOf(data)
  if (event === 'messages.upsert') {
    const messages = listOf(fieldsOf(data)?.['messages']).filter((one) => !isIgnored(fieldsOf(one) ?? {}))
    return messages.length > 0 ? { ...fields, messages } : undefined
  }
  if (event === 'messages.delete') return isPublished(fields?.['jid']) ? undefined : data
  if (!Array.isArray(data)) return data
  const kept = data.filter((one) => !isPublished(fieldsOf(fieldsOf(one)?.['key'])?.['remoteJid']))
  return kept.length > 0 ? kept : undefined
}

/** Kinds of protocol messages by which devices of one account give each other keys, history and settings. */
const betweenDevices = new Set([4, 5, 6, 7, 8, 9, 10, 16, 17, 22])

/** What is published for everyone, and secrets between the account's own devices. */
function isIgnored({ key, category, message }: Fields): boolean {
  if (isPublished(fieldsOf(key)?.['remoteJid']) || category === 'peer') return true
  const content = fieldsOf(message)
  const sent = fieldsOf(fieldsOf(content?.['deviceSentMessage'])?.['message'])
  const protocol = fieldsOf((sent ?? content)?.['protocolMessage'])
  return protocol !== undefined && betweenDevices.has(numberOf(protocol['type']) ?? 0)
}

/**
 * The same for the same content, whatever objects it was made of: bytes as base64, large numbers as text, times in milliseconds,
 * names in order.
 */
export function plainOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return { type: 'Buffer', data: Buffer.from(value).toString('base64') }
  if (value instanceof Date) return value.getTime()
  if (value instanceof Error) return { error: value.name }
  if (depth >= deepest) return undefined
  if (value instanceof Set) return [...value].map((one) => plainOf(one, depth + 1))
  if (Array.isArray(value)) return value.map((one) => plainOf(one, depth + 1) ?? null)
  const fields = value as Fields
  if (isLong(fields)) return longOf(fields)
  const entries = Object.keys(fields)
    .toSorted()
    .flatMap((name) => {
      const plain = plainOf(fields[name], depth + 1)
      return plain === undefined ? [] : [[name, plain]]
    })
  return Object.fromEntries(entries)
}

const isLong = ({ low, high, unsigned }: Fields) =>
  typeof low === 'number' && typeof high === 'number' && typeof unsigned === 'boolean'

function longOf({ low, high, unsigned }: Fields): number | string {
  const bits = (BigInt.asUintN(32, BigInt(Number(high))) << 32n) | BigInt.asUintN(32, BigInt(Number(low)))
  const whole = unsigned === true ? bits : BigInt.asIntN(64, bits)
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : String(whole)
}
