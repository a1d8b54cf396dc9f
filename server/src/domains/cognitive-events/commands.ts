import type {
  StatusChange,
  undoEventStatuses,
  updateEventStatuses,
} from '@verbatim/contract/cognitive-events.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { type EventStatus, openStatuses, statusNames } from '@verbatim/contract/event-status.ts'
import type { EventId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { requireVersion } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { countOf } from '#platform/rows.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { EventState } from '#schema/cognitive-events.ts'
import { findChangedSince } from './as-of.ts'
import { addComment, addComments } from './comment-commands.ts'
import { isInForce } from './decisions.ts'
import { lackingFor, mayBeUndone, objectionTo, reasonFor, stateAfter } from './model.ts'
import type { EventRow } from './rows.ts'
import { findUnfit, type Gift, requireReviewer } from './reviewers.ts'
import { applyState, applyStates, type Held, type Step } from './steps.ts'

type Undone = OutputOf<typeof undoEventStatuses>

/** The events of `ids` within the actor's scope, locked until the transaction ends. */
async function holdEvents(tx: TenantTx, actor: Actor, ids: readonly EventId[]): Promise<Held[]> {
  const { rows } = await sql<HeldRow>`select ${heldColumns} from cognitive_event event
    where event.id = any(${ids}::uuid[])
      and ${withinScope(actor.scope, 'event')}
    order by event.id for update`.execute(tx)
  return rows.map(toHeld)
}

/** One event, locked, as the actor saw it. @throws Failure `event.not-found`, `event.changed` */
async function holdEvent(
  tx: TenantTx,
  actor: Actor,
  { id, expectedVersion }: { id: EventId; expectedVersion: number | undefined },
): Promise<Held> {
  const [event] = await holdEvents(tx, actor, [id])
  if (!event) throw new Failure('event.not-found')
  requireVersion('event.changed', event.version, expectedVersion, { status: event.status })
  return event
}

const heldColumns = sql`event.id, event.status, event.disposition, event.assignee_id, event.version`

interface HeldRow {
  readonly id: EventId
  readonly status: EventStatus
  readonly disposition: EventState['disposition']
  readonly assignee_id: UserId | null
  readonly version: number
}

const toHeld = ({ assignee_id: assigneeId, ...row }: HeldRow): Held => ({ ...row, assigneeId })

/**
 * Moves an event one step through review.
 * @returns The event after the step.
 * @throws Failure `access.denied`, `event.not-found`, `event.changed` (another version than expected), `event.illegal-step`,
 *   `event.reason-needed`, `event.disposition-needed`, `event.not-a-reviewer`, `event.assignee-cannot-see`
 */
export async function changeStatus(
  tx: TenantTx,
  actor: Actor,
  { id, change }: { id: EventId; change: StatusChange },
  now: Date,
): Promise<EventRow> {
  requireRights(actor, change)
  const event = await holdEvent(tx, actor, { id, expectedVersion: change.expectedVersion })
  const objection = objectionTo(event, change, actor.permissions)
  if (objection === 'access.denied') throw new Failure('access.denied', { permission: 'events.reopen' })
  if (objection)
    throw new Failure(objection, {
      from: statusNames[event.status],
      to: statusNames[change.status],
      status: event.status,
    })
  if (change.assigneeId) await requireReviewer(tx, change.assigneeId, [id])
  // Before the step, because the answer is the step's row and its count of comments must include this one.
  if (change.comment) await addComment(tx, actor, { eventId: id, body: change.comment, fileIds: [] }, now)
  const step = { event, after: stateAfter(event, change, actor.userId) }
  return applyState(tx, actor, { step, note: reasonFor(event, change) }, now)
}

/** @throws Failure `access.denied` */
function requireRights(actor: Actor, change: StatusChange): void {
  const permission = lackingFor(change, actor)
  if (permission) throw new Failure('access.denied', { permission })
}

interface ManyChanges {
  readonly ids: readonly EventId[]
  /** The versions that the user saw. */
  readonly expectedVersions?: Partial<Readonly<Record<EventId, number>>> | undefined
  /** When the list was read that the user saw, for the others. */
  readonly asOf?: string | undefined
  readonly change: StatusChange
}

/**
 * Moves many events by the same step. Events that have another version than the expected one, that others changed since the
 * list was read, or whose status does not allow the step, stay unchanged.
 * @returns The key for undoing it, and the counts.
 * @throws Failure `access.denied`, `event.not-a-reviewer`, `event.assignee-cannot-see`
 */
export async function changeStatuses(
  tx: TenantTx,
  actor: Actor,
  { change, ...many }: ManyChanges,
  now: Date,
): Promise<OutputOf<typeof updateEventStatuses>> {
  const permission = 'events.change_status'
  if (!actor.permissions.has(permission)) throw new Failure('access.denied', { permission })
  requireRights(actor, change)
  const events = await holdEvents(tx, actor, many.ids)
  const current = await withoutOutdated(tx, actor, { events, ...many }, now)
  const steps = current
    .filter((event) => objectionTo(event, change, actor.permissions) === undefined)
    .map((event) => ({
      event,
      after: stateAfter(event, change, actor.userId),
      note: reasonFor(event, change),
    }))
  const stepped = steps.map(({ event }) => event.id)
  if (change.assigneeId) await requireReviewer(tx, change.assigneeId, stepped)
  const changeId = await applyStates(tx, actor, { steps }, now)
  if (change.comment) await addComments(tx, actor, { eventIds: stepped, body: change.comment }, now)
  const outdated = events.length - current.length
  return { changeId, changed: steps.length, skipped: many.ids.length - outdated - steps.length, outdated }
}

/** The events that are as the user saw them. */
async function withoutOutdated(
  tx: TenantTx,
  actor: Actor,
  { events, expectedVersions = {}, asOf }: Omit<ManyChanges, 'ids' | 'change'> & { events: readonly Held[] },
  now: Date,
): Promise<readonly Held[]> {
  const unseen = events.flatMap(({ id }) => (expectedVersions[id] === undefined ? [id] : []))
  // After they are locked, so that no change can come between.
  const changed = asOf && (await findChangedSince(tx, { ids: unseen, asOf, exceptBy: actor.userId }, now))
  return events.filter(({ id, version }) => {
    const expected = expectedVersions[id]
    return expected === undefined ? !(changed && changed.has(id)) : expected === version
  })
}

/**
 * Undoes one change of the last hour if nothing has happened since that was not undone, too. An event does not change if it would return
 * to a user who may no longer review it: `withheld` names that user.
 * @throws Failure `event.undo-over`
 */
export async function undoChange(tx: TenantTx, actor: Actor, changeId: string, now: Date): Promise<Undone> {
  const { rows: entries } = await sql<UndoneRow>`
    select event_id, before, at from event_history where change_id = ${changeId} and actor_id = ${actor.userId}`.execute(
    tx,
  )
  if (entries.some(({ at }) => !mayBeUndone(at, now))) throw new Failure('event.undo-over')
  const events = await holdEvents(
    tx,
    actor,
    entries.map(({ event_id }) => event_id),
  )
  const beforeOf = new Map(entries.map(({ event_id, before }) => [event_id, before]))
  const latest = await findLatest(tx, changeId)
  const wanted = events.flatMap((event) => {
    const after = beforeOf.get(event.id)
    return after && latest.has(event.id) ? [{ event, after }] : []
  })
  const unfit = await findUnfit(tx, wanted.flatMap(giftOf))
  const unfitIds = new Set(unfit.map(({ eventId }) => eventId))
  const steps = wanted.filter(({ event }) => !unfitIds.has(event.id))
  await applyStates(tx, actor, { steps, undoes: changeId }, now)
  const withheld = [...Map.groupBy(unfit, ({ name }) => name)].map(([name, theirs]) => ({
    name,
    events: theirs.length,
  }))
  return { changed: steps.length, skipped: entries.length - steps.length, withheld }
}

interface UndoneRow {
  readonly event_id: EventId
  readonly before: EventState | null
  readonly at: Date
}

/** The events, among those of a change, that are as it left them: all later changes were undone, and no evidence came. */
async function findLatest(tx: TenantTx, changeId: string): Promise<ReadonlySet<EventId>> {
  const { rows } = await sql<{ event_id: EventId }>`
    select made.event_id from event_history made
    join cognitive_event event on event.tenant_id = made.tenant_id and event.id = made.event_id
    cross join lateral (
      select count(*) as changes, count(*) filter (where ${isInForce('later')}) as in_force from event_history later
      where later.tenant_id = made.tenant_id and later.event_id = made.event_id and later.version > made.version
    ) since
    -- Evidence that joins an event raises its version as well.
    where made.change_id = ${changeId} and ${isInForce('made')} and since.in_force = 0
      and event.version = made.version + since.changes`.execute(tx)
  return new Set(rows.map(({ event_id }) => event_id))
}

/** The assignments of a step to a user who does not have the event yet. */
function giftOf({ event, after }: Step): Gift[] {
  const { assigneeId } = after
  return assigneeId && assigneeId !== event.assigneeId ? [{ eventId: event.id, assigneeId }] : []
}

/**
 * Assigns an event to a user, or removes its assignee.
 * @returns The event after the change.
 * @throws Failure `event.not-found`, `event.changed`, `event.not-a-reviewer`, `event.assignee-cannot-see`
 */
export async function assign(
  tx: TenantTx,
  actor: Actor,
  {
    id,
    assigneeId,
    expectedVersion,
  }: { id: EventId; assigneeId: UserId | null; expectedVersion?: number | undefined },
  now: Date,
): Promise<EventRow> {
  const event = await holdEvent(tx, actor, { id, expectedVersion })
  const name = assigneeId === null ? undefined : await requireReviewer(tx, assigneeId, [id])
  const step = { event, after: { ...event, assigneeId } }
  return applyState(tx, actor, { step, note: name, kind: 'assigned' }, now)
}

/**
 * Unassigns all open events of a user who leaves, regardless of scope.
 * @returns How many.
 */
export async function releaseEvents(
  tx: TenantTx,
  actor: Actor,
  assigneeId: UserId,
  now: Date,
): Promise<number> {
  const { rows } = await sql<HeldRow>`select ${heldColumns} from cognitive_event event
    where ${openOf(assigneeId)} order by event.id for update`.execute(tx)
  const steps = rows.map(toHeld).map((event) => ({ event, after: { ...event, assigneeId: null } }))
  await applyStates(tx, actor, { steps, kind: 'assigned' }, now)
  return steps.length
}

/** How many open events a user has in review. */
export const countOpenEvents = (tx: TenantTx, assigneeId: UserId): Promise<number> =>
  countOf(tx, sql`cognitive_event event where ${openOf(assigneeId)}`)

const openOf = (assigneeId: UserId) =>
  sql<boolean>`event.assignee_id = ${assigneeId} and event.status = any(${openStatuses}::text[])`
