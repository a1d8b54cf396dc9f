import type { UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'

interface Aliases {
  /** A row with the address of a participant, and the user whom it is known to mean. */
  readonly participant: string
  /** The `channel_account` of the conversation. */
  readonly account: string
}

/**
 * The user of a participant at a time: the own address of an account that has changed hands means its owner then (`account_user_at`). Only
 * for that address of such an account is it asked.
 */
export function userAt(
  { participant, account }: Aliases,
  at: RawBuilder<unknown>,
): RawBuilder<UserId | null> {
  const one = (column: string) => sql.ref(`${participant}.${column}`)
  const own = (column: string) => sql.ref(`${account}.${column}`)
  return sql<UserId | null>`case when ${one('address')} = ${own('address')} and exists (
    select from account_former_owner former where former.tenant_id = ${own('tenant_id')} and former.account_id = ${own('id')}
  ) then account_user_at(${own('tenant_id')}, ${own('id')}, ${at}, ${one('user_id')}) else ${one('user_id')} end`
}
