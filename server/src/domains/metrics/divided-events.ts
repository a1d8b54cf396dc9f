/** Figures of cognitive events, divided by what the events have in common, or by those who review them. */
import { noId } from '@verbatim/contract/list-filter.ts'
import type { Dimension } from '@verbatim/contract/insight-tiles.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import { severities } from '@verbatim/contract/severities.ts'
import { personless } from '@verbatim/contract/supervision.ts'
import { type RawBuilder, sql } from 'kysely'
import { standingDecision } from '#domains/cognitive-events/decisions.ts'
import { comparedDecisions } from '#domains/cognitive-events/precedents.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import {
  agedKind,
  closedKind,
  conditionsOf,
  type EventFilter,
  eventRows,
  falseAlarmKind,
  isCurrent,
  openKind,
  raisedInBoth,
  seenEvents,
} from './event-filter.ts'
import { type Divided, largest } from './figures.ts'
import { findListPeriod, type Periods } from './period.ts'
import { type Division, mostParts, nameless, scopedDivisions } from './scoped-parts.ts'

export const eventMetrics = [
  'events-raised',
  'open-events',
  'aged-events',
  'closed-events',
  'false-alarms',
  'differing-decisions',
] as const satisfies MetricId[]
export const eventDivisions = [
  'channel',
  'severity',
  'group',
  'policy',
  'reviewer',
] as const satisfies Dimension[]

interface EventDivision {
  readonly metric: (typeof eventMetrics)[number]
  readonly by: (typeof eventDivisions)[number]
}

/** The division, if it is one of events. */
export function eventDivision(metric: MetricId, by: Dimension): EventDivision | undefined {
  const [of, division] = [
    eventMetrics.find((one) => one === metric),
    eventDivisions.find((one) => one === by),
  ]
  return of && division && { metric: of, by: division }
}

/** Which events a figure counts, who decides or decided on them, and whether there is a period before. */
interface Divisible {
  readonly rows: RawBuilder<unknown>
  readonly reviewer: RawBuilder<unknown>
  readonly reviewerField: string
  readonly conditions: readonly string[]
  readonly isNow?: true
}

function divisible(
  scope: AccessScope,
  periods: Periods,
  only: EventFilter,
): Readonly<Record<EventDivision['metric'], Divisible>> {
  const held = { reviewer: sql`event.assignee_id`, reviewerField: 'assigneeId' } as const
  const aged = agedKind(periods)
  const raised = raisedInBoth(scope, periods, only)
  const decided = { reviewer: sql`decided.by`, reviewerField: 'decidedById' } as const
  const closed = sql`cognitive_event event ${standingDecision} where ${raised}`
  return {
    'events-raised': { ...held, rows: sql`cognitive_event event where ${raised}`, conditions: [] },
    'open-events': {
      ...held,
      rows: sql`cognitive_event event where ${seenEvents(scope, only)} and ${openKind.is}`,
      conditions: openKind.conditions,
      isNow: true,
    },
    'aged-events': {
      ...held,
      rows: sql`cognitive_event event where ${seenEvents(scope, only)} and ${aged.is}`,
      conditions: aged.conditions,
      isNow: true,
    },
    'closed-events': {
      ...decided,
      rows: sql`${closed} and ${closedKind.is}`,
      conditions: closedKind.conditions,
    },
    'false-alarms': {
      ...decided,
      rows: sql`${closed} and ${falseAlarmKind.is}`,
      conditions: falseAlarmKind.conditions,
    },
    'differing-decisions': {
      ...decided,
      rows: sql`${comparedDecisions(scope, raised)} decided join cognitive_event event on event.id = decided.event_id
        where decided.disposition <> decided.precedent`,
      conditions: ['precedent[eq]:different'],
    },
  }
}

function divisionsOf(scope: AccessScope, only: EventFilter): Readonly<Record<EventDivision['by'], Division>> {
  return {
    ...scopedDivisions(scope, only, 'event'),
    severity: { key: sql`event.severity`, named: nameless },
    policy: {
      key: sql`event.policy_id`,
      named: sql`left join (select policy.id, version.name from ${currentPolicies}) named on named.id = counted.key`,
    },
    reviewer: {
      key: sql`event.reviewer_id`,
      named: sql`left join (select id, display_name as name from tenant_user) named on named.id = counted.key`,
    },
  }
}

interface Asked extends EventDivision {
  readonly only: EventFilter
}

/** The largest parts, and how many there are; severities from the highest. */
export async function findDividedEvents(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { metric, by, only }: Asked,
): Promise<Divided> {
  const of = divisible(scope, periods, only)[metric]
  const { key, named } = divisionsOf(scope, only)[by]
  const { rows } = await sql<{
    key: string | null
    name: string | null
    value: number
    previous: number
    total: number
  }>`
    select counted.*, named.name, count(*) over ()::int as total from (
      select ${key} as key,
        count(*) filter (where ${of.isNow ? sql`true` : isCurrent(periods)})::int as value,
        count(*) filter (where not ${isCurrent(periods)})::int as previous
      from (select event.*, ${of.reviewer} as reviewer_id from ${of.rows}) event group by 1
    ) counted ${named}
    order by counted.value desc, named.name, counted.key limit ${sql.lit(mostParts)}`.execute(tx)
  const period = of.isNow ? undefined : await findListPeriod(tx, periods.current, periods)
  const parts = rows.map(({ key: found, name, value, previous }) => {
    const one = found ?? noId
    const own =
      by === 'reviewer'
        ? conditionsOf(only, ...of.conditions, `${of.reviewerField}[eq]:${one}`)
        : conditionsOf({ ...only, [by]: [one] }, ...of.conditions)
    return {
      key: one,
      ...nameOf(by, name, of),
      value,
      previous: of.isNow ? null : previous,
      drilldown: eventRows(value, own, period),
    }
  })
  if (by === 'severity') parts.sort((a, b) => rank(b.key) - rank(a.key))
  return largest(parts, rows[0]?.total)
}

const rank = (severity: string) => severities.findIndex((one) => one === severity)

/** Channels and severities have names in the contract. */
function nameOf(
  by: EventDivision['by'],
  name: string | null,
  { isNow }: Divisible,
): { readonly name?: string } {
  if (by === 'channel' || by === 'severity') return {}
  return { name: name ?? (isNow ? personless.open : personless.decided) }
}
