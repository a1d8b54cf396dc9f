import {
  getAttachment,
  getAttachmentByQuery,
  getAttachmentPreview,
  getAttachmentText,
} from '@verbatim/contract/attachments.ts'
import type { FastifyInstance } from 'fastify'
import { requireAttachment } from '#domains/messages/attachment-queries.ts'
import { requireAttachmentText } from '#domains/messages/attachment-text-queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { requireClean, type ScanContext } from '#flows/scanning/scan-files.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { type FileAnswer, route } from '#platform/http/route.ts'
import { drawPreview } from '#platform/preview.ts'
import type { Shares } from '#platform/shares.ts'

interface AttachmentContext extends ScanContext {
  readonly db: Db
  readonly blobs: Blobs
  readonly pictures: Shares
}

/** The files of messages: their bytes, their text, and a picture of them. */
export function attachmentRoutes(app: FastifyInstance, ctx: AttachmentContext): void {
  const { db, blobs, pictures } = ctx
  route(app, getAttachmentText, ({ actor, params, query, read }) =>
    read((tx) => requireAttachmentText(tx, actor.scope, params, query.search)),
  )

  const readAttachment = async (actor: Actor, ids: Parameters<typeof requireAttachment>[2]) => {
    const attachment = await inTenant(db, actor.tenantId, (tx) => requireAttachment(tx, actor.scope, ids))
    await requireClean(ctx, actor.tenantId, attachment.sha256)
    return attachment
  }

  const sendAttachment = async (
    actor: Actor,
    ids: Parameters<typeof requireAttachment>[2],
  ): Promise<FileAnswer> => {
    const { name, contentType = 'application/octet-stream', sha256 } = await readAttachment(actor, ids)
    return { body: await blobs.get(actor.tenantId, sha256), contentType, fileName: name }
  }
  route(app, getAttachment, ({ actor, params }) => sendAttachment(actor, params))
  route(app, getAttachmentByQuery, ({ actor, query }) => sendAttachment(actor, query))

  route(app, getAttachmentPreview, async ({ actor, params, signal }) => {
    const { id, name, hasPreview, sha256 } = await readAttachment(actor, params)
    const draw = async () => drawPreview(await blobs.get(actor.tenantId, sha256))
    const drawn = hasPreview && (await pictures.run(actor, draw, signal))
    if (!drawn) throw new Failure('attachment.no-preview', { id })
    return { body: drawn, contentType: 'image/webp', fileName: `${name}.webp`, inline: true }
  })
}
