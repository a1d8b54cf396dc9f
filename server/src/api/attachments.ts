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
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { answerAttachment, answerPreview, type AttachmentFileContext } from './attachment-files.ts'

interface AttachmentContext extends AttachmentFileContext {
  readonly db: Db
}

/** The files of messages: their bytes, their text, and a picture of them. */
export function attachmentRoutes(app: FastifyInstance, ctx: AttachmentContext): void {
  route(app, getAttachmentText, ({ actor, params, query, read }) =>
    read((tx) => requireAttachmentText(tx, actor.scope, params, query.search)),
  )
  const find = (actor: Actor, ids: Parameters<typeof requireAttachment>[2]) =>
    inTenant(ctx.db, actor.tenantId, (tx) => requireAttachment(tx, actor.scope, ids))
  route(app, getAttachment, async ({ actor, params }) =>
    answerAttachment(ctx, actor, await find(actor, params)),
  )
  route(app, getAttachmentByQuery, async ({ actor, query }) =>
    answerAttachment(ctx, actor, await find(actor, query)),
  )
  route(app, getAttachmentPreview, async ({ actor, params, signal }) =>
    answerPreview(ctx, actor, await find(actor, params), signal),
  )
}
