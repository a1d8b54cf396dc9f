/** Hours and days of coverage, in UTC. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** The start of the hour or the day of a time in milliseconds. */
export const hourStart = (ms: number) => Math.floor(ms / hourMs) * hourMs
export const dayStart = (ms: number) => Math.floor(ms / dayMs) * dayMs

/**
 * When the history of a row of `channel_account` begins: on the organization's initial history date, by default the day on which the
 * account was added. The comparison with a provider's list and every word about coverage ask here.
 */
export const beginningOf = (account: string): RawBuilder<Date> => {
  const of = (name: string) => sql.ref(`${account}.${name}`)
  return sql<Date>`coalesce(
    (select initial_history_date::timestamp at time zone 'UTC' from organization where organization.tenant_id = ${of('tenant_id')}),
    date_trunc('day', ${of('created_at')}, 'UTC'))`
}

export async function findBeginnings(
  tx: TenantTx,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Date>> {
  const { rows } = await sql<{ id: AccountId; since: Date }>`
    select account.id, ${beginningOf('account')} as since from channel_account account where account.id = any(${ids})`.execute(
    tx,
  )
  return new Map(rows.map(({ id, since }) => [id, since]))
}
