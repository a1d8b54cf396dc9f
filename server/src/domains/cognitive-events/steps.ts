/** Writes new states of events, with their history and the audit trail. */
import { type EventStatus, statuses } from '@verbatim/contract/event-status.ts'
import type { EventId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Audited, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { type Columns, insertMany, rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { EventState } from '#schema/cognitive-events.ts'
import { notifyOfSteps } from './inbox-commands.ts'
import { changedRow } from './queries.ts'
import type { EventRow } from './rows.ts'

/** An event that is locked until the transaction ends. */
export interface Held extends EventState {
  readonly id: EventId
  readonly version: number
}

/** An event and its new state. */
export interface Step {
  readonly event: Held
  readonly after: EventState
}

interface StepRow {
  id: string
  event_id: EventId
  change_id: string
  at: Date
  actor_id: UserId
  actor_name: string
  kind: string
  from_status: EventStatus
  to_status: EventStatus
  before: EventState
  disposition: EventState['disposition']
  note: string | null
  version: number
}

const stepColumns: Columns<StepRow> = {
  id: 'uuid',
  event_id: 'uuid',
  change_id: 'uuid',
  at: 'timestamptz',
  actor_id: 'uuid',
  actor_name: 'text',
  kind: 'text',
  from_status: 'text',
  to_status: 'text',
  before: 'jsonb',
  disposition: 'text',
  note: 'text',
  version: 'integer',
}

/** Writes new states, each with a history entry and an audit entry, in three statements for any number of events. */
export async function applyStates(
  tx: TenantTx,
  actor: Actor,
  { steps, note, kind = 'status' }: Partial<Applied> & Pick<Applied, 'steps'>,
  now: Date,
): Promise<string> {
  const changeId = newId(now)
  if (steps.length === 0) return changeId
  await stateUpdate(steps).execute(tx)
  await recordSteps(tx, actor, { changeId, steps, note, kind }, now)
  return changeId
}

/** The same for one event. @returns The new state, from the statement that changes it. */
export async function applyState(
  tx: TenantTx,
  actor: Actor,
  { step, note, kind = 'status' }: Partial<Omit<Applied, 'steps'>> & { readonly step: Step },
  now: Date,
): Promise<EventRow> {
  const row = await changedRow(tx, actor.scope, stateUpdate([step]))
  if (!row) throw new Failure('event.not-found')
  await recordSteps(tx, actor, { changeId: newId(now), steps: [step], note, kind }, now)
  return row
}

function stateUpdate(steps: readonly Step[]): RawBuilder<unknown> {
  const rows = steps.map(({ event, after }) => ({
    id: event.id,
    status: after.status,
    disposition: after.disposition,
    assignee_id: after.assigneeId,
  }))
  return sql`update cognitive_event set status = given.status, disposition = given.disposition,
      assignee_id = given.assignee_id, version = cognitive_event.version + 1
    from ${rowsOf({ id: 'uuid', status: 'text', disposition: 'text', assignee_id: 'uuid' }, rows)}
    where cognitive_event.id = given.id`
}

async function recordSteps(
  tx: TenantTx,
  actor: Actor,
  { changeId, steps, note, kind }: Applied,
  now: Date,
): Promise<void> {
  const entries = steps.map(({ event, after }): StepRow => ({
    id: newId(now),
    event_id: event.id,
    change_id: changeId,
    at: now,
    actor_id: actor.userId,
    actor_name: actor.name,
    kind,
    from_status: event.status,
    to_status: after.status,
    before: { status: event.status, disposition: event.disposition, assigneeId: event.assigneeId },
    disposition: after.disposition,
    note: note ?? null,
    version: event.version + 1,
  }))
  await insertMany(tx, 'event_history', stepColumns, entries)
  await recordAudit(tx, actor, await toAudited(tx, { changeId, steps, kind, note }), now)
  await notifyOfSteps(tx, actor, steps, now)
}

interface Applied {
  readonly changeId: string
  readonly steps: readonly Step[]
  readonly kind: 'status' | 'assigned'
  readonly note: string | undefined
}

/** One audit entry, even for many events. */
async function toAudited(tx: TenantTx, { changeId, steps, kind, note }: Applied): Promise<Audited> {
  const [first] = steps
  const isOne = steps.length === 1
  const target =
    isOne && first
      ? { kind: 'cognitive-event', id: first.event.id }
      : { kind: 'cognitive-events', id: changeId }
  const counts = isOne ? {} : { events: steps.length }
  if (kind === 'assigned') {
    const before = isOne ? await findName(tx, first?.event.assigneeId) : undefined
    const changes = [{ field: 'assignee', old: before ?? null, new: note ?? null }]
    return { type: 'event_assigned', target, changes, counts }
  }
  // The reason is in the event's own history, for users who may see the event.
  const were = new Set(steps.map(({ event }) => event.status))
  const old = isOne ? first?.event.status : statuses.filter((status) => were.has(status))
  const changes = [{ field: 'status', old, new: first?.after.status }]
  return { type: 'event_status_changed', target, changes, counts }
}

async function findName(tx: TenantTx, id: UserId | null | undefined): Promise<string | undefined> {
  if (!id) return undefined
  const row = await tx
    .selectFrom('tenant_user')
    .where('id', '=', id)
    .select('display_name')
    .executeTakeFirst()
  return row?.display_name
}
