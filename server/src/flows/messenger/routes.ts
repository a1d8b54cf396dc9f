import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import {
  getMessengerAttachment,
  getMessengerConversation,
  getMessengerPreview,
  listMessengerConversations,
} from '@verbatim/contract/messenger.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { drawPreview } from '#platform/preview.ts'
import { requireOwnAttachment } from './attachments.ts'
import { findOwnConversations, requireOwnConversation } from './queries.ts'

interface MessengerContext {
  readonly db: Db
  readonly blobs: Blobs
  readonly now: () => Date
}

/** What the messenger reads: the caller's own conversations, and what is attached in them. */
export function messengerRoutes(app: FastifyInstance, { db, blobs, now }: MessengerContext): void {
  route(app, listMessengerConversations, ({ actor, query }) =>
    inTenant(db, actor.tenantId, (tx) => findOwnConversations(tx, actor, query, now())),
  )

  route(app, getMessengerConversation, ({ actor, params, query }) =>
    inTenant(db, actor.tenantId, (tx) => requireOwnConversation(tx, actor, params.id, query)),
  )

  const readAttachment = (actor: Actor, ids: { messageId: MessageId; attachmentId: AttachmentId }) =>
    inTenant(db, actor.tenantId, (tx) => requireOwnAttachment(tx, actor, ids))

  route(app, getMessengerAttachment, async ({ actor, params }) => {
    const { name, contentType = 'application/octet-stream', sha256 } = await readAttachment(actor, params)
    return { body: await blobs.get(actor.tenantId, sha256), contentType, fileName: name }
  })

  route(app, getMessengerPreview, async ({ actor, params }) => {
    const { id, name, hasPreview, sha256 } = await readAttachment(actor, params)
    const drawn = hasPreview && (await drawPreview(await blobs.get(actor.tenantId, sha256)))
    if (!drawn) throw new Failure('attachment.no-preview', { id })
    return { body: drawn, contentType: 'image/webp', fileName: `${name}.webp`, inline: true }
  })
}
