/** Deliveries that we cannot read still become visible, with everything they contain. */
import { createHash } from 'node:crypto'
import type { CapturedMessage, Identity } from '#kernel/captured-event.ts'

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
