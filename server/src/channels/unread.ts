/** Deliveries that we cannot read still become visible, with everything they contain. */
import { createHash } from 'node:crypto'
import type { CapturedMessage, Identity } from '#kernel/captured-event.ts'
import { jsonOf } from '#kernel/json.ts'
import { shallowOf } from './deep-json.ts'

/** The key of what has no other: a repeated delivery is still the same message. @param within Where such a delivery may come. */
export const keyOfBytes = (body: Uint8Array | string, within = ''): string =>
  `raw:${within}${createHash('sha256').update(body).digest('hex')}`

/** The content of a message of which nothing was understood. */
export const unreadContent = {
  body: null,
  format: 'plain',
  contentType: 'unsupported',
  attachments: [],
} as const satisfies Partial<CapturedMessage>

/**
 * What is in a delivery of which nothing was understood, not even which of its parts are words: all of it is shown, searched and examined.
 * JSON is given as data, anything else as text.
 */
export function everythingIn(body: Uint8Array): Pick<CapturedMessage, 'structured' | 'flags'> {
  const json = jsonOf(body)
  const all = json === undefined ? textOf(body) : shallowOf(json)
  const isEmpty = all === undefined || all === null || all === ''
  return { ...(!isEmpty && { structured: { received: all } }), flags: ['unparsed'] }
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8')

const unknownAuthor = { kind: 'unknown', value: '' } as const satisfies Identity

/** A message of which not even the author was understood. */
export const unreadMessage = {
  kind: 'message',
  conversationType: 'direct',
  direction: 'unknown',
  author: unknownAuthor,
  participants: [{ identity: unknownAuthor, role: 'author' }],
  ...unreadContent,
} as const satisfies Partial<CapturedMessage>
