import type { ConversationId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { channels } from '@verbatim/contract/channels.ts'

/** Whose conversations are asked for. */
export type Reader = Pick<Actor, 'userId' | 'messengerRole'>

/** Platform rules do not decide what a messenger user reads: what is not theirs is left out before anything is read. */
export const noFurtherLimit: AccessScope = [{ channels, groupIds: 'all' }]

/**
 * Whether a conversation is the reader's: they take part in it, or it runs through an account of theirs; for a
 * manager also where a contact of one of their groups takes part, shared history or not. Mail threads are nobody's
 * here: they also hold mails that not everybody in them was sent. Source: spec §6.
 */
export function isOwn({ userId, messengerRole }: Reader): RawBuilder<boolean> {
  const ofContacts = sql`
    union all select participant.conversation_id from participant
    join conversation_group_contact of_group on of_group.contact_id = participant.contact_id
    join conversation_group_member of_reader
      on of_reader.group_id = of_group.group_id and of_reader.user_id = ${userId}`
  return sql<boolean>`conversation.type <> 'thread' and conversation.id in (
    select conversation_id from participant where user_id = ${userId}
    union all select own.id from conversation own
    where own.account_id in (select id from channel_account where owner_id = ${userId})
    ${messengerRole === 'manager' ? ofContacts : sql``})`
}

/** @throws Failure `conversation.not-found`, also where it exists but is not the reader's. */
export async function requireOwn(tx: TenantTx, reader: Reader, id: ConversationId): Promise<void> {
  const { rows } = await sql`
    select from conversation where conversation.id = ${id} and ${isOwn(reader)}`.execute(tx)
  if (rows.length === 0) throw new Failure('conversation.not-found', { id })
}
