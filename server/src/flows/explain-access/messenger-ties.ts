import type { MessageId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { takesPart } from '#domains/messenger/readable-conversations.ts'
import { isIn } from '#domains/messenger/presence.ts'
import type { TiedGroup, Ties } from '#domains/permissions/explain-messenger.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { accountsOf } from '#schema/conversation-accounts.ts'
import { mergedContacts } from '#schema/merged-contacts.ts'

/** The links between a user and the conversation of a message that make the messenger show it (`domains/messenger/readable-conversations.ts`). */
export async function findTies(tx: TenantTx, userId: UserId, messageId: MessageId): Promise<Ties> {
  const { rows } = await sql<{
    is_thread: boolean
    takes_part: boolean
    accounts: string[]
    groups: TiedGroup[]
  }>`
    select conversation.type = 'thread' as is_thread,
      exists (select from participant where participant.conversation_id = conversation.id and ${takesPart(userId)}) as takes_part,
      array(select name from channel_account
        where id = any(${accountsOf(sql.ref('conversation.id'))}) and owner_id = ${userId}) as accounts,
      coalesce((select jsonb_agg(tied) from (
        select of_contact.name, bool_or(of_contact.shared_conversation_history
          and (contact.share_level = 'global' or contact.owner_id = ${userId})) as shares
        from participant
        left join ${mergedContacts} merged on merged.id = participant.contact_id
        join contact on contact.id = coalesce(merged.root, participant.contact_id)
        join conversation_group_contact of_group on of_group.contact_id = contact.id
        join conversation_group_member of_reader
          on of_reader.group_id = of_group.group_id and of_reader.user_id = ${userId}
        join conversation_group of_contact on of_contact.id = of_group.group_id
        where participant.conversation_id = conversation.id and ${isIn}
        group by of_contact.id, of_contact.name order by of_contact.name
      ) tied), '[]') as groups
    from message join conversation on conversation.id = message.conversation_id where message.id = ${messageId}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Failure('message.not-found', { id: messageId })
  return {
    isThread: row.is_thread,
    takesPart: row.takes_part,
    accounts: row.accounts,
    groups: row.groups,
  }
}

/** The groups of a user, by name, and whether each shares its history. */
export async function findGroupsOf(tx: TenantTx, userId: UserId): Promise<TiedGroup[]> {
  return tx
    .selectFrom('conversation_group_member as link')
    .innerJoin('conversation_group as joined', (join) =>
      join.onRef('joined.tenant_id', '=', 'link.tenant_id').onRef('joined.id', '=', 'link.group_id'),
    )
    .where('link.user_id', '=', userId)
    .select(['joined.name', 'joined.shared_conversation_history as shares'])
    .orderBy('joined.name')
    .execute()
}
