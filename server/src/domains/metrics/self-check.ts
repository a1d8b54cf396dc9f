/**
 * Once a day, the counts for Key Metrics of a few days, the mentions on these, and the openings of a few conversations, are compared with the messages, and the
 * precedents of a few decisions with the histories of events.
 * `npm run verify` compares all.
 */
import { sql } from 'kysely'
import { countDifferingPrecedents } from '#domains/cognitive-events/precedent-check.ts'
import type { TenantTx } from '#platform/db.ts'
import { differs, openingsOfMessages } from '#platform/verify/openings.ts'
import { at, type DueRows, isDue } from '#platform/work/due-rows.ts'
import { isSaid } from '#schema/said.ts'
import { differsFromMessage } from './rebuild.ts'

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

const dayMs = 86_400_000
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
  const { rows } = await sql<{ zone: string }>`
    select rollup_zone as zone from organization where ${isDue(dueMetricChecks, at(now))}
    for no key update skip locked`.execute(tx)
  const [due] = rows
  if (!due) return undefined
  const days = await sampleDays(tx, due.zone)
  const differing =
    (await countDiffering(tx, days, due.zone, 'message_rollup')) +
    (await countDiffering(tx, days, due.zone, 'conversation_day')) +
    (await countDifferingThemes(tx, days, due.zone)) +
    (await countDifferingThemeDays(tx, days, due.zone)) +
    (await countMisdatedMentions(tx, days, due.zone)) +
    (await countMissedOpenings(tx, days)) +
    (await countDifferingPrecedents(tx))
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

/** What divides the counts of each table beside the day, and what it counts beside messages. */
const compared = {
  message_rollup: {
    by: ['channel', 'group_key', 'direction', 'category', 'urgency'],
    also: [
      ['covered', sql`is_covered`],
      ['uncovered', sql`not is_covered`],
    ],
  },
  conversation_day: { by: ['conversation_id', 'group_key', 'direction'], also: [] },
} as const

async function countDiffering(
  tx: TenantTx,
  days: readonly string[],
  zone: string,
  table: keyof typeof compared,
): Promise<number> {
  const by = sql.join(compared[table].by.map((column) => sql.ref(column)))
  const { also } = compared[table]
  const sums = sql.join([sql`sum(messages)`, ...also.map(([column]) => sql`sum(${sql.ref(column)})`)])
  const counts = sql.join([sql`count(*)`, ...also.map(([, is]) => sql`count(*) filter (where ${is})`)])
  const none = sql`array_fill(0::bigint, array[${sql.lit(also.length + 1)}])`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (
      select day, ${by}, array[${sums}] as counted from ${sql.table(table)} where day = any(${days}::date[]) group by day, ${by}
    ) counts
    full join (
      select day, ${by}, array[${counts}] as kept from unnest(${days}::date[]) day
      join message on message.posted_at >= day_starts(day, ${zone})
        and message.posted_at < day_starts(day + 1, ${zone})
      where ${isSaid('message')} group by day, ${by}
    ) messages using (day, ${by})
    where coalesce(counted, ${none}) <> coalesce(kept, ${none})`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Themes of messages of the days that are counted by what their messages do not have. */
async function countDifferingThemes(tx: TenantTx, days: readonly string[], zone: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from unnest(${days}::date[]) day
    join message_theme placed on placed.posted_at >= day_starts(day, ${zone})
      and placed.posted_at < day_starts(day + 1, ${zone})
    join message on message.id = placed.message_id
    where ${differsFromMessage}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Counts of themes on the days that are not those of their messages. */
async function countDifferingThemeDays(tx: TenantTx, days: readonly string[], zone: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (select day, theme_id, category, low, medium, high from theme_day where day = any(${days}::date[])) counts
    full join (
      select day, theme_id, category, count(*) filter (where urgency = 'low') as low, count(*) filter (where urgency = 'medium') as medium,
        count(*) filter (where urgency = 'high') as high
      from unnest(${days}::date[]) day
      join message_theme placed on placed.posted_at >= day_starts(day, ${zone}) and placed.posted_at < day_starts(day + 1, ${zone})
      group by 1, 2, 3
    ) placed using (day, theme_id, category)
    where (coalesce(counts.low, 0), coalesce(counts.medium, 0), coalesce(counts.high, 0))
      <> (coalesce(placed.low, 0), coalesce(placed.medium, 0), coalesce(placed.high, 0))`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Off-channel mentions in messages of the days that are found at other times than these. */
async function countMisdatedMentions(tx: TenantTx, days: readonly string[], zone: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from unnest(${days}::date[]) day
    join message on message.posted_at >= day_starts(day, ${zone}) and message.posted_at < day_starts(day + 1, ${zone})
    join off_channel_mention mention on mention.message_id = message.id
    where mention.posted_at <> message.posted_at`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Their whole history is read. */
const sampledConversations = 20

/** Openings of some conversations of the days that are not those of their messages, though none is to be found. */
async function countMissedOpenings(tx: TenantTx, days: readonly string[]): Promise<number> {
  const found = sql.raw(openingsOfMessages('conversation_id in (select conversation_id from sampled)'))
  const { rows } = await sql<{ n: number }>`
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
  return rows[0]?.n ?? 0
}
