import { getConversation, getConversationSummary } from '@verbatim/contract/conversations.ts'
import type { FastifyInstance } from 'fastify'
import { requireConversation } from '#domains/messages/conversation-queries.ts'
import { findEpisodeTheme } from '#domains/themes/episode-theme.ts'
import { findSummary } from '#domains/messages/summary-queries.ts'
import { oneReaction } from '#flows/threads/one-reaction.ts'
import { route } from '#platform/http/route.ts'

/** A conversation with its messages, and its summary. */
export function conversationRoutes(app: FastifyInstance): void {
  route(app, getConversation, ({ actor, params, query, read }) =>
    read(async (tx) => {
      const conversation = await requireConversation(tx, actor.scope, params.id, { ...query, oneReaction })
      // Its name is a link to the page of the theme.
      if (!actor.permissions.has('themes.view')) return conversation
      const theme = await findEpisodeTheme(tx, actor.scope, conversation.id)
      return { ...conversation, ...(theme && { theme }) }
    }),
  )
  route(app, getConversationSummary, ({ actor, params, read, signal }) =>
    read((tx) => findSummary(tx, actor.scope, params.id, signal)),
  )
}
