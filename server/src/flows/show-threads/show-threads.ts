import type { Channel } from '@verbatim/contract/channels.ts'
import type { getConversation } from '@verbatim/contract/conversations.ts'
import type { InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import type { getMessage } from '@verbatim/contract/messages.ts'
import type { getMessengerConversation } from '@verbatim/contract/messenger.ts'
import { channelsWith } from '#channels/registry.ts'
import { requireConversation } from '#domains/messages/conversation-queries.ts'
import { requireMessage } from '#domains/messages/queries.ts'
import { findSources } from '#domains/messages/source-queries.ts'
import { requireOwnConversation } from '#domains/messenger/queries.ts'
import { findEpisodeTheme } from '#domains/themes/episode-theme.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

const oneReaction: ReadonlySet<Channel> = new Set(channelsWith('oneReaction'))

/**
 * A conversation with one page of its thread, and for readers of themes with the theme of its last episode.
 * @throws Failure `conversation.not-found`, `message.not-found`
 */
export async function showConversation(
  tx: TenantTx,
  { scope, permissions }: Pick<Actor, 'scope' | 'permissions'>,
  id: ConversationId,
  query: InputOf<typeof getConversation>['query'],
): Promise<OutputOf<typeof getConversation>> {
  const conversation = await requireConversation(tx, scope, id, { ...query, oneReaction })
  // Its name is a link to the page of the theme.
  if (!permissions.has('themes.view')) return conversation
  const theme = await findEpisodeTheme(tx, scope, conversation.id)
  return { ...conversation, ...(theme && { theme }) }
}

/** A message with its whole history and its sources. @throws Failure `message.not-found` */
export async function showMessage(
  tx: TenantTx,
  { scope }: Pick<Actor, 'scope'>,
  id: MessageId,
  { search }: InputOf<typeof getMessage>['query'],
): Promise<OutputOf<typeof getMessage>> {
  const message = await requireMessage(tx, scope, id, { search, oneReaction })
  return { ...message, ...(await findSources(tx, message)) }
}

/** A conversation of the messenger's user with one page of its thread. @throws Failure `conversation.not-found` */
export const showOwnConversation = (
  tx: TenantTx,
  reader: Parameters<typeof requireOwnConversation>[1],
  id: ConversationId,
  query: InputOf<typeof getMessengerConversation>['query'],
): ReturnType<typeof requireOwnConversation> =>
  requireOwnConversation(tx, reader, id, { ...query, oneReaction })
