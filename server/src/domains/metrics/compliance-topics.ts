/** The findings of policies in a period, by policy, as a program reads them. */
import {
  complianceLimits,
  type ComplianceTopic,
  type getCognitiveCompliance,
  type TopicEvidence,
} from '@verbatim/contract/cognitive-compliance.ts'
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { PolicyId } from '@verbatim/contract/ids.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import { sql } from 'kysely'
import type { EvidenceReach } from '#domains/cognitive-events/evidence-queries.ts'
import { toEvents } from '#domains/cognitive-events/queries.ts'
import { type EventRow, joins, selected } from '#domains/cognitive-events/rows.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { isOpenEvent, raisedIn } from './event-filter.ts'
import { findPeriods } from './period.ts'

interface TopicRow {
  id: PolicyId
  name: string
  severity: Severity
  enabled: boolean
  events: number
  open_events: number
  first_date: Date
  last_date: Date
  total: number
}

interface Asked {
  readonly query: MetricQuery
  readonly reach: EvidenceReach
  readonly now: Date
}

/**
 * The policies with events in a period that `scope` may see, the most frequent first, and the newest events of each. Their days are those
 * of Key Metrics, so each has as many events as its row there.
 */
export async function findComplianceTopics(
  tx: TenantTx,
  scope: AccessScope,
  { query, reach, now }: Asked,
): Promise<OutputOf<typeof getCognitiveCompliance>> {
  const periods = await findPeriods(tx, query, now)
  const raised = raisedIn(scope, periods.current, periods)
  const { rows: topics } = await sql<TopicRow>`
    select policy.id, version.name, version.severity, version.enabled, counted.*, count(*) over ()::int as total
    from (
      select event.policy_id, count(*)::int as events, min(event.triggered_at) as first_date,
        count(*) filter (where ${isOpenEvent})::int as open_events,
        max(event.triggered_at) as last_date
      from cognitive_event event where ${raised} group by event.policy_id
    ) counted
    join (${currentPolicies}) on policy.id = counted.policy_id
    order by counted.events desc, version.name limit ${sql.lit(complianceLimits.topics)}`.execute(tx)
  const { rows } = await sql<EventRow>`
    select ${selected(scope)}
    from (
      select event.*, row_number() over (partition by event.policy_id order by event.triggered_at desc, event.id desc) as place
      from cognitive_event event
      where ${raised} and event.policy_id = any(${topics.map(({ id }) => id)}::uuid[])
    ) event ${joins}
    where event.place <= ${sql.lit(complianceLimits.evidences)}
    order by event.place`.execute(tx)
  const byTopic = Map.groupBy(await toEvents(tx, scope, rows, reach), ({ policyId }) => policyId)
  const { from, to } = periods.current
  const items = topics.map((topic) => toTopic(topic, byTopic.get(topic.id) ?? []))
  return { from, to, items, total: topics[0]?.total ?? 0 }
}

function toTopic(row: TopicRow, events: readonly CognitiveEvent[]): ComplianceTopic {
  return {
    id: row.id,
    name: row.name,
    severity: row.severity,
    enabled: row.enabled,
    events: row.events,
    openEvents: row.open_events,
    firstDate: row.first_date.toISOString(),
    lastDate: row.last_date.toISOString(),
    evidences: events.map(toTopicEvidence),
  }
}

function toTopicEvidence(event: CognitiveEvent): TopicEvidence {
  const { id, messageId, conversationId, ruleNames, preview, marks, triggeredTime } = event
  return { eventId: id, messageId, conversationId, ruleNames, text: preview, marks, date: triggeredTime }
}
