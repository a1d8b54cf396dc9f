import {
  type CognitiveEvent,
  type CognitiveEventDetail,
  type EventHistoryEntry,
  cognitiveEventList,
} from '@verbatim/contract/cognitive-events.ts'
import { attachmentPartOf, otherTextOf } from '@verbatim/contract/evidence-part.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findToLines, noToLine } from '#domains/messages/to-lines.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, filterSql } from '#platform/list/sql.ts'
import { countOf, firstRow } from '#platform/rows.ts'
import { withinScope } from '#access/scope-sql.ts'
import { findAttachedPreviews } from './attached-previews.ts'
import { type EvidenceReach, findEvidence } from './evidence-queries.ts'
import { findOtherTexts, previewOf } from './event-previews.ts'
import { columnsFor, type EventQuery, type EventRow, from, joins, matching, selected } from './rows.ts'

type Field = keyof typeof cognitiveEventList.fields

/** One page of events, newest first unless the query sorts otherwise. */
export async function findEvents(
  tx: TenantTx,
  scope: AccessScope,
  query: EventQuery,
  { now, ...reach }: EvidenceReach & { readonly now: Date },
): Promise<Page<CognitiveEvent>> {
  const listing = {
    spec: cognitiveEventList,
    columns: columnsFor(scope, query, now),
    select: selected(scope),
    from,
    where: matching(scope, query),
    tie: sql`event.id desc`,
  }
  const page = await findPage<EventRow, Field>(tx, listing, query, now)
  return { ...page, items: await toEvents(tx, scope, page.items, reach) }
}

/** How many events a question has. */
export async function countEvents(
  tx: TenantTx,
  scope: AccessScope,
  query: Pick<EventQuery, 'search' | 'filter'>,
  now: Date,
): Promise<number> {
  const where = allOf([
    matching(scope, query),
    filterSql(cognitiveEventList.fields, columnsFor(scope, query, now), query.filter, now),
  ])
  return countOf(tx, sql`${from} where ${where}`)
}

/** Ids of all events of a query, for changing them at once. @throws Failure `event.too-many` beyond `most` */
export async function findEventIds(
  tx: TenantTx,
  scope: AccessScope,
  query: Pick<EventQuery, 'search' | 'filter'>,
  { most, now }: { most: number; now: Date },
): Promise<EventId[]> {
  const where = allOf([
    matching(scope, query),
    filterSql(cognitiveEventList.fields, columnsFor(scope, query, now), query.filter, now),
  ])
  const { rows } = await sql<{
    id: EventId
  }>`select event.id from ${from} where ${where} limit ${most + 1}`.execute(tx)
  if (rows.length > most) throw new Failure('event.too-many', { most })
  return rows.map(({ id }) => id)
}

/** An event with its evidence and history. @throws Failure `event.not-found` also if it is not within the scope */
export async function requireEvent(
  tx: TenantTx,
  scope: AccessScope,
  id: EventId,
  reach: EvidenceReach,
): Promise<CognitiveEventDetail> {
  const { rows } = await sql<EventRow>`
    select ${selected(scope)} from ${from} where event.id = ${id} and ${matching(scope, {})}`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('event.not-found')
  return toDetail(tx, scope, row, reach)
}

/** The row of the event that `update` changes; `update` returns its columns. */
export async function changedRow(
  tx: TenantTx,
  scope: AccessScope,
  update: RawBuilder<unknown>,
): Promise<EventRow | undefined> {
  const changed = await sql<EventRow>`with event as (${update} returning cognitive_event.*)
    select ${selected(scope)} from event ${joins}`.execute(tx)
  return firstRow(changed)
}

/** An event that was read already, with its evidence and history. */
export async function toDetail(
  tx: TenantTx,
  scope: AccessScope,
  row: EventRow,
  reach: EvidenceReach,
): Promise<CognitiveEventDetail> {
  const [event] = await toEvents(tx, scope, [row], reach)
  if (!event) throw new Failure('event.not-found')
  const evidence = await findEvidence(tx, scope, row.id, reach)
  return {
    ...event,
    evidence,
    history: await findHistory(tx, row),
    ...(row.is_by_user && { author: { notifiedAt: row.author_notified_at?.toISOString() ?? null } }),
  }
}

/** @throws Failure `event.not-found` also if the event is not within the scope */
export async function requireWithin(tx: TenantTx, scope: AccessScope, id: EventId): Promise<void> {
  const { rows } = await sql`select from cognitive_event event where event.id = ${id}
    and ${withinScope(scope, 'event')}`.execute(tx)
  if (rows.length === 0) throw new Failure('event.not-found')
}

