import { formatListQuery } from '@verbatim/contract/list.ts'
import {
  exportMessages,
  getAttachment,
  getAttachmentByQuery,
  getAttachmentPreview,
  getAttachmentText,
  getMessage,
  listMessages,
  listMessageSources,
} from '@verbatim/contract/messages.ts'
import type { FastifyInstance } from 'fastify'
import { createExport } from '#domains/exports/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { type FileAnswer, route } from '#platform/http/route.ts'
import { drawPreview } from '#platform/preview.ts'
import type { Shares } from '#platform/shares.ts'
import { requireAttachment } from '#domains/messages/attachment-queries.ts'
import { requireAttachmentText } from '#domains/messages/attachment-text-queries.ts'
import { findMessages, requireMessage } from '#domains/messages/queries.ts'
import { findMessageSources } from '#domains/messages/source-choices.ts'
import { findSources } from '#domains/messages/source-queries.ts'

interface MessageContext {
  readonly db: Db
  readonly blobs: Blobs
  readonly pictures: Shares
  readonly now: () => Date
}

/** Content Library, message details, and attachments. */
export function messageRoutes(app: FastifyInstance, { db, blobs, pictures, now }: MessageContext): void {
  route(app, listMessages, ({ actor, query, read }) =>
    read((tx) => findMessages(tx, actor.scope, query, { now: now(), withAttachments: mayOpen(actor) })),
  )

  route(app, listMessageSources, ({ actor, read }) => read((tx) => findMessageSources(tx, actor.scope)))

  route(app, getMessage, ({ actor, params, query, read }) =>
    read(async (tx) => {
      const message = await requireMessage(tx, actor.scope, params.id, query.search)
      return { ...message, ...(await findSources(tx, message)) }
    }),
  )

  route(
    app,
    exportMessages,
    ({ actor, body, query, commit }) => {
      const { sort, filter, search } = query
      const asked = {
        kind: 'messages',
        format: body.format,
        question: formatListQuery({ sort, filter, ...(search && { search }) }),
      }
      return commit(async (tx) => ({ exportId: await createExport(tx, actor, asked, now()) }))
    },
    { status: 202 },
  )

  route(app, getAttachmentText, ({ actor, params, query, read }) =>
    read((tx) => requireAttachmentText(tx, actor.scope, params, query.search)),
  )

  const readAttachment = (actor: Actor, ids: Parameters<typeof requireAttachment>[2]) =>
    inTenant(db, actor.tenantId, (tx) => requireAttachment(tx, actor.scope, ids))

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

const mayOpen = ({ permissions }: Actor) => permissions.has('messages.view_attachments')
