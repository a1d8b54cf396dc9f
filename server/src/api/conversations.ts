import { getConversation, getConversationSummary } from '@verbatim/contract/conversations.ts'
import type { FastifyInstance } from 'fastify'
import { requireConversation } from '#domains/messages/conversation-queries.ts'
import { findSummary } from '#domains/messages/summary-queries.ts'
import { oneReaction } from '#flows/threads/one-reaction.ts'
import { route } from '#platform/http/route.ts'

/** A conversation with its messages, and its summary. */
export function conversationRoutes(app: FastifyInstance): void {
  route(app, getConversation, ({ actor, params, query, read }) =>
    read((tx) => requireConversation(tx, actor.scope, params.id, { ...query, oneReaction })),
  )
  route(app, getConversationSummary, ({ actor, params, read }) =>
    read((tx) => findSummary(tx, actor.scope, params.id)),
  )
}
