import { getConversation, getConversationSummary } from '@verbatim/contract/conversations.ts'
import { revealIdentity } from '@verbatim/contract/pseudonyms.ts'
import type { FastifyInstance } from 'fastify'
import { requireConversation, requireVisible } from '#domains/messages/conversation-queries.ts'
import { findSummary } from '#domains/messages/summary-queries.ts'
import { reveal } from '#domains/permissions/reveals.ts'
import { announcing } from './announcing.ts'
import { route } from '#platform/http/route.ts'

interface ConversationContext {
  readonly now: () => Date
}

const changing = announcing(['audit'])

/** A conversation with its messages, and its summary. */
export function conversationRoutes(app: FastifyInstance, { now }: ConversationContext): void {
  route(app, getConversation, ({ actor, params, query, read }) =>
    read((tx) => requireConversation(tx, actor.scope, params.id, query)),
  )
  route(app, revealIdentity, ({ actor, params: { id }, body: { reason }, commit }) =>
    changing(commit, actor, async (tx) => {
      await requireVisible(tx, actor.scope, id)
      return reveal(tx, actor, { id, reason }, now())
    }),
  )
  route(app, getConversationSummary, ({ actor, params, read }) =>
    read((tx) => findSummary(tx, actor.scope, params.id)),
  )
}
