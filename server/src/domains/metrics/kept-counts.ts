/**
 * What is counted from messages, or copied from them, and kept beside them. It is declared here once; a sample of it is compared with the
 * messages every day (`self-check.ts`), and all of it by `npm run verify`.
 */
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { findDifferingPrecedents } from '#domains/cognitive-events/precedent-check.ts'
import { textOf } from '#platform/sql-text.ts'
import { isLate, isSaid } from '#schema/said.ts'
import { findMissedOpenings } from './kept-openings.ts'
import { arrivedIn, differsFromMessage } from './rebuild.ts'

interface KeptCounts {
  readonly table: string
  /** The table of what is counted. */
  readonly from: 'message' | 'message_theme'
  /** The zone of the days; absent: that of the organization's counts. */
  readonly zone?: 'UTC'
  readonly where: RawBuilder<unknown>
  /** What divides the counts, beside the day: columns of both tables, and those that are found otherwise. */
  readonly by: readonly string[]
  readonly found?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The columns that count, and which rows each counts. */
  readonly counting: Readonly<Record<string, RawBuilder<unknown>>>
  readonly say: (found: Differing) => string[]
}

/** A row whose counts differ, or that is missing on one side. */
interface Differing {
  readonly tenant_id: string
  readonly day: string
  readonly theme_id?: string
  readonly counted: readonly number[] | null
  readonly found: readonly number[] | null
}

const everything = sql`true`
const said = isSaid('message')
const ownZone = sql`rollup_zone`

const messageDays: KeptCounts = {
  table: 'message_day',
  from: 'message',
  zone: 'UTC',
  where: everything,
  by: [],
  counting: { messages: everything },
  say: saying('messages'),
}

/** Those of Key Metrics. */
export const keptCounts: readonly KeptCounts[] = [
  {
    table: 'message_rollup',
    from: 'message',
    where: said,
    by: ['channel', 'group_key', 'direction', 'category', 'urgency'],
    counting: { messages: everything, covered: sql`is_covered`, uncovered: sql`not is_covered` },
    say: saying(
      'messages for Key Metrics',
      'messages covered by policies',
      'messages not covered by policies',
    ),
  },
  {
    table: 'late_day',
    from: 'message',
    where: sql`${isLate('message')} and ${said} and ${arrivedIn(ownZone)} > ${dayOf('message', ownZone)}`,
    by: ['arrived_on', 'channel', 'group_key', 'direction', 'category', 'urgency'],
    found: { arrived_on: arrivedIn(ownZone) },
    counting: { messages: everything },
    say: saying('late messages'),
  },
  {
    table: 'conversation_day',
    from: 'message',
    where: said,
    by: ['conversation_id', 'direction', 'group_key'],
    counting: { messages: everything },
    say: saying('messages for Key Metrics'),
  },
  {
    table: 'theme_day',
    from: 'message_theme',
    where: everything,
    by: ['theme_id', 'category'],
    counting: {
      low: sql`urgency = 'low'`,
      medium: sql`urgency = 'medium'`,
      high: sql`urgency = 'high'`,
    },
    say: ({ tenant_id, day, theme_id = '' }) => [
      `The count of the theme ${theme_id} of the organization ${tenant_id} on ${day} differs from its messages.`,
    ],
  },
]

function saying(...names: readonly string[]): KeptCounts['say'] {
  return ({ tenant_id, day, counted, found }) =>
    names.flatMap((name, index) => {
      const [kept, stored] = [counted?.[index] ?? 0, found?.[index] ?? 0]
      return kept === stored
        ? []
        : [`The organization ${tenant_id} counts ${kept} ${name} on ${day}, but ${stored} are stored.`]
    })
}

function dayOf(table: string, zone: RawBuilder<unknown>) {
  return sql<string>`(${sql.ref(table)}.posted_at at time zone ${zone})::date`
}

