import { openStatuses } from '@verbatim/contract/event-status.ts'
import type { ConversationId, EventId, GroupId, MessageId, PolicyId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import { insertMany, rowsOf, type TableColumns, type TableRow, updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { withoutMirrored } from './mirrored.ts'
import { withoutRepeatedSubjects } from './repeated-subjects.ts'
import { recordRaised } from './raised-history.ts'
import { type FoundBreach, type Incident, joinIncident, pairOf } from './incidents.ts'

/**
 * Raises cognitive events for breaches: new evidence joins the open event of its policy and conversation if it lies within
 * 24 hours of it, and otherwise opens a new one. Known evidence raises nothing, so examining twice equals examining once; it only
 * adds groups that are new to the message. A subject that continues under "Re:" is reported once, and so is what several accounts
 * captured. The caller holds the
 * tenant's ingest lock: two raisers at once could open two events.
 * @returns The IDs of the new events.
 */
export async function raiseEvents(
  tx: TenantTx,
  breaches: readonly FoundBreach[],
  now: Date,
): Promise<EventId[]> {
  const { fresh: unknown, known } = await withoutKnown(tx, breaches)
  await letIn(tx, known)
  const fresh = await withoutRepeatedSubjects(tx, await withoutMirrored(tx, unknown))
  if (fresh.length === 0) return []
  const incidents = await findOpen(tx, fresh)
  const evidence: EvidenceRow[] = []
  const touched = new Set<Incident>()
  for (const breach of fresh.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const incident = joinIncident(incidents, breach, now)
    incident.joined += breach.evidence.length
    touched.add(incident)
    for (const found of breach.evidence) {
      evidence.push({
        id: newId(now),
        event_id: incident.id,
        message_id: breach.messageId,
        revision: breach.revision,
        policy_id: breach.policyId,
        policy_version: breach.policyVersion,
        rule_id: found.ruleId,
        part: found.part,
        start_at: found.start,
        end_at: found.end,
        words_key: found.wordsKey ?? null,
        found_at: now,
      })
    }
  }
  const opened = [...touched].filter(({ isNew }) => isNew)
  await insertMany(tx, 'cognitive_event', eventColumns, opened.map(toEventRow))
  await insertMany(tx, 'evidence', evidenceColumns, evidence)
  await widen(
    tx,
    [...touched].filter(({ isNew }) => !isNew),
  )
  await recordRaised(tx, [...touched], now)
  return opened.map(({ id }) => id)
}

const placeOf = (row: {
  messageId: string
  revision: number
  policyId: string
  ruleId: string
  part: string
  start: number
}) => `${row.messageId}|${row.revision}|${row.policyId}|${row.ruleId}|${row.part}|${row.start}`

interface KnownBreach {
  readonly event_id: EventId
  readonly group_ids: readonly string[]
}

/** The breaches with new evidence and, for known evidence, the events with the groups of their messages. */
async function withoutKnown(
  tx: TenantTx,
  breaches: readonly FoundBreach[],
): Promise<{ fresh: FoundBreach[]; known: KnownBreach[] }> {
  if (breaches.length === 0) return { fresh: [], known: [] }
  const rows = await tx
    .selectFrom('evidence')
    .where(
      'message_id',
      '=',
      sql<MessageId>`any(${[...new Set(breaches.map(({ messageId }) => messageId))]}::uuid[])`,
    )
    .select(['event_id', 'message_id', 'revision', 'policy_id', 'rule_id', 'part', 'start_at'])
    .execute()
  const known = new Set(
    rows.map((row) =>
      placeOf({
        messageId: row.message_id,
        revision: row.revision,
        policyId: row.policy_id,
        ruleId: row.rule_id,
        part: row.part,
        start: row.start_at,
      }),
    ),
  )
  const groupsOf = new Map<MessageId, Set<GroupId>>()
  for (const { messageId, groupIds } of breaches)
    groupsOf.set(messageId, new Set([...(groupsOf.get(messageId) ?? []), ...groupIds]))
  const fresh = breaches.flatMap((breach) => {
    const evidence = breach.evidence.filter((found) => {
      const place = placeOf({ ...breach, ...found })
      return !known.has(place) && known.add(place)
    })
    const groupIds = [...(groupsOf.get(breach.messageId) ?? [])]
    return evidence.length > 0 ? [{ ...breach, groupIds, evidence }] : []
  })
  const events = rows.map((row) => ({
    event_id: row.event_id,
    group_ids: [...(groupsOf.get(row.message_id) ?? [])],
  }))
  return { fresh, known: events }
}

/** Makes events visible to the groups of a message that is evidence for them. */
async function letIn(tx: TenantTx, known: readonly KnownBreach[]): Promise<void> {
  if (known.length === 0) return
  await sql`update cognitive_event set group_ids = array(select distinct unnest(cognitive_event.group_ids || given.group_ids))
    from (
      select event_id, array_agg(distinct group_id) as group_ids
      from ${rowsOf({ event_id: 'uuid', group_ids: 'uuid[]' }, known)}, unnest(given.group_ids) group_id group by event_id
    ) given
    where cognitive_event.id = given.event_id and not cognitive_event.group_ids @> given.group_ids`.execute(
    tx,
  )
}

/** Events about messages are visible to all who see a copy of them. The caller holds the tenant's ingest lock. */
export async function letInByCopies(
  tx: TenantTx,
  mirrored: readonly { readonly messageId: MessageId; readonly groupIds: readonly GroupId[] }[],
): Promise<void> {
  if (mirrored.length === 0) return
  const groupsOf = new Map(mirrored.map(({ messageId, groupIds }) => [messageId, groupIds]))
  const { rows } = await sql<{ event_id: EventId; message_id: MessageId }>`
    select distinct event_id, message_id from evidence where message_id = any(${[...groupsOf.keys()]}::uuid[])`.execute(
    tx,
  )
  await letIn(
    tx,
    rows.map((row) => ({ event_id: row.event_id, group_ids: groupsOf.get(row.message_id) ?? [] })),
  )
}

async function findOpen(tx: TenantTx, breaches: readonly FoundBreach[]): Promise<Map<string, Incident[]>> {
  const rows = await tx
    .selectFrom('cognitive_event')
    .where(
      'conversation_id',
      '=',
      sql<ConversationId>`any(${[...new Set(breaches.map((breach) => breach.conversationId))]}::uuid[])`,
    )
    .where(
      'policy_id',
      '=',
      sql<PolicyId>`any(${[...new Set(breaches.map((breach) => breach.policyId))]}::uuid[])`,
    )
    .where('status', 'in', [...openStatuses])
    .select([
      'id',
      'policy_id',
      'conversation_id',
      'triggered_at',
      'last_evidence_at',
      'blocked',
      'not_evaluated',
      'group_ids',
    ])
    // If a user is closing one of them, this waits; later findings then open another event.
    .orderBy('id')
    .forUpdate()
    .execute()
  const open = new Map<string, Incident[]>()
  for (const row of rows) {
    const key = pairOf({ policyId: row.policy_id, conversationId: row.conversation_id })
    const first = breaches.find((breach) => pairOf(breach) === key)
    if (!first) continue
    const incident: Incident = {
      id: row.id,
      isNew: false,
      first,
      from: row.triggered_at.getTime(),
      to: row.last_evidence_at.getTime(),
      blocked: row.blocked,
      notEvaluated: row.not_evaluated,
      groupIds: row.group_ids,
      joined: 0,
    }
    open.set(key, [...(open.get(key) ?? []), incident])
  }
  return open
}

const eventColumns = {
  id: 'uuid',
  policy_id: 'uuid',
  policy_version: 'integer',
  conversation_id: 'uuid',
  message_id: 'uuid',
  channel: 'text',
  group_ids: 'uuid[]',
  severity: 'text',
  blocked: 'boolean',
  not_evaluated: 'boolean',
  evidence_count: 'integer',
  triggered_at: 'timestamptz',
  last_evidence_at: 'timestamptz',
} satisfies TableColumns<'cognitive_event'>
type EventRow = TableRow<'cognitive_event', typeof eventColumns>

function toEventRow({ id, first, from, to, blocked, notEvaluated, groupIds, joined }: Incident): EventRow {
  return {
    id,
    policy_id: first.policyId,
    policy_version: first.policyVersion,
    conversation_id: first.conversationId,
    message_id: first.messageId,
    channel: first.channel,
    group_ids: groupIds,
    severity: first.severity,
    blocked,
    not_evaluated: notEvaluated,
    evidence_count: joined,
    triggered_at: new Date(from),
    last_evidence_at: new Date(to),
  }
}

const evidenceColumns = {
  id: 'uuid',
  event_id: 'uuid',
  message_id: 'uuid',
  revision: 'smallint',
  policy_id: 'uuid',
  policy_version: 'integer',
  rule_id: 'uuid',
  part: 'text',
  start_at: 'integer',
  end_at: 'integer',
  words_key: 'bigint',
  found_at: 'timestamptz',
} satisfies TableColumns<'evidence'>
type EvidenceRow = TableRow<'evidence', typeof evidenceColumns>

async function widen(tx: TenantTx, incidents: readonly Incident[]): Promise<void> {
  const rows = incidents.map(({ id, from, to, blocked, notEvaluated, groupIds, joined }) => ({
    id,
    triggered_at: new Date(from),
    last_evidence_at: new Date(to),
    blocked,
    not_evaluated: notEvaluated,
    group_ids: groupIds,
    evidence_count: joined,
  }))
  const columns = {
    id: 'uuid',
    triggered_at: 'timestamptz',
    last_evidence_at: 'timestamptz',
    blocked: 'boolean',
    not_evaluated: 'boolean',
    group_ids: 'uuid[]',
    evidence_count: 'integer',
  } as const
  const set = {
    evidence_count: sql`cognitive_event.evidence_count + given.evidence_count`,
    version: sql`cognitive_event.version + 1`,
  }
  await updateMany(tx, { table: 'cognitive_event', set }, columns, rows)
}
