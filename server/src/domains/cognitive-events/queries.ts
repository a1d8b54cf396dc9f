import {
  type CognitiveEvent,
  type CognitiveEventDetail,
  type EventHistoryEntry,
  type listCognitiveEvents,
  cognitiveEventList,
} from '@verbatim/contract/cognitive-events.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { attachmentPartOf, otherTextOf } from '@verbatim/contract/evidence-part.ts'
import type { EventId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, column, columnsIn, filterSql, wordsSql } from '#platform/list/sql.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { CognitiveEventTable } from '#schema/cognitive-events.ts'
import { findAttachedPreviews } from './attached-previews.ts'
import { type EvidenceReach, findEvidence, isReadable } from './evidence-queries.ts'
import { findOtherTexts, previewOf } from './event-previews.ts'

type Field = keyof typeof cognitiveEventList.fields
export type EventQuery = InputOf<typeof listCognitiveEvents>['query']

export const columns = (scope: AccessScope) =>
  columnsIn<CognitiveEventTable>()(cognitiveEventList.fields, 'event', {
    triggeredTime: column('event.triggered_at', 'timestamptz'),
    messageId: {
      expression: sql`event.id`,
      type: 'uuid',
      holdingAny: (messageIds) => sql`select evidence.event_id from evidence
        join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
        where evidence.message_id = any(${messageIds}) and ${isReadable(scope)}`,
    },
    ownerId: column('message.author_user_id', 'uuid'),
    groupId: column('event.group_ids', 'uuid[]'),
    channelType: column('event.channel'),
    policyName: column('policy.name'),
    messageBody: { expression: readable(scope, sql`message.body`), type: 'text' },
    categoryId: { expression: readable(scope, sql`message.category`), type: 'text' },
    urgency: { expression: readable(scope, sql`message.urgency`), type: 'text' },
    'persons.displayName': { expression: author, type: 'text' },
    'assignee.displayName': { expression: assignee, type: 'text' },
  })

/** A part of the event's message, for those who may read that. */
const readable = (scope: AccessScope, part: RawBuilder<unknown>) =>
  sql`case when ${isReadable(scope)} then ${part} end`

const author = sql`coalesce(message.author_name, message.author_address)`
const assignee = sql`coalesce(nullif(trim(assignee.first_name || ' ' || assignee.last_name), ''), assignee.email)`

/** The tables that an answer takes the rest of an event from: its policy, message and assignee. */
const joins = sql`join policy_version policy on policy.tenant_id = event.tenant_id and policy.policy_id = event.policy_id
    and policy.version = event.policy_version
  join message on message.tenant_id = event.tenant_id and message.id = event.message_id
  left join tenant_user assignee on assignee.tenant_id = event.tenant_id and assignee.id = event.assignee_id`

export const from = sql`cognitive_event event ${joins}`

export const selected = (scope: AccessScope) => sql`event.*, policy.name as policy_name,
  ${assignee} as assignee_name,
  ${author} as author,
  ${readable(scope, sql`message.body`)} as body,
  ${readable(scope, sql`message.subject`)} as subject`

export interface EventRow {
  id: EventId
  policy_id: CognitiveEvent['policyId']
  policy_name: string
  policy_version: number
  severity: CognitiveEvent['severity']
  status: CognitiveEvent['status']
  disposition: CognitiveEvent['disposition']
  assignee_id: UserId | null
  assignee_name: string | null
  blocked: boolean
  not_evaluated: boolean
  conversation_id: CognitiveEvent['conversationId']
  channel: CognitiveEvent['channel']
  group_ids: CognitiveEvent['groupIds']
  message_id: MessageId
  author: string
  body: string | null
  subject: string | null
  evidence_count: number
  comment_count: number
  triggered_at: Date
  last_evidence_at: Date
  version: number
  /** Only in exports. */
  rule_names?: string[] | null
}

