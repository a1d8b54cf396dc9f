import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { withinScope } from '#access/scope-sql.ts'
import { shownTitle, type TitleReader } from '#access/shown-title.ts'
import { accountsOf, hasAddressOfOthers } from '#schema/conversation-accounts.ts'
import { mergedContacts } from '#schema/merged-contacts.ts'

/** Which open conversations a change of a contact closes. */
export interface Closing {
  readonly contactId: ContactId
  /** The contact's addresses: also conversations from before the contact was known. */
  readonly addresses: readonly string[]
  /** Only those in which the contact took part with one of these addresses. */
  readonly under?: readonly string[]
  /** Except those that run through accounts of this user, or in which they take part. */
  readonly exceptOf?: UserId | undefined
}

interface ClosingEffect {
  readonly conversations: number
  readonly sample: { readonly with: string; readonly lastAt: string }[]
  readonly owners: { readonly id: UserId; readonly name: string }[]
}

const accounts = accountsOf(sql.ref('conversation.id'))

/** The open conversations that any of `closings` closes. */
function closed(closings: readonly Closing[]): RawBuilder<boolean> {
  const each = closings.map(({ contactId, addresses, under, exceptOf }) => {
    const within = under ? sql`and theirs.address = any(${under}::text[])` : sql``
    // What they wrote through an account that is another's by now is no part of theirs.
    const spared = exceptOf
      ? sql`and not exists (select from channel_account their where their.owner_id = ${exceptOf} and their.id = any(${accounts}))
          and not exists (select from participant own where own.conversation_id = conversation.id
            and own.user_id = ${exceptOf} and not ${hasAddressOfOthers('own', exceptOf)})`
      : sql``
    // A merged contact stays the participant that it was, and its conversations are with the one that took it in.
    return sql<boolean>`(conversation.id in (
        select conversation_id from participant theirs where theirs.contact_id in (
          select ${contactId}::uuid union all select id from ${mergedContacts} merged where root = ${contactId}) ${within}
        union select conversation_id from participant theirs where theirs.contact_id is null
          and theirs.user_id is null and theirs.address = any(${addresses}::text[]) ${within}
      ) ${spared})`
  })
  return sql<boolean>`conversation.closed_at is null and conversation.merged_into is null and (${sql.join(each, sql` or `)})`
}

const mostShown = 5

/** What would be closed, without closing it. All are counted; those that the reader sees are shown. */
export async function findClosing(
  tx: TenantTx,
  reader: TitleReader,
  closings: readonly Closing[],
): Promise<ClosingEffect> {
  if (closings.length === 0) return { conversations: 0, sample: [], owners: [] }
  const found = await sql<{
    conversations: number
    sample: { with: string; lastAt: string }[] | null
    owners: { id: UserId; name: string }[] | null
  }>`
    with ended as materialized (
      select conversation.id, ${accounts} as account_ids, ${shownTitle(reader)} as title, conversation.last_at,
        ${withinScope(reader.scope, 'conversation')} as is_within,
        account.name as account_name, owner.display_name as owner_name
      from conversation
      join channel_account account on account.id = conversation.account_id
      left join tenant_user owner on owner.id = account.owner_id
      where ${closed(closings)}
    )
    select (select count(*)::int from ended) as conversations,
      (select json_agg(json_build_object('with', coalesce(title, owner_name, account_name), 'lastAt',
          to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by last_at desc)
        from (select * from ended where is_within order by last_at desc, id limit ${mostShown}) latest) as sample,
      (select json_agg(json_build_object('id', owners.id, 'name', owners.display_name) order by owners.display_name)
        from (select distinct owner.id, owner.display_name from ended join channel_account account on account.id = any(ended.account_ids)
          join tenant_user owner on owner.id = account.owner_id
          where ended.is_within and exists (select from message where message.conversation_id = ended.id and message.account_id = account.id
            and ${withinScope(reader.scope, 'message')})) owners) as owners
  `.execute(tx)
  const { conversations, sample, owners } = onlyRow(found)
  return { conversations, sample: sample ?? [], owners: owners ?? [] }
}

/**
 * Closes them. Captured content does not change, and a later message reopens a conversation.
 * @returns How many.
 */
export async function closeConversations(
  tx: TenantTx,
  closings: readonly Closing[],
  as: { readonly closingId: string; readonly reason: 'share-level' | 'phone-number' },
  now: Date,
): Promise<number> {
  if (closings.length === 0) return 0
  const { numAffectedRows } = await sql`
    update conversation set closed_at = ${now}, closed_reason = ${as.reason}, closing_id = ${as.closingId}
    where ${closed(closings)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Reopens the conversations that one change closed and that are still closed by it.
 * @returns How many.
 */
export async function reopenConversations(tx: TenantTx, closingId: string): Promise<number> {
  const { numAffectedRows } =
    await sql`update conversation set closed_at = null, closed_reason = null, closing_id = null
    where closing_id = ${closingId}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
