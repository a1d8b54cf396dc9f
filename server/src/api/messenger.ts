import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import {
  getMessengerAttachment,
  getMessengerConversation,
  getMessengerPreview,
  listMessengerConversations,
} from '@verbatim/contract/messenger.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { requireClean, type ScanContext } from '#flows/scanning/scan-files.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { drawPreview } from '#platform/preview.ts'
import type { Shares } from '#platform/shares.ts'
import { requireOwnAttachment } from '#domains/messenger/attachments.ts'
import { findOwnConversations, requireOwnConversation } from '#domains/messenger/queries.ts'

interface MessengerContext extends ScanContext {
  readonly db: Db
  readonly blobs: Blobs
  readonly pictures: Shares
  readonly now: () => Date
}

/** The messenger's reads: the caller's own conversations, and their attachments. */
export function messengerRoutes(app: FastifyInstance, ctx: MessengerContext): void {
  const { db, blobs, pictures, now } = ctx
  route(app, listMessengerConversations, ({ actor, query, read }) =>
    read((tx) => findOwnConversations(tx, actor, query, now())),
  )

  route(app, getMessengerConversation, async ({ actor, params, query, request, read }) => {
    const { ofOthers, ...thread } = await read((tx) => requireOwnConversation(tx, actor, params.id, query))
    request.readsOfOthers = ofOthers
    return thread
  })

  const readAttachment = async (
    { actor, request }: { readonly actor: Actor; readonly request: FastifyRequest },
    ids: { messageId: MessageId; attachmentId: AttachmentId },
  ) => {
    const attachment = await inTenant(db, actor.tenantId, (tx) => requireOwnAttachment(tx, actor, ids))
    request.readsOfOthers = attachment.ofOthers
    await requireClean(ctx, actor.tenantId, attachment.sha256)
    return attachment
  }

  route(app, getMessengerAttachment, async ({ params, ...asked }) => {
    const { actor } = asked
    const { name, contentType = 'application/octet-stream', sha256 } = await readAttachment(asked, params)
    return { body: await blobs.get(actor.tenantId, sha256), contentType, fileName: name }
  })

  route(app, getMessengerPreview, async ({ params, ...asked }) => {
    const { actor, signal } = asked
    const { id, name, hasPreview, sha256 } = await readAttachment(asked, params)
    const draw = async () => drawPreview(await blobs.get(actor.tenantId, sha256))
    const drawn = hasPreview && (await pictures.run(actor, draw, signal))
    if (!drawn) throw new Failure('attachment.no-preview', { id })
    return { body: drawn, contentType: 'image/webp', fileName: `${name}.webp`, inline: true }
  })
}
