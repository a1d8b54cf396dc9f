import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'

interface Aliases {
  /** A row with the address of a participant, and the person whom it is known to mean. */
  readonly participant: string
  /** The `channel_account` of the conversation. */
  readonly account: string
}

/**
 * Joins `former`: who had the address of a participant at a time, if it has passed to another person since. Empty for all others. A
 * person is a user or a contact. @param conversation Its ID, and that of its tenant.
 */
export const joinFormer = (
  participant: string,
  conversation: { readonly tenantId: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
  at: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`left join lateral (
    select known.user_id, known.contact_id from participant_former known
    where known.tenant_id = ${conversation.tenantId} and known.conversation_id = ${conversation.id}
      and known.address = ${sql.ref(`${participant}.address`)} and known.until > ${at}
    order by known.until limit 1
  ) former on true`

const isFormer = sql`(former.user_id is not null or former.contact_id is not null)`

/**
 * The user of a participant at a time, beside `joinFormer`: the own address of an account that has changed hands means its owner then
 * (`account_user_at`). Only for that address of such an account is it asked.
 */
export function userAt(
  { participant, account }: Aliases,
  at: RawBuilder<unknown>,
): RawBuilder<UserId | null> {
  const one = (column: string) => sql.ref(`${participant}.${column}`)
  const own = (column: string) => sql.ref(`${account}.${column}`)
  return sql<UserId | null>`case when ${isFormer} then former.user_id when ${one('address')} = ${own('address')} and exists (
    select from account_former_owner handed where handed.tenant_id = ${own('tenant_id')} and handed.account_id = ${own('id')}
  ) then account_user_at(${own('tenant_id')}, ${own('id')}, ${at}, ${one('user_id')}) else ${one('user_id')} end`
}

/** The contact of a participant at that time, beside `joinFormer`. */
export const contactAt = (participant: string): RawBuilder<ContactId | null> =>
  sql`case when ${isFormer} then former.contact_id else ${sql.ref(`${participant}.contact_id`)} end`
