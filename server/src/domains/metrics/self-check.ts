/**
 * Once a day, the counts for Key Metrics of a few days, the mentions on these, and the openings of a few conversations, are compared with the messages, and the
 * precedents of a few decisions with the histories of events.
 * `npm run verify` compares all.
 */
import { dayMs } from '@verbatim/contract/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import { countDifferingPrecedents } from '#domains/cognitive-events/precedent-check.ts'
import type { TenantTx } from '#platform/db.ts'
import { countOf, onlyRow } from '#platform/rows.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { differingCounts, keptCopies, keptCounts } from './kept-counts.ts'
import { differs, openingsOfMessages } from './kept-openings.ts'
import { lockedDue } from '#platform/work/locked-due.ts'

/** Organizations to be checked. What differs is counted as given up, because it stays until the counts are rebuilt. */
export const dueMetricChecks: DueRows<'organization'> = {
  name: 'metric-checks',
  table: 'organization',
  waits: () => sql`true`,
  from: 'metrics_check_at',
  figures: {
    counted: (now) => sql`metrics_check_at <= ${now}`,
    oldest: sql`min(metrics_check_at)`,
    givenUp: sql`select count(*) from public.organization where metrics_differing > 0`,
  },
}

/** A day of a large organization is read in a second. */
const sampled = 5

interface MetricCheck {
  /** The days that were compared. */
  readonly days: readonly string[]
  /** How many counts, themes and mentions of them, openings of their conversations, and precedents, differ from what they are found from. */
  readonly differing: number
}

/** Checks the organization if it is due, and plans the next check. */
export async function checkSample(tx: TenantTx, now: Date): Promise<MetricCheck | undefined> {
  const columns = sql`rollup_zone as zone`
  const locked = lockedDue(dueMetricChecks, now, { most: 1, columns, order: sql`tenant_id`, isNamed: true })
  const { rows } = await sql<{ zone: string }>`${locked}`.execute(tx)
  const [due] = rows
  if (!due) return undefined
  const days = await sampleDays(tx, due.zone)
  let differing = (await countMissedOpenings(tx, days)) + (await countDifferingPrecedents(tx))
  for (const counts of keptCounts) differing += await countOf(tx, named(differingCounts(counts, days)))
  for (const copies of keptCopies) differing += await countOf(tx, named(copies.differing(days)))
  await tx
    .updateTable('organization')
    .set({
      metrics_check_at: new Date(now.getTime() + dayMs),
      metrics_checked_at: now,
      metrics_differing: differing,
    })
    .execute()
  return { days, differing }
}

/** Days between the first and the last message, by chance. */
async function sampleDays(tx: TenantTx, zone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct ((first_at + random() * (last_at - first_at)) at time zone ${zone})::date::text as day
    from (select min(posted_at) as first_at, max(posted_at) as last_at from message) span, generate_series(1, ${sampled})
    where first_at is not null order by day`.execute(tx)
  return rows.map(({ day }) => day)
}

const named = (differing: RawBuilder<unknown>) => sql`(${differing}) differing`

/** Their whole history is read. */
const sampledConversations = 20

/** Openings of some conversations of the days that are not those of their messages, though none is to be found. */
async function countMissedOpenings(tx: TenantTx, days: readonly string[]): Promise<number> {
  const found = sql.raw(openingsOfMessages('conversation_id in (select conversation_id from sampled)'))
  const counted = await sql<{ n: number }>`
    with sampled as materialized (
      select conversation_id from (
        select distinct conversation_id from conversation_day where day = any(${days}::date[])
          and not exists (select from opening_due where opening_due.conversation_id = conversation_day.conversation_id)
      ) of_days order by random() limit ${sampledConversations}
    )
    select count(*)::int as n
    from (select * from opening where conversation_id in (select conversation_id from sampled)) kept
    full join (${found}) found using (tenant_id, conversation_id, message_id)
    where ${sql.raw(differs)}`.execute(tx)
  return onlyRow(counted).n
}
