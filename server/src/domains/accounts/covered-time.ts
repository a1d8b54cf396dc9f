/** Hours and days of coverage, in UTC. */
import { type RawBuilder, sql } from 'kysely'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The start of the hour or the day of a time in milliseconds. */
export const hourOf = (ms: number) => Math.floor(ms / hourMs) * hourMs
export const dayOf = (ms: number) => Math.floor(ms / dayMs) * dayMs

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
