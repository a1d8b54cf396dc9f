import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import {
  getMessengerAttachment,
  getMessengerConversation,
  getMessengerPreview,
  listMessengerConversations,
} from '@verbatim/contract/messenger.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { showOwnConversation } from '#flows/show-threads/show-threads.ts'
import { route } from '#platform/http/route.ts'
import { requireOwnAttachment } from '#domains/messenger/attachments.ts'
import { answerAttachment, answerPreview, type AttachmentFileContext } from './attachment-files.ts'
import { findOwnConversations } from '#domains/messenger/queries.ts'

interface MessengerContext extends AttachmentFileContext, DbContext {}

/** The messenger's reads: the caller's own conversations, and their attachments. */
export function messengerRoutes(app: FastifyInstance, ctx: MessengerContext): void {
  const { db, now } = ctx
  route(app, listMessengerConversations, async ({ actor, query, request, read }) => {
    const { ofOthers, ...page } = await read((tx) => findOwnConversations(tx, actor, query, now()))
    request.readsOfOthers = ofOthers
    return page
  })

  route(app, getMessengerConversation, async ({ actor, params, query, request, read }) => {
    const { ofOthers, ...thread } = await read((tx) => showOwnConversation(tx, actor, params.id, query))
    request.readsOfOthers = ofOthers
    return thread
  })

  const find = async (
    { actor, request }: { readonly actor: Actor; readonly request: FastifyRequest },
    ids: { messageId: MessageId; attachmentId: AttachmentId },
  ) => {
    const attachment = await inTenant(db, actor.tenantId, (tx) => requireOwnAttachment(tx, actor, ids))
    request.readsOfOthers = attachment.ofOthers
    return attachment
  }
  route(app, getMessengerAttachment, async ({ params, ...asked }) =>
    answerAttachment(ctx, asked.actor, await find(asked, params)),
  )
  route(app, getMessengerPreview, async ({ params, ...asked }) =>
    answerPreview(ctx, asked.actor, await find(asked, params), asked.signal),
  )
}
