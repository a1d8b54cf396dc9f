/**
 * When a row of `channel_account` was connected, as SQL: one home for all that asks whether it was on a day or at a time. When it comes
 * back, the connection that its removal ended goes into `connected_before`, and `connected_at` begins anew. A connection that is lost for
 * a while goes on: what did not come then is a gap. Source: docs/decisions/0151-spans-of-connection.md.
 */
import { type RawBuilder, sql } from 'kysely'

/** It is connected, or was before it was removed. */
export const wasConnected = (account: string): RawBuilder<boolean> =>
  sql`(${isConnected(account)} or not isempty(${column(account, 'connected_before')}))`

/**
 * It was connected at this time. The connection of now is compared by itself: the planner knows how many rows it leaves, and knows that of
 * no multirange.
 */
export const wasConnectedAt = (account: string, time: RawBuilder<unknown>): RawBuilder<boolean> =>
  wasConnectedFrom(account, time, time)

/** It was connected all along from one time to another. */
export const wasConnectedFrom = (
  account: string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(${isConnected(account)} and ${since(account)} <= ${from}
  and (${column(account, 'removed_at')} is null or ${column(account, 'removed_at')} >= ${to})
  or ${column(account, 'connected_before')} @> tstzrange(${from}, ${to}, '[]'))`

/** It was connected at some time from one until before another. */
export const wasConnectedWithin = (
  account: string,
  from: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(${isConnected(account)} and ${since(account)} < ${before}
  and (${column(account, 'removed_at')} is null or ${column(account, 'removed_at')} >= ${from})
  or ${column(account, 'connected_before')} && tstzrange(${from}, ${before}))`

/** All its connections, as a multirange. */
export const connectedSpans = (account: string): RawBuilder<unknown> =>
  sql`(${column(account, 'connected_before')} + case when ${isConnected(account)} then ${spanSince(account)} else '{}' end)`

/** What `connected_before` becomes when an account that was removed comes back. */
export const endedSpans = (account: string): RawBuilder<string> =>
  sql`(${column(account, 'connected_before')} + case when ${column(account, 'connected_at')} is null then '{}' else ${spanSince(account)} end)`

/** The times between its connections, and after its removal, as a multirange. */
export const partedSpans = (account: string): RawBuilder<unknown> => {
  const spans = connectedSpans(account)
  return sql`(tstzmultirange(tstzrange(coalesce(lower(${spans}), ${column(account, 'removed_at')}, 'infinity'), null)) - ${spans})`
}

const column = (account: string, name: string) => sql.ref(`${account}.${name}`)

/** Since it was added or came back last, and until it is removed again. One of before `connected_at` was kept is so since it was added. */
export const isConnected = (account: string): RawBuilder<boolean> =>
  sql<boolean>`(${column(account, 'connected_at')} is not null or ${column(account, 'status')} = 'active')`

const since = (account: string) =>
  sql`coalesce(${column(account, 'connected_at')}, ${column(account, 'created_at')})`

/** With its end, so that it is never empty: it says that there was one, which fixes the address of the account. */
const spanSince = (account: string) => {
  const removed = column(account, 'removed_at')
  return sql`tstzmultirange(tstzrange(${since(account)}, case when ${removed} is not null then greatest(${since(account)}, ${removed}) end, '[]'))`
}
