/** What providers list, compared with what was stored. Source: docs/rules/channels.md. */
import type { ConnectionRefusal } from '@verbatim/contract/connection-refusals.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { Change, DueRows, Row } from '#platform/work/due-rows.ts'
import { settle, takeDue, type Try } from '#platform/work/tries.ts'
import { recordConnected, recordDisconnected } from './connection-changes.ts'
import { isListRefused } from './check-results.ts'
import { closeGap, openGap } from './gaps.ts'
import { type ComparedPart, historyOf, type HistoryTurn, weekOf } from './compared-parts.ts'
import { findBeginnings, hourStart, reachStart } from './covered-time.ts'
import { isEstablished } from './shown-status.ts'
import { noteUndelivered } from './undelivered.ts'

/** Where the provider refuses the list, it is asked again so often. */
const refusedEveryMs = hourMs

/** Its provider answers, and only its deliveries fail: all the more is fetched from its list. */
const isComparable = sql<boolean>`(status = 'active' or status = 'not-available' and problem = 'cannot-deliver' or ${isListRefused})`

/** Connected accounts whose provider lists its messages. They are compared as long as nothing but the list or deliveries are refused. */
export const comparedAccounts: DueRows<'channel_account'> = {
  name: 'reconciliation',
  table: 'channel_account',
  waits: () => sql`list_after is not null and ${isComparable}`,
  from: 'list_after',
  // Longer than a comparison may take.
  leaseMs: 15 * 60_000,
  tries: 'list_attempts',
  order: sql`list_after`,
  backOff: doubling({ firstMs: 60_000, mostMs: hourMs, tries: Infinity }),
  // Refused: people have to mend something first, here or at the provider. Only the list itself shows that they have.
  givingUp: (problem, now) => ({
    status: 'not-available',
    problem: sql`${problem}`,
    list_problem: problem,
    list_after: new Date(now.getTime() + refusedEveryMs),
    list_attempts: 0,
  }),
  figures: { counted: (now) => sql`status = 'active' and list_after < ${now}`, oldest: sql`min(list_after)` },
}

/** The list of an account's provider. */
export interface ProviderList {
  /** It has only what is not older; undefined if it has everything. */
  readonly reachHours?: number | undefined
}

/** How an account is compared from now on. That of a person is compared with the list of its source. */
export const listedBy = (
  list: ProviderList | undefined,
  { sourceId, now }: { readonly sourceId: AccountId | null; readonly now: Date },
) => ({
  list_after: list && sourceId === null ? now : null,
  list_reach_hours: list?.reachHours ?? null,
})

/** An account to be compared, part by part: what is finished counts, even if the rest is not. */
export interface DueComparison {
  readonly id: AccountId
  readonly name: string
  readonly parts: readonly ComparedPart[]
  /** The day, if the parts after the first are of the week before, which was compared once. */
  readonly weekOn: string | undefined
  /** Where its history begins: what was sent before is not kept. */
  readonly since: Date
  /** Up to where late messages were looked for. */
  readonly mark: string | undefined
  /** Whose list it was compared with the last time, and since when that is so. */
  readonly place: ListPlace | undefined
  /** The hours before were over when they were compared the last time. */
  readonly isOverFrom: Date
  readonly takenAt: Date
  /** Until then everything is compared once the parts are. */
  readonly end: Date
  readonly minutes: number
  /** Why the list was refused the last time, if that is why the account is not available. */
  readonly refusedFor: string | undefined
  readonly tried: Try<'channel_account'>
}

interface ListPlace {
  readonly name: string
  readonly since: Date
}

