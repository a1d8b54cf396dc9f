import { type Fields, fieldsOf, numberOf } from './fields.ts'

/** The content of a message without its wrappings, and what they say about it. */
export interface Unwrapped {
  readonly content: Fields
  readonly isViewOnce: boolean
}

/** More wrappings than these are no message of an app. */
const mostWraps = 8

/** Beside the content, and never shown. */
const asides = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
])

/** Wraps a comment on another message, which is content of its own. */
const notWraps = new Set(['protocolMessage', 'commentMessage'])

/** Undefined if there is nothing to see: only keys for later messages. */
export function unwrap(message: unknown): Unwrapped | undefined {
  let content = fieldsOf(message)
  let isViewOnce = false
  for (let level = 0; content && level < mostWraps; level++) {
    const wrap = Object.entries(content).find(
      ([name, value]) => !asides.has(name) && !notWraps.has(name) && fieldsOf(fieldsOf(value)?.['message']),
    )
    if (!wrap) break
    const [name, value] = wrap
    if (name.startsWith('viewOnce')) isViewOnce = true
    content = fieldsOf(fieldsOf(value)?.['message'])
  }
  const seen = Object.entries(content ?? {}).filter(
    ([name, value]) => !asides.has(name) && value !== undefined && value !== null,
  )
  return seen.length > 0 ? { content: Object.fromEntries(seen), isViewOnce } : undefined
}

/** What a message says about what surrounds it: an answered message, forwarding, and how long it stays. */
export function contextInfoOf(content: Fields): Fields {
  for (const value of Object.values(content)) {
    const info = fieldsOf(fieldsOf(value)?.['contextInfo'])
    if (info) return info
  }
  return {}
}

export const isDisappearing = (contextInfo: Fields) => (numberOf(contextInfo['expiration']) ?? 0) > 0