/** Counts that are not those of the rows. @param days Only of these; absent: of all, and of all organizations that can be read. */
export function differingCounts(
  { table, from, zone, where, by, found, counting }: KeptCounts,
  days?: readonly string[],
): RawBuilder<Differing> {
  const names = Object.keys(counting)
  const keys = sql.join(['tenant_id', 'day', ...by].map((name) => sql.ref(name)))
  const ownOf = (name: string) => found?.[name] ?? sql.ref(`${from}.${name}`)
  const own = sql.join(['tenant_id', ...by].map(ownOf))
  const named = sql.join(['tenant_id', ...by].map((name) => sql`${ownOf(name)} as ${sql.ref(name)}`))
  const day = dayOf(from, zone ? sql.lit(zone) : ownZone)
  const sums = sql.join(names.map((name) => sql`sum(${sql.ref(name)})::int`))
  const counts = sql.join(names.map((name) => sql`(count(*) filter (where ${counting[name]}))::int`))
  const none = sql`array_fill(0, array[${sql.lit(names.length)}])`
  return sql`
    select tenant_id, day::text as day, ${sql.join([...by, 'counted', 'found'].map((name) => sql.ref(name)))}
    from (
      select ${keys}, array[${sums}] as counted from ${sql.table(table)} where ${days ? sql`day = any(${days}::date[])` : everything}
      group by ${keys}
    ) kept
    full join (
      select ${named}, ${day} as day, array[${counts}] as found from ${sql.table(from)} ${within(from, days)} where ${where}
      group by ${own}, ${day}
    ) stored using (${keys})
    where coalesce(counted, ${none}) <> coalesce(found, ${none})`
}

/**
 * Joins the organization, and the days that are compared. The offset keeps their times columns: under row-level security an index is asked for
 * a column, and for no function of one.
 */
const within = (alias: string, days: readonly string[] | undefined) => sql`
  join organization on organization.tenant_id = ${sql.ref(alias)}.tenant_id ${
    days
      ? sql`join (
          select zoned.tenant_id, day_starts(day, zoned.rollup_zone) as starts_at, day_starts(day + 1, zoned.rollup_zone) as ends_at
          from organization zoned cross join unnest(${days}::date[]) day offset 0
        ) compared on compared.tenant_id = ${sql.ref(alias)}.tenant_id
          and ${sql.ref(alias)}.posted_at >= compared.starts_at and ${sql.ref(alias)}.posted_at < compared.ends_at`
      : sql``
  }`

/** Messages with something of which a copy is not theirs. */
export const keptCopies = [
  {
    /** Themes are counted by copies of what their messages have. */
    differing: (days?: readonly string[]) => sql`
      select placed.tenant_id, placed.message_id from message_theme placed ${within('placed', days)}
      join message on message.tenant_id = placed.tenant_id and message.id = placed.message_id where ${differsFromMessage}`,
    say: (message: string, tenant: string) =>
      `The theme of the message ${message} of the organization ${tenant} is counted with properties that the message does not have.`,
  },
  {
    /** Off-channel mentions of a period are found by the times of their messages. */
    differing: (days?: readonly string[]) => sql`
      select mention.tenant_id, mention.message_id from message ${within('message', days)}
      join off_channel_mention mention on mention.tenant_id = message.tenant_id and mention.message_id = message.id
      where mention.posted_at <> message.posted_at`,
    say: (message: string, tenant: string) =>
      `The off-channel mention in the message ${message} of the organization ${tenant} has a different time than the message.`,
  },
]

/**
 * What of all organizations differs from what it is found from, precedents included, in words.
 * @param client Reads the rows of all organizations.
 * @param most How many of one kind are named at most.
 */
export async function findDiffering(client: pg.Client, most: number): Promise<string[]> {
  const findings: string[] = []
  for (const counts of [messageDays, ...keptCounts]) {
    const { rows } = await client.query<Differing>(
      textOf(sql`select * from (${differingCounts(counts)}) differing order by 1, 2 limit ${sql.lit(most)}`),
    )
    findings.push(...new Set(rows.flatMap(counts.say)))
  }
  for (const { differing, say } of keptCopies) {
    const { rows } = await client.query<{ tenant_id: string; message_id: string }>(
      textOf(sql`select * from (${differing()}) differing order by 1, 2 limit ${sql.lit(most)}`),
    )
    findings.push(...rows.map((row) => say(row.message_id, row.tenant_id)))
  }
  return [
    ...findings,
    ...(await findMissedOpenings(client, most)),
    ...(await findDifferingPrecedents(client, most)),
  ]
}
