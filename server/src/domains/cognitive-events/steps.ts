/** Writes what events become, with their history and the audit trail. */
import type { EventId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Audited, recordAudits } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { insertMany, rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { EventState } from '#schema/cognitive-events.ts'
import { notifyOfSteps } from './inbox-commands.ts'
import { type HistoryEntry, historyColumns } from './history-columns.ts'
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
  /** In the history, instead of that of all steps. */
  readonly note?: string | undefined
}

/** Writes new states, each with a history entry and an audit entry, in few statements for any number of events. */
export async function applyStates(
  tx: TenantTx,
  actor: Actor,
  { steps, note, kind = 'status', undoes }: Partial<Applied> & Pick<Applied, 'steps'>,
  now: Date,
): Promise<string> {
  const changeId = newId(now)
  if (steps.length === 0) return changeId
  await stateUpdate(steps).execute(tx)
  await recordSteps(tx, actor, { changeId, steps, note, kind, undoes }, now)
  return changeId
}

/** The same for one event. @returns The new state, from the statement that changes it. */
export async function applyState(
  tx: TenantTx,
  actor: Actor,
  { step, note, kind = 'status' }: Partial<Pick<Applied, 'note' | 'kind'>> & { readonly step: Step },
  now: Date,
): Promise<EventRow> {
  const row = await changedRow(tx, actor.scope, stateUpdate([step]))
  if (!row) throw new Failure('event.not-found')
  await recordSteps(tx, actor, { changeId: newId(now), steps: [step], note, kind, undoes: undefined }, now)
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
  { changeId, steps, note, kind, undoes }: Applied,
  now: Date,
): Promise<void> {
  const entries = steps.map(({ event, after, note: own }): HistoryEntry => ({
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
    note: own ?? note ?? null,
    version: event.version + 1,
    undoes: undoes ?? null,
  }))
  await insertMany(tx, 'event_history', historyColumns, entries)
  await recordAudits(tx, actor, await toAudited(tx, { steps, kind, note }), now)
  await notifyOfSteps(tx, actor, steps, now)
}

interface Applied {
  readonly changeId: string
  readonly steps: readonly Step[]
  readonly kind: 'status' | 'assigned'
  readonly note: string | undefined
  /** The change that this one takes back. */
  readonly undoes: string | undefined
}

/** One audit entry for each event: who looks for an event's entries finds every change of it. */
async function toAudited(
  tx: TenantTx,
  { steps, kind, note }: Omit<Applied, 'changeId' | 'undoes'>,
): Promise<Audited[]> {
  const target = ({ id }: Held) => ({ kind: 'cognitive-event', id })
  if (kind === 'assigned') {
    const names = await findNames(
      tx,
      steps.flatMap(({ event }) => event.assigneeId ?? []),
    )
    return steps.map(({ event }) => {
      const before = event.assigneeId && names.get(event.assigneeId)
      const changes = [{ field: 'assignee', old: before ?? null, new: note ?? null }]
      return { type: 'event_assigned', target: target(event), changes }
    })
  }
  // The reason is in the event's own history, for users who may see the event.
  return steps.map(({ event, after }) => ({
    type: 'event_status_changed',
    target: target(event),
    changes: [{ field: 'status', old: event.status, new: after.status }],
  }))
}

async function findNames(tx: TenantTx, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('tenant_user')
    .where('id', '=', sql<UserId>`any(${[...new Set(ids)]}::uuid[])`)
    .select(['id', 'display_name'])
    .execute()
  return new Map(rows.map(({ id, display_name: name }) => [id, name]))
}