/** What was sent a moment ago may still be on its way. */
const underWayMs = 2 * 60_000
/** A day at most, so that a long history leaves room for others. */
const usualTurn: HistoryTurn = { ms: 6 * hourMs, count: 4 }
/** Takes due accounts, so that two workers do not compare the same one. */
export async function takeCompared(
  tx: TenantTx,
  now: Date,
  most: number,
  historyTurn: HistoryTurn = usualTurn,
): Promise<DueComparison[]> {
  const taken = await takeDue(tx, comparedAccounts, most, now)
  if (taken.length === 0) return []
  const { minutes } = await tx
    .selectFrom('organization')
    .select('integration_frequency_minutes as minutes')
    .executeTakeFirstOrThrow()
  const beginnings = await findBeginnings(
    tx,
    taken.map(({ row }) => row.id),
  )
  const today = now.toISOString().slice(0, 10)
  return taken.map(({ row, tried }) => {
    const begins = (beginnings.get(row.id) ?? row.created_at).getTime()
    const since = Math.max(begins, reachStart(row.list_reach_hours, now))
    // If the history begins earlier than before, it is compared again from its beginning.
    const isEarlier = row.listed_from !== null && since < row.listed_from.getTime()
    const until = isEarlier ? undefined : row.listed_until?.getTime()
    // At least the last hour again: it was not over.
    const start = Math.max(until === undefined ? since : hourStart(until) - hourMs, since)
    const end = Math.max(start, now.getTime() - underWayMs)
    const isCurrent = until !== undefined && end - until < dayMs
    const weekOn = isCurrent && row.listed_on !== today ? today : undefined
    return {
      id: row.id,
      name: row.name,
      parts: weekOn ? weekOf({ since, start, end }) : historyOf({ start, end }, historyTurn),
      weekOn,
      since: new Date(since),
      mark: row.list_mark ?? undefined,
      place: placeOf(row),
      isOverFrom: new Date(until === undefined ? start : hourStart(until)),
      takenAt: now,
      end: new Date(end),
      minutes,
      refusedFor: row.status === 'active' ? undefined : (row.list_problem ?? undefined),
      tried,
    }
  })
}

const placeOf = ({ list_place: name, list_place_since: since }: Row<'channel_account'>) =>
  name === null || since === null ? undefined : { name, since }

