/** What providers list, compared with what was stored. Source: docs/rules/channels.md. */
import {
  type AccountHealth,
  coverageLimits,
  type CoveredDay,
  type getAccountCoverage,
} from '@verbatim/contract/accounts.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { ConnectionRefusal } from '@verbatim/contract/connection-refusals.ts'
import { type RawBuilder, sql } from 'kysely'
import { byVerbatim, recordAudit } from '#domains/audit/commands.ts'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { keyText, rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { settle, takeDue, type Try } from '#platform/work/tries.ts'

/** Connected accounts whose provider lists its messages. They are compared as long as they are connected. */
export const comparedAccounts: DueRows<'channel_account'> = {
  name: 'reconciliation',
  table: 'channel_account',
  waits: () => sql`status = 'active' and list_after is not null`,
  from: 'list_after',
  leaseMs: 10 * 60_000,
  tries: 'list_attempts',
  order: sql`list_after`,
  backOff: doubling({ firstMs: 60_000, mostMs: 60 * 60_000, tries: Infinity }),
  // Refused: people have to mend the connection first.
  givingUp: (problem) => ({ status: 'not-available', problem: sql`${problem}` }),
  figures: { counted: (now) => sql`status = 'active' and list_after < ${now}`, oldest: sql`min(list_after)` },
}

/** An account to be compared: the whole hours from `from`, up to `before`. */
export interface DueComparison {
  readonly id: AccountId
  readonly name: string
  readonly from: Date
  readonly before: Date
  /** The day, if the week before is compared again. */
  readonly weekOn: string | undefined
  /** When it is due again: at once, while its history is not compared. */
  readonly again: Date
  readonly tried: Try<'channel_account'>
}

const hourMs = 3_600_000
/** What was sent a moment ago may still be on its way. */
const underWayMs = 2 * 60_000
/** One turn compares at most a day, so that a long history leaves room for others. */
const stepMs = 24 * hourMs
/** Once a day, because a phone that was off for days gives its messages late, with the time at which they were written. */
const weekMs = 7 * stepMs

/** Takes due accounts, so that two workers do not compare the same one. */
export async function takeCompared(tx: TenantTx, now: Date, most: number): Promise<DueComparison[]> {
  const taken = await takeDue(tx, comparedAccounts, most, now)
  if (taken.length === 0) return []
  const { minutes, history } = await tx
    .selectFrom('organization')
    .select(['integration_frequency_minutes as minutes', 'initial_history_date as history'])
    .executeTakeFirstOrThrow()
  return taken.map(({ row, tried }) => {
    const since = beginningOf(row.created_at, history)
    const today = now.toISOString().slice(0, 10)
    const until = row.listed_until?.getTime()
    const isWeekDue = until !== undefined && now.getTime() - until < stepMs && row.listed_on !== today
    // At least the last hour again: it was not over.
    const from = until === undefined ? since : hourOf(until - (isWeekDue ? weekMs : hourMs))
    const start = Math.max(from, since)
    const end = Math.max(start, now.getTime() - underWayMs)
    const before = isWeekDue ? end : Math.min(start + stepMs, end)
    const isCurrent = before === end
    return {
      id: row.id,
      name: row.name,
      from: new Date(start),
      before: new Date(before),
      weekOn: isWeekDue ? today : undefined,
      again: new Date(now.getTime() + (isCurrent ? minutes * 60_000 : 0)),
      tried,
    }
  })
}

const hourOf = (ms: number) => Math.floor(ms / hourMs) * hourMs

/** The organization's initial history date, or the day on which the account was added. */
const beginningOf = (createdAt: Date, history: string | null) =>
  history ? Date.parse(`${history}T00:00:00Z`) : Math.floor(createdAt.getTime() / stepMs) * stepMs

/** Which of these are stored: messages by their keys or aliases, and records by the keys of their transport. */
export async function findKnown(
  tx: TenantTx,
  {
    id,
    channel,
    messageKeys,
    sourceKeys,
  }: {
    readonly id: AccountId
    readonly channel: AccountHealth['channel']
    readonly messageKeys: readonly string[]
    readonly sourceKeys: readonly string[]
  },
): Promise<{ readonly messages: ReadonlySet<string>; readonly records: ReadonlySet<string> }> {
  if (messageKeys.length === 0) return { messages: new Set(), records: new Set() }
  const messages = messageKeys.map(storable)
  const records = sourceKeys.map(keyText)
  const { rows: ofMessages } = await sql<{ name: string }>`
    select message_key as name from message where channel = ${channel} and message_key = any(${messages})
    union select alias from message_alias where channel = ${channel} and alias = any(${messages})`.execute(tx)
  const { rows: ofRecords } = await sql<{ name: string }>`
    select source_key as name from message_record where account_id = ${id} and source_key = any(${records})`.execute(
    tx,
  )
  const has = (found: readonly { name: string }[]) => new Set(found.map(({ name }) => name))
  return { messages: has(ofMessages), records: has(ofRecords) }
}

/** The messages of an hour, by its start in milliseconds. */
export type ComparedHours = ReadonlyMap<number, { readonly listed: number; readonly recovered: number }>

/** The hours of a comparison: also those in which the provider has nothing. */
export function hoursBetween({ from, before }: Pick<DueComparison, 'from' | 'before'>): number[] {
  const hours: number[] = []
  for (let hour = hourOf(from.getTime()); hour < before.getTime(); hour += hourMs) hours.push(hour)
  return hours
}

export const hourOfDate = (date: Date) => hourOf(date.getTime())

export type ComparisonResult =
  | { readonly outcome: 'compared'; readonly hours: ComparedHours }
  | { readonly outcome: 'retry' }
  | { readonly outcome: 'refused'; readonly problem: ConnectionRefusal }

/** Records a comparison. What was fetched in an earlier one of the same hour stays counted. */
export async function settleComparison(
  tx: TenantTx,
  { id, name, before, again, weekOn, tried }: DueComparison,
  result: ComparisonResult,
  now: Date,
): Promise<void> {
  if (result.outcome !== 'compared') {
    const isRefused = result.outcome === 'refused'
    const failed = isRefused ? result.problem : 'unreachable'
    const settled = await settle(tx, tried, { failed, lasting: isRefused }, now)
    if (settled !== 'given-up') return
    const changes = [{ field: 'problem', old: null, new: failed }]
    const target = { kind: 'account', id, name }
    await recordAudit(tx, byVerbatim, { type: 'account_disconnected', target, changes }, now)
    return
  }
  const done = {
    listed_until: before,
    list_after: again,
    list_attempts: 0,
    ...(weekOn && { listed_on: weekOn }),
  }
  if ((await settle(tx, tried, { done }, now)) !== 'done') return
  const rows = [...result.hours].map(([hour, { listed, recovered }]) => ({
    account_id: id,
    hour: new Date(hour),
    listed,
    recovered,
    compared_at: now,
  }))
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
      recovered = coverage_hour.recovered + excluded.recovered, compared_at = excluded.compared_at`.execute(
    tx,
  )
}

/** An account's coverage within `scope`. @throws Failure `account.not-found` */
export async function requireCoverage(
  tx: TenantTx,
  scope: AccessScope,
  id: AccountId,
  now: Date,
): Promise<OutputOf<typeof getAccountCoverage>> {
  const { rows } = await sql<{
    list_after: Date | null
    listed_until: Date | null
    created_at: Date
    history: string | null
  }>`select account.list_after, account.listed_until, account.created_at,
      organization.initial_history_date::text as history
    from channel_account account join organization on organization.tenant_id = account.tenant_id
    where account.id = ${id} and ${accountWithin(scope, 'account')}`.execute(tx)
  const [account] = rows
  if (!account) throw new Failure('account.not-found')
  const since = beginningOf(account.created_at, account.history)
  return {
    isListed: account.list_after !== null,
    comparedUntil: account.listed_until?.toISOString() ?? null,
    since: new Date(since).toISOString(),
    days: await findDays(tx, { id, since, now }),
  }
}

interface DayRow {
  day: string
  hours: string
  listed: string
  recovered: string
}

/** An hour counts as compared if that happened after it had ended. */
const isWhole: RawBuilder<boolean> = sql`compared_at >= hour + interval '1 hour'`

async function findDays(
  tx: TenantTx,
  { id, since, now }: { readonly id: AccountId; readonly since: number; readonly now: Date },
): Promise<CoveredDay[]> {
  const today = Math.floor(now.getTime() / stepMs) * stepMs
  const { rows } = await sql<DayRow>`
    select (hour at time zone 'UTC')::date::text as day, count(*) filter (where ${isWhole}) as hours,
      sum(listed) as listed, sum(recovered) as recovered
    from coverage_hour
    where account_id = ${id} and hour >= ${new Date(today - (coverageLimits.days - 1) * stepMs)}
    group by 1 order by 1 desc`.execute(tx)
  return rows.map((row) => {
    const begins = Date.parse(`${row.day}T00:00:00Z`)
    const due = Math.min(begins + stepMs, hourOf(now.getTime())) - Math.max(begins, since)
    return {
      day: row.day,
      hours: Number(row.hours),
      hoursDue: Math.max(0, Math.round(due / hourMs)),
      listed: Number(row.listed),
      recovered: Number(row.recovered),
    }
  })
}
