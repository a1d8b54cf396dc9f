import { getConversation, getConversationSummary } from '@verbatim/contract/conversations.ts'
import type { FastifyInstance } from 'fastify'
import { findSummary } from '#domains/messages/summary-queries.ts'
import { showConversation } from '#flows/show-threads/show-threads.ts'
import { route } from '#platform/http/route.ts'

/** A conversation with its messages, and its summary. */
export function conversationRoutes(app: FastifyInstance): void {
  route(app, getConversation, ({ actor, params, query, read }) =>
    read((tx) => showConversation(tx, actor, params.id, query)),
  )
  route(app, getConversationSummary, ({ actor, params, read, signal }) =>
    read((tx) => findSummary(tx, actor.scope, params.id, signal)),
  )
}
