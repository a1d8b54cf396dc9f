import type { ConversationId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, everything } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { hasAddressOfOthers } from '#schema/conversation-accounts.ts'
import { mergedContacts } from '#schema/merged-contacts.ts'
import { standing } from '#domains/messages/standing.ts'
import { isIn } from './presence.ts'

/** The user whose conversations are requested. */
export type Reader = Pick<Actor, 'userId' | 'messengerRole'>

/** Platform rules do not decide what a messenger user reads; other conversations are excluded before anything is read. */
export const noFurtherLimit = everything

/**
 * Whether a conversation is the reader's: they take part in it, it runs through one of their accounts, or it is with a
 * contact whose history they read. Mail threads belong to no reader here: they also hold mails that not all their
 * participants received.
 */
export function isOwn(reader: Reader): RawBuilder<boolean> {
  return sql<boolean>`conversation.type <> 'thread' and conversation.merged_into is null
    and conversation.id in (${theirs(reader)} union all ${ofContacts(reader)})`
}

/** Whether a `participant` is the user, and takes part. Who had an account before has no part in what its owner writes. */
export const takesPart = (userId: UserId): RawBuilder<boolean> =>
  sql<boolean>`participant.user_id = ${userId} and ${isIn} and not ${hasAddressOfOthers('participant', userId)}`

/** Conversations in which the user takes part or owns an account: the chat of several accounts is that of each owner. */
const theirs = ({ userId }: Reader) => sql`
  select conversation_id from participant where ${takesPart(userId)}
  union all select coalesce(own.merged_into, own.id) from conversation own
  where own.account_id in (select id from channel_account where owner_id = ${userId})`

/**
 * Conversations with a contact of one of the user's groups, or with one that was merged into such a contact. A manager always reads
 * them; a user reads them if the group shares its history and the contact is not personal to another user.
 * Source: docs/rules/permissions.md.
 */
const ofContacts = (reader: Reader) => sql`
  select participant.conversation_id from participant ${inGroupOf(reader, sql`participant.contact_id`)}
  where ${isIn}
  union all select participant.conversation_id from ${mergedContacts} merged
  join participant on participant.contact_id = merged.id ${inGroupOf(reader, sql`merged.root`)}
  where ${isIn}`

/** An archived contact keeps its groups, for an undo; they count no more. */
export const inGroupOf = ({ userId, messengerRole }: Reader, contactId: RawBuilder<unknown>) => sql`
  join conversation_group_contact of_group on of_group.contact_id = ${contactId}
  join conversation_group_member of_reader
    on of_reader.group_id = of_group.group_id and of_reader.user_id = ${userId}
  join contact on contact.id = of_group.contact_id and contact.archived_at is null
  ${messengerRole === 'manager' ? sql`` : isShared(userId)}`

const isShared = (userId: UserId) => sql`and (contact.share_level = 'global' or contact.owner_id = ${userId})
  join conversation_group sharing on sharing.id = of_group.group_id and sharing.shared_conversation_history`

/** The opened conversation, which a merged one turned out to be: `ofOthers` if the reader neither takes part in it nor owns its account. */
export interface Opened {
  readonly id: ConversationId
  readonly ofOthers: boolean
}

/** @throws Failure `conversation.not-found`, also if it exists but is not the reader's. */
export async function requireOwn(tx: TenantTx, reader: Reader, id: ConversationId): Promise<Opened> {
  const { rows } = await sql<Opened>`
    select conversation.id, ${isOfOthers(reader)} as "ofOthers"
    from conversation where conversation.id = ${standing(id)} and ${isOwn(reader)}`.execute(tx)
  const [opened] = rows
  if (!opened) throw new Failure('conversation.not-found', { id })
  return opened
}

export const isOfOthers = (reader: Reader) => sql<boolean>`not exists (
  select from (${theirs(reader)}) mine where mine.conversation_id = conversation.id)`
