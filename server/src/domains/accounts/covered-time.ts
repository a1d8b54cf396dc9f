/** Hours and days of coverage, in UTC, and which list tells of them. */
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

/** From then on a provider lists its messages whose list has only so many hours, in milliseconds. */
export const reachStart = (hours: number | null, now: Date): number =>
  hours === null ? -Infinity : hourStart(now.getTime() - hours * hourMs) + hourMs

/** The same of a row of `channel_account`; null if its list has everything. */
export const reachStartOf = (account: string, now: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql`(date_trunc('hour', ${now} - make_interval(hours => ${sql.ref(`${account}.list_reach_hours`)}), 'UTC') + interval '1 hour')`

/**
 * How a row of `channel_account` is compared, to be joined as `listing`: the account of a person with the list of its source, through which
 * its messages arrive.
 */
export const listingOf = (account: string, now: RawBuilder<unknown>): RawBuilder<unknown> => {
  const of = (name: string) => sql.ref(`${account}.${name}`)
  return sql`lateral (
    select list.list_after as compared_after, list.listed_until as compared_until, list.compared_hours as compared,
      ${reachStartOf('list', now)} as reaches_from
    from channel_account list where list.tenant_id = ${of('tenant_id')} and list.id = coalesce(${of('source_id')}, ${of('id')})
  ) listing`
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