/** The evidence of events with the rules as they were when it was found, in the order of the texts. */
function findEvidenceOf(tx: TenantTx, ids: readonly EventId[]) {
  return tx
    .selectFrom('evidence')
    .innerJoin('policy_rule as rule', (join) =>
      join
        .onRef('rule.tenant_id', '=', 'evidence.tenant_id')
        .onRef('rule.policy_id', '=', 'evidence.policy_id')
        .onRef('rule.id', '=', 'evidence.rule_id')
        .on(sql<boolean>`rule.from_version <= evidence.policy_version
          and (rule.to_version is null or rule.to_version > evidence.policy_version)`),
    )
    .innerJoin('message', (join) =>
      join
        .onRef('message.tenant_id', '=', 'evidence.tenant_id')
        .onRef('message.id', '=', 'evidence.message_id'),
    )
    .where('event_id', '=', sql<EventId>`any(${ids}::uuid[])`)
    .select([
      'event_id',
      'evidence.message_id',
      'evidence.part',
      'start_at',
      'end_at',
      'rule.name',
      'evidence.revision',
      'message.revision as shown',
    ])
    .orderBy('start_at')
    .execute()
}

/** Rows as the list shows them; takes three more queries for any number of rows. */
export async function toEvents(
  tx: TenantTx,
  scope: AccessScope,
  rows: readonly EventRow[],
  reach: EvidenceReach,
): Promise<CognitiveEvent[]> {
  if (rows.length === 0) return []
  const found = await findEvidenceOf(
    tx,
    rows.map(({ id }) => id),
  )
  const toLines = await findToLines(
    tx,
    scope,
    rows.map(({ message_id }) => message_id),
  )
  const byEvent = Map.groupBy(found, ({ event_id }) => event_id)
  const evidenceOf = ({ id }: EventRow) => byEvent.get(id) ?? []
  const previews = await findPreviews(tx, scope, { rows, evidenceOf }, reach)
  return rows.map((row) => {
    const evidence = evidenceOf(row)
    return {
      id: row.id,
      policyId: row.policy_id,
      policyName: row.policy_name,
      policyVersion: row.policy_version,
      severity: row.severity,
      status: row.status,
      disposition: row.disposition,
      assignee: row.assignee_id ? { id: row.assignee_id, name: row.assignee_name ?? '' } : null,
      blocked: row.blocked,
      notEvaluated: row.not_evaluated,
      conversationId: row.conversation_id,
      channel: row.channel,
      groupIds: row.group_ids,
      ruleNames: [...new Set(evidence.map(({ name }) => name))].slice(0, 5),
      messageId: row.message_id,
      from: row.author ?? '',
      ...(row.direction && { direction: row.direction }),
      ...findingsOf(row),
      to: toLines.get(row.message_id) ?? noToLine,
      ...previews(row),
      evidenceCount: row.evidence_count,
      commentCount: row.comment_count,
      triggeredTime: row.triggered_at.toISOString(),
      lastEvidenceTime: row.last_evidence_at.toISOString(),
      version: row.version,
    }
  })
}

interface WithEvidence {
  readonly rows: readonly EventRow[]
  readonly evidenceOf: (row: EventRow) => Awaited<ReturnType<typeof findEvidenceOf>>
}

/** What a row shows of its message: around evidence in it, or of the text of a file or of another text if evidence is only there. */
async function findPreviews(
  tx: TenantTx,
  scope: AccessScope,
  { rows, evidenceOf }: WithEvidence,
  reach: EvidenceReach,
) {
  const ofMessage = (row: EventRow) => evidenceOf(row).filter((one) => one.message_id === row.message_id)
  const onlyAttached = rows.filter((row) => {
    const evidence = ofMessage(row)
    return evidence.length > 0 && evidence.every(({ part }) => attachmentPartOf(part)?.of === 'text')
  })
  const onlyInOthers = rows.filter((row) => {
    const parts = ofMessage(row).map(({ part }) => part)
    return parts.some((part) => otherTextOf(part) !== undefined) && !parts.includes('text')
  })
  const attached = reach.withAttachments ? await findAttachedPreviews(tx, scope, onlyAttached) : undefined
  const others = await findOtherTexts(
    tx,
    scope,
    onlyInOthers.map(({ message_id }) => message_id),
  )
  return (row: EventRow) =>
    attached?.get(row.id) ?? previewOf(row, ofMessage(row), others.get(row.message_id) ?? [])
}

/** What was found about its message, if the reader may read it. */
const findingsOf = ({ category, urgency, theme }: EventRow) => ({
  ...(category && { category }),
  ...(urgency && { urgency }),
  ...(theme && { theme }),
})

async function findHistory(tx: TenantTx, { id, assignee_id }: EventRow): Promise<EventHistoryEntry[]> {
  const rows = await tx
    .selectFrom('event_history')
    .where('event_id', '=', id)
    .selectAll()
    .orderBy('at')
    .orderBy('id') // made in order
    .limit(1000)
    .execute()
  /** The assignee whom a change left is the one whom the next change found. */
  const assigneeAfter = (place: number) => {
    const next = rows.slice(place + 1).find(({ before }) => before !== null)
    return (next?.before ? next.before.assigneeId : assignee_id) ?? undefined
  }
  return rows.map((row, place) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.actor_name,
    byId: row.actor_id ?? undefined,
    kind: row.kind,
    from: row.from_status,
    to: row.to_status,
    disposition: row.disposition,
    note: row.note,
    assigneeId: row.kind === 'assigned' ? assigneeAfter(place) : undefined,
    changeId: row.change_id,
    undoes: row.undoes,
  }))
}