/** The events that `scope` may see and the query matches, as a condition over `cognitive_event event` and its joins. */
export function matching(scope: AccessScope, query: Pick<EventQuery, 'search'>): RawBuilder<boolean> {
  const seen = withinScope(scope, 'event')
  if (!query.search) return seen
  const { field, text } = query.search
  return allOf([seen, field === 'policyName' ? wordsSql([sql`policy.name`], text) : everywhere(scope, text)])
}

/** Every word in the policy's name, a person's, or a message with evidence. */
function everywhere(scope: AccessScope, text: string): RawBuilder<boolean> {
  const held = sql`(select string_agg(concat_ws(' ', message.subject, message.body), ' ') from evidence
    join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
    where evidence.tenant_id = event.tenant_id and evidence.event_id = event.id and ${isReadable(scope)})`
  return wordsSql([sql`policy.name`, author, assignee, held], text)
}

/** One page of events, newest first unless the query sorts otherwise. */
export async function findEvents(
  tx: TenantTx,
  scope: AccessScope,
  query: EventQuery,
  { now, ...reach }: EvidenceReach & { readonly now: Date },
): Promise<Page<CognitiveEvent>> {
  const listing = {
    spec: cognitiveEventList,
    columns: columns(scope),
    select: selected(scope),
    from,
    where: matching(scope, query),
    tie: sql`event.id desc`,
  }
  const page = await findPage<EventRow, Field>(tx, listing, query, now)
  return { ...page, items: await toEvents(tx, scope, page.items, reach) }
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
    filterSql(cognitiveEventList.fields, columns(scope), query.filter, now),
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

/** The row of the one event that `update`, which returns its columns, changes. */
export async function changedRow(
  tx: TenantTx,
  scope: AccessScope,
  update: RawBuilder<unknown>,
): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`with event as (${update} returning cognitive_event.*)
    select ${selected(scope)} from event ${joins}`.execute(tx)
  return rows[0]
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
  return { ...event, evidence, history: await findHistory(tx, row.id) }
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

async function toEvents(
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
  const byEvent = Map.groupBy(found, ({ event_id }) => event_id)
  const onlyAttached = rows.filter((row) => {
    const ofMessage = (byEvent.get(row.id) ?? []).filter((one) => one.message_id === row.message_id)
    return ofMessage.length > 0 && ofMessage.every(({ part }) => attachmentPartOf(part)?.of === 'text')
  })
  const attached = reach.withAttachments ? await findAttachedPreviews(tx, scope, onlyAttached) : undefined
  const others = await findOtherTexts(
    tx,
    scope,
    rows.flatMap((row) => {
      const parts = (byEvent.get(row.id) ?? []).flatMap((one) =>
        one.message_id === row.message_id ? one.part : [],
      )
      return parts.some((part) => otherTextOf(part) !== undefined) && !parts.includes('text')
        ? row.message_id
        : []
    }),
  )
  return rows.map((row) => {
    const evidence = byEvent.get(row.id) ?? []
    const ofMessage = evidence.filter((one) => one.message_id === row.message_id)
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
      from: row.author,
      ...(attached?.get(row.id) ?? previewOf(row, ofMessage, others.get(row.message_id) ?? [])),
      evidenceCount: row.evidence_count,
      commentCount: row.comment_count,
      triggeredTime: row.triggered_at.toISOString(),
      lastEvidenceTime: row.last_evidence_at.toISOString(),
      version: row.version,
    }
  })
}

async function findHistory(tx: TenantTx, id: EventId): Promise<EventHistoryEntry[]> {
  const rows = await tx
    .selectFrom('event_history')
    .where('event_id', '=', id)
    .selectAll()
    .orderBy('at')
    .orderBy('id') // made in order
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.actor_name,
    kind: row.kind,
    from: row.from_status,
    to: row.to_status,
    disposition: row.disposition,
    note: row.note,
    changeId: row.change_id,
  }))
}
