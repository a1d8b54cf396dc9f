/** Archiving what was captured before archiving was turned on, or while it was off. */
import type { ArchiveBackFill } from '@verbatim/contract/archiving.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Change, Row } from '#platform/work/due-rows.ts'
import { wake } from '#platform/work/wake.ts'
import { archiveTasks } from './attempts.ts'
import { queueArchiveMails } from './queue-commands.ts'

export type ArchiveTask = Row<'archive_task'>

/** At once, in one transaction, which captures wait for. */
const chunk = 100
/** While more mails wait, no further ones are queued: what is captured now must not wait behind them. */
const mostWaiting = 1_000
const waitMs = 60_000

/** @throws Failure `archiving.off` @throws Failure `archiving.back-fill-runs` @throws Failure `archiving.back-fill-later` */
export async function startBackFill(tx: TenantTx, actor: Actor, startFrom: string, now: Date): Promise<void> {
  const settings = await tx.selectFrom('archiving').select('mode').forNoKeyUpdate().executeTakeFirst()
  if (!settings || settings.mode === 'off') throw new Failure('archiving.off')
  const { rows } = await sql<{ from: Date; is_later: boolean; total: number }>`
    select start.at as from, start.at > ${now} as is_later,
      (select count(*)::int from message where captured_at >= start.at and captured_at < ${now}) as total
    from organization, lateral (select day_starts(${startFrom}::date, counted_zone(time_zone)) as at) start`.execute(
    tx,
  )
  const [found] = rows
  if (!found || found.is_later) throw new Failure('archiving.back-fill-later')
  const added = await tx
    .insertInto('archive_task')
    .values({
      kind: 'back-fill',
      from_at: found.from,
      until_at: now,
      total: found.total,
      due_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  if (added.length === 0) throw new Failure('archiving.back-fill-runs')
  const changes = [{ field: 'startFrom', old: null, new: startFrom }]
  await recordAudit(tx, actor, { type: 'archive_back_fill_started', target: targetOf(tx), changes }, now)
  await wake(tx, archiveTasks)
}

/** @throws Failure `archiving.no-back-fill` */
export async function cancelBackFill(tx: TenantTx, actor: Actor, now: Date): Promise<void> {
  if (!(await endBackFill(tx, now))) throw new Failure('archiving.no-back-fill')
  await recordAudit(tx, actor, { type: 'archive_back_fill_cancelled', target: targetOf(tx) }, now)
}

const targetOf = ({ tenantId }: TenantTx) => ({
  kind: 'organization',
  id: tenantId,
  name: 'Archiving by email',
})

/** @returns Whether one was running. */
export async function endBackFill(tx: TenantTx, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('archive_task')
    .set({ state: 'cancelled', lease_until: null, finished_at: now })
    .where('kind', '=', 'back-fill')
    .where('state', '=', 'running')
    .returning('id')
    .execute()
  return ended.length > 0
}

export async function findBackFill(tx: TenantTx): Promise<ArchiveBackFill | undefined> {
  const row = await tx
    .selectFrom('archive_task')
    .selectAll()
    .where('kind', '=', 'back-fill')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { state, from_at: from, created_at: startedAt, finished_at: finishedAt, total, looked, queued } = row
  return {
    state,
    from: (from ?? startedAt).toISOString(),
    startedAt: startedAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
    total,
    looked,
    queued,
  }
}

/**
 * One bounded step: some messages with their changes, then some versions, then some events. Those of messages from before the chosen day
 * may have come since then, while archiving was off. The caller holds the lock of the tenant.
 * @returns What changes on the task.
 */
export async function fillOn(tx: TenantTx, task: ArchiveTask, now: Date): Promise<Change<'archive_task'>> {
  const due = { attempts: 0, lease_until: null, due_at: now }
  const { rows: waiting } = await sql`select from archive_mail
    where state in ('queued', 'deferred') and due_at <= ${now} limit ${mostWaiting}`.execute(tx)
  if (waiting.length >= mostWaiting) return { ...due, due_at: new Date(now.getTime() + waitMs) }
  const fill = task.members ? fillEvents : task.versions ? fillVersions : fillMessages
  return { ...due, ...(await fill(tx, task, now)) }
}

async function fillMessages(tx: TenantTx, task: ArchiveTask, now: Date): Promise<Change<'archive_task'>> {
  const { from_at: from, until_at: until, after_at: afterAt, after_id: afterId } = task
  // An edit that came late is a version after the one that is shown.
  const { rows } = await sql<{ id: MessageId; captured_at: Date; newest: number }>`
    select id, captured_at, greatest(revision, (select max(version.revision) from message_revision version
      where version.tenant_id = message.tenant_id and version.message_id = message.id)) as newest
    from message
    where captured_at >= ${afterAt ?? from} and captured_at < ${until}
      and (${afterId}::uuid is null or (captured_at, id) > (${afterAt}, ${afterId}::uuid))
    order by captured_at, id limit ${chunk}`.execute(tx)
  const last = rows.at(-1)
  if (!last) return { versions: true, after_id: null }
  const { rows: events } = await sql<{ id: string }>`
    select id from message_event where message_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  const said = rows.flatMap(({ id: messageId, newest }) =>
    Array.from({ length: newest }, (_, index) => ({ messageId, revision: index + 1 })),
  )
  const queued = await queueArchiveMails(tx, { said, eventIds: events.map(({ id }) => id) }, now)
  return {
    after_at: last.captured_at,
    after_id: last.id,
    looked: task.looked + rows.length,
    queued: task.queued + queued,
  }
}

/** Versions that came in the period. Only those of earlier messages are new here: the others were queued with their messages. */
async function fillVersions(tx: TenantTx, task: ArchiveTask, now: Date): Promise<Change<'archive_task'>> {
  const { rows } = await sql<{ id: MessageId; revisions: number[] }>`
    select message_id as id, array_agg(revision::int) as revisions from message_revision
    where revision > 1 and captured_at >= ${task.from_at} and captured_at < ${task.until_at}
      and (${task.after_id}::uuid is null or message_id > ${task.after_id}::uuid)
    group by message_id order by message_id limit ${chunk}`.execute(tx)
  const last = rows.at(-1)
  if (!last) return { members: true, after_id: null }
  const said = rows.flatMap(({ id: messageId, revisions }) =>
    revisions.map((revision) => ({ messageId, revision })),
  )
  const queued = await queueArchiveMails(tx, { said, eventIds: [] }, now)
  return { after_id: last.id, queued: task.queued + queued }
}

/** Of messages and of members. */
async function fillEvents(tx: TenantTx, task: ArchiveTask, now: Date): Promise<Change<'archive_task'>> {
  const { rows } = await sql<{ id: string }>`
    select id from message_event
    where (kind = 'membership' and conversation_id is not null or kind in ('delete', 'reaction', 'status') and message_id is not null)
      and captured_at >= ${task.from_at} and captured_at < ${task.until_at}
      and (${task.after_id}::uuid is null or id > ${task.after_id}::uuid)
    order by id limit ${chunk}`.execute(tx)
  const last = rows.at(-1)
  if (last) {
    const queued = await queueArchiveMails(tx, { said: [], eventIds: rows.map(({ id }) => id) }, now)
    return { after_id: last.id, queued: task.queued + queued }
  }
  // From now on the summary counts what was filled up, unless its filters, or what else is archived, were changed meanwhile.
  await tx
    .updateTable('archiving')
    .set({
      counted_from: countedFrom('counted_from', task),
      membership_from: countedFrom('membership_from', task),
      receipt_from: countedFrom('receipt_from', task),
    })
    .execute()
  return { state: 'done', finished_at: now }
}

/** It may be null, which stays so. */
const countedFrom = (
  column: 'counted_from' | 'membership_from' | 'receipt_from',
  { from_at: from, created_at: begun }: ArchiveTask,
) =>
  sql<Date>`case when ${sql.ref(column)} <= ${begun} then least(${sql.ref(column)}, ${from}::timestamptz) else ${sql.ref(column)} end`
