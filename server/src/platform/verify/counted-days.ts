/** Compares counts of messages by day with the messages. */
import type pg from 'pg'
import { textOfCondition } from '#schema/said.ts'

const said = textOfCondition('isSaid', 'message')
const zoned = `(message.posted_at at time zone organization.rollup_zone)::date`

interface Counts {
  readonly table: string
  /** The column that counts. */
  readonly column: 'messages' | 'covered' | 'uncovered'
  /** The day of a message, in the zone of the counts. */
  readonly day: string
  /** Which messages are counted. */
  readonly counted: string
  /** What divides them, beside the day. */
  readonly by: readonly string[]
  readonly name: string
}

const rollup = {
  table: 'message_rollup',
  day: zoned,
  by: ['channel', 'group_key', 'direction', 'category', 'urgency'],
} as const

const countsByDay: readonly Counts[] = [
  {
    table: 'message_day',
    column: 'messages',
    day: `(message.posted_at at time zone 'UTC')::date`,
    counted: 'true',
    by: [],
    name: 'messages',
  },
  { ...rollup, column: 'messages', counted: said, name: 'messages for Key Metrics' },
  {
    ...rollup,
    column: 'covered',
    counted: `${said} and message.is_covered`,
    name: 'messages covered by policies',
  },
  {
    ...rollup,
    column: 'uncovered',
    counted: `${said} and not message.is_covered`,
    name: 'messages not covered by policies',
  },
  {
    table: 'conversation_day',
    column: 'messages',
    day: zoned,
    counted: said,
    by: ['conversation_id', 'direction', 'group_key'],
    name: 'messages for Key Metrics',
  },
]

/** What differs, in words. @param limit How many of each count are named. */
export async function findMiscountedDays(client: pg.Client, limit: number): Promise<string[]> {
  const findings: string[] = []
  for (const { table, column, day, counted, by, name } of countsByDay) {
    const also = by.map((divides) => `, ${divides}`).join('')
    const ofMessages = by.map((divides) => `, message.${divides}`).join('')
    const { rows } = await client.query<{ tenant: string; day: string; counted: number; kept: number }>(
      `select tenant_id::text as tenant, day::text as day, coalesce(t.counted, 0)::int as counted, coalesce(m.kept, 0)::int as kept
       from (select tenant_id, day${also}, sum(${column}) as counted from ${table} group by tenant_id, day${also}) t
       full join (select message.tenant_id, ${day} as day${ofMessages}, count(*) as kept
         from message join organization on organization.tenant_id = message.tenant_id where ${counted} group by 1, 2${ofMessages}) m
         using (tenant_id, day${also})
       where coalesce(t.counted, 0) <> coalesce(m.kept, 0) order by 1, 2 limit ${limit}`,
    )
    for (const one of rows)
      findings.push(
        `The organization ${one.tenant} counts ${one.counted} ${name} on ${one.day}, but ${one.kept} are stored.`,
      )
  }
  return findings
}
