/** The status of accounts as people see it, everywhere: in lists, on pages and in figures. Source: docs/decisions/0187-what-is-said-of-gaps.md. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { at } from '#platform/work/due-rows.ts'

/** An account whose provider has not answered for so long is not available, as long as that lasts. */
export const awayAfterMs = 5 * minuteMs

/**
 * What people see of a row of `channel_account`, to be joined as `shown`: its status, and its problem. While its provider does not answer, the
 * row itself stays as it is, because what the provider delivers meanwhile is taken, and nothing has to be set up again.
 */
export function shownStatus(account: string, now: Date): RawBuilder<unknown> {
  const of = (name: string) => sql.ref(`${account}.${name}`)
  const lastsSince = new Date(now.getTime() - awayAfterMs)
  return sql`lateral (
    select case when away.problem is null then ${of('status')} else 'not-available' end as status,
      coalesce(away.problem, ${of('problem')}) as problem
    from (select case when ${of('status')} = 'active' then (
      select gap.problem from account_gap gap where gap.tenant_id = ${of('tenant_id')} and gap.account_id = ${of('id')}
        and gap.kind = 'disconnected' and gap.ended_at is null and gap.began_at <= ${at(lastsSince)}
    ) end as problem) away
  ) shown`
}

/** Whether an account is connected, though its provider may not answer now. */
export async function isEstablished(tx: TenantTx, id: AccountId): Promise<boolean> {
  const found = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}