/** Whether the account is still connected, and this attempt the one that compares it. */
export async function isCompared(
  tx: TenantTx,
  { id, attempt, until }: Try<'channel_account'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('channel_account')
    .where('id', '=', id as AccountId)
    .where(isComparable)
    .where('list_attempts', '=', attempt)
    .where('list_after', '=', until)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** The messages of an hour, by its start in milliseconds, and until when they were listed. */
type ComparedHours = ReadonlyMap<number, ComparedHour>
export interface ComparedHour {
  readonly listed: number
  readonly recovered: number
  readonly until: Date
  /** When the first and the last of those were sent that should have been delivered, and were not. */
  readonly undelivered?: { readonly first: Date; readonly last: Date } | undefined
}

interface Comparison {
  readonly outcome: 'compared'
  /** So many of the parts, in their order. */
  readonly finished: number
  /** By account: all hours of the one that was compared, and those in which others had messages that receive through it. */
  readonly hours: ReadonlyMap<AccountId, ComparedHours>
  /** Up to where late messages were looked for. */
  readonly mark: string | undefined
  /** Whose list it was; undefined if its provider is not asked about single messages. */
  readonly place: string | undefined
  /** The place has lost what it had before. */
  readonly isRenewed: boolean
  /** The list says nothing of what came from then on. */
  readonly until: Date | undefined
  /** A connection of ours says whether the provider is away: the list does not. */
  readonly isCollected: boolean
}

export type ComparisonResult =
  | Comparison
  /** `isAway` if the provider did not answer as it should: one that was asked too often is there. Not before `afterMs`, if it said so. */
  | { readonly outcome: 'retry'; readonly isAway?: true; readonly afterMs?: number | undefined }
  | { readonly outcome: 'refused'; readonly problem: ConnectionRefusal }

/** A provider that does not list for so long is away: deliveries cannot be checked, and may be missing. */
const awayAfterMs = 5 * 60_000

/** Records a comparison. It counts everything that lists brought, also in an earlier one of the same hour. */
export async function settleComparison(
  tx: TenantTx,
  comparison: DueComparison,
  result: ComparisonResult,
  now: Date,
): Promise<void> {
  if (result.outcome !== 'compared') return settleFailure(tx, comparison, result, now)
  const { id, name, tried, parts, weekOn, end, minutes, refusedFor } = comparison
  const [first] = parts
  const last = weekOn ? first : parts[result.finished - 1]
  if (!first || !last) return
  const isCurrent = last.before.getTime() === end.getTime()
  const done = {
    listed_from: sql`least(coalesce(listed_from, ${first.from}), ${first.from})`,
    listed_until: listedUntil({ from: first.from, before: last.before }, result.until),
    list_after: new Date(now.getTime() + (isCurrent ? minutes * 60_000 : 0)),
    list_attempts: 0,
    list_problem: null,
    ...(refusedFor && {
      status: 'active' as const,
      problem: null,
      connected_at: sql`coalesce(connected_at, ${now})`,
    }),
    ...(weekOn && { listed_on: weekOn }),
    ...(result.mark !== undefined && { list_mark: result.mark }),
    ...placeAfter(comparison, result),
  }
  if ((await settle(tx, tried, { done }, now)) !== 'done') return
  await noteUndelivered(tx, result.hours, now)
  await countHours(tx, result.hours)
  if (refusedFor) await recordConnected(tx, { id, name }, now)
  // One to which nothing is delivered is not connected because it lists.
  if (!result.isCollected && (await isEstablished(tx, id)))
    await closeGap(tx, { accountId: id, kind: 'disconnected', notifyAfterMs: awayAfterMs }, now)
}

/** Since when the list is of the place that it is of now. */
const placeAfter = (
  { place: known, takenAt }: DueComparison,
  { place, isRenewed }: Comparison,
): Change<'channel_account'> =>
  place === known?.name && !isRenewed
    ? {}
    : { list_place: place ?? null, list_place_since: place === undefined ? null : takenAt }

/** No earlier than where the comparison began, though the list may end before that. */
function listedUntil({ from, before }: ComparedPart, until: Date | undefined): Date {
  if (!until || until >= before) return before
  return until > from ? until : from
}

async function settleFailure(
  tx: TenantTx,
  { id, name, refusedFor, tried }: DueComparison,
  result: Exclude<ComparisonResult, { outcome: 'compared' }>,
  now: Date,
): Promise<void> {
  const isRefused = result.outcome === 'refused'
  const failed = isRefused ? result.problem : 'unreachable'
  const afterMs = result.outcome === 'retry' ? result.afterMs : undefined
  const settled = await settle(tx, tried, { failed, lasting: isRefused, afterMs }, now)
  if (settled === 'later' && result.outcome === 'retry' && result.isAway && (await isEstablished(tx, id)))
    await openGap(
      tx,
      {
        accountId: id,
        kind: 'disconnected',
        problem: 'unreachable',
        beganAt: now,
        notifyAfterMs: awayAfterMs,
      },
      now,
    )
  if (settled !== 'given-up' || refusedFor === failed) return
  await recordDisconnected(tx, { id, name }, failed, now)
}

async function countHours(tx: TenantTx, counted: ReadonlyMap<AccountId, ComparedHours>): Promise<void> {
  const rows = [...counted].flatMap(([id, hours]) =>
    [...hours].map(([hour, { listed, recovered, until }]) => ({
      account_id: id,
      hour: new Date(hour),
      listed,
      recovered,
      compared_at: until,
    })),
  )
  await sql`insert into coverage_hour (account_id, hour, listed, recovered, compared_at)
    select account_id, hour, listed, recovered, compared_at from ${rowsOf(
      {
        account_id: 'uuid',
        hour: 'timestamptz',
        listed: 'int4',
        recovered: 'int4',
        compared_at: 'timestamptz',
      },
      rows,
    )}
    on conflict (tenant_id, account_id, hour) do update set listed = greatest(coverage_hour.listed, excluded.listed),
      recovered = greatest(coverage_hour.recovered, excluded.recovered),
      compared_at = greatest(coverage_hour.compared_at, excluded.compared_at)`.execute(tx)
}
