/**
 * Messages that a provider should have delivered and did not, because it could not reach this installation: its list alone brought them.
 * Source: docs/decisions/0187-what-is-said-of-gaps.md.
 */
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { connectedSpans } from '#schema/connected.ts'
import { type Found, noteDayGaps } from './day-gaps.ts'

/** Accounts are compared one after the other, and what kept deliveries from one kept them from many. Nothing is missing, so people can wait. */
export const undeliveredGatherMs = 15 * minuteMs

/** From its start until before its end; undefined while it lasts. */
interface Span {
  readonly from: Date
  readonly before: Date | undefined
}

/** A gap that began a little later, or ended a little earlier, is the reason for what did not come then. */
const slackSeconds = 60

/**
 * When deliveries to the account should have come: while it was connected, and had no gap that people know of. What its list lacked when it
 * was read reached the provider later than that, which may not deliver it any more.
 */
export async function findAwaited(tx: TenantTx, id: AccountId): Promise<Span[]> {
  const { rows } = await sql<{ from: Date; before: Date | null }>`
    select lower(part) as "from", upper(part) as before from channel_account account
    cross join lateral unnest(${connectedSpans('account')} * tstzmultirange(tstzrange(account.listed_until, null)) - coalesce((
      select range_agg(tstzrange(gap.began_at - make_interval(secs => ${slackSeconds}), gap.ended_at + make_interval(secs => ${slackSeconds}), '[]'))
      from account_gap gap where gap.account_id = account.id and gap.kind not in ('missing', 'undelivered')
    ), '{}')) part
    where account.id = ${id}`.execute(tx)
  return rows.map(({ from, before }) => ({ from, before: before ?? undefined }))
}

export const isWithin = (spans: readonly Span[], time: Date): boolean =>
  spans.some(({ from, before }) => time >= from && (before === undefined || time < before))

interface CountedHour {
  readonly recovered: number
  readonly undelivered?: { readonly first: Date; readonly last: Date } | undefined
}

/**
 * Notes what was not delivered, in hours that are about to be counted: only hours of which
 * more was fetched than before say something new.
 */
export async function noteUndelivered(
  tx: TenantTx,
  accounts: ReadonlyMap<AccountId, ReadonlyMap<number, CountedHour>>,
  now: Date,
): Promise<void> {
  const given = [...accounts].flatMap(([id, hours]) =>
    [...hours].flatMap(([hour, { recovered, undelivered }]) =>
      undelivered ? { account_id: id, hour: new Date(hour), recovered, ...undelivered } : [],
    ),
  )
  if (given.length === 0) return
  const columns = {
    account_id: 'uuid',
    hour: 'timestamptz',
    recovered: 'int4',
    first: 'timestamptz',
    last: 'timestamptz',
  }
  const { rows } = await sql<Required<Found>>`
    select given.account_id as "accountId", given.first as at, given.last as "to" from ${rowsOf(columns, given)}
    left join coverage_hour known on known.account_id = given.account_id and known.hour = given.hour
    where coalesce(known.recovered, 0) < given.recovered`.execute(tx)
  await noteDayGaps(tx, { kind: 'undelivered', again: 'compared', gatherMs: undeliveredGatherMs }, rows, now)
}
