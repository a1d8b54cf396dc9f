/**
 * By how much late messages changed days that were over, from counts that the table of messages keeps. What is late is said once, when a
 * message arrives: its flag. Source: docs/decisions/0149-late-messages-are-marked.md.
 */
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Figure, LateMessages } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'
import { conditionsOf, type MessageFilter, passes } from './message-counts.ts'
import type { Periods } from './period.ts'

interface LateRow {
  readonly day: string
  readonly direction: Direction
  readonly messages: number
  readonly last_on: string
}

interface LateCounts {
  readonly rows: readonly LateRow[]
  readonly filter: MessageFilter
}

/** Late messages of the current period. Themes and mentions are not kept with them: a figure that is narrowed to some says nothing. */
export async function countLate(
  tx: TenantTx,
  scope: AccessScope,
  { current: { from, to } }: Pick<Periods, 'current'>,
  filter: MessageFilter,
): Promise<LateCounts> {
  if (filter.theme || filter.ways) return { rows: [], filter }
  const { rows } = await sql<LateRow>`
    select day::text, direction, sum(messages)::int as messages, max(arrived_on)::text as last_on from late_day counted
    where ${withinScope(scope, 'counted')} and day between ${from}::date and ${to}::date and ${passes(filter)}
    group by day, direction order by day`.execute(tx)
  return { rows, filter }
}

/** Whose days late messages change, and which of them. */
const changed: Readonly<Partial<Record<MetricId, Direction | 'any'>>> = {
  messages: 'any',
  'messages-received': 'inbound',
  'messages-sent': 'outbound',
  contacts: 'any',
}

/** The figures, each with the late messages of its days. */
export const withLate = (figures: readonly Figure[], late: LateCounts): Figure[] =>
  figures.map((figure) => {
    const messages = lateMessages(changed[figure.id], late)
    return messages ? { ...figure, late: messages } : figure
  })

function lateMessages(
  direction: Direction | 'any' | undefined,
  { rows, filter }: LateCounts,
): LateMessages | undefined {
  if (!direction) return undefined
  const own = direction === 'any' ? rows : rows.filter((row) => row.direction === direction)
  if (own.length === 0) return undefined
  const asked = direction === 'any' ? filter : { ...filter, direction }
  return {
    filter: `${conditionsOf(asked)},isLate[eq]:true`,
    days: [...Map.groupBy(own, ({ day }) => day)].map(([day, those]) => ({
      day,
      messages: those.reduce((sum, { messages }) => sum + messages, 0),
      lastOn:
        those
          .map(({ last_on }) => last_on)
          .toSorted()
          .at(-1) ?? day,
    })),
  }
}
