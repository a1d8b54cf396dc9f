/** Times during which an archive took no mail, and what people are to be notified of. Source: docs/decisions/0168. */
import type { ArchiveOutageId } from '@verbatim/contract/ids.ts'
import type { ArchivingMode } from '@verbatim/contract/archiving.ts'
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { type Selectable, sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import type { DueRows, Row } from '#platform/work/due-rows.ts'
import { lockedDue } from '#platform/work/locked-due.ts'
import { wake } from '#platform/work/wake.ts'
import type { ArchiveMailTable, ArchiveOutageTable } from '#schema/archiving.ts'

/** People are notified after this if nothing has shown before that the receiver fails. */
const notifiedAfterMs = hourMs
/** A receiver that fails again within this time after it took a mail has not recovered. */
const recoveredAfterMs = 10 * minuteMs

export const dueOutages: DueRows<'archive_outage'> = {
  name: 'archive-outages',
  table: 'archive_outage',
  waits: () => sql`notify_at is not null`,
  from: 'notify_at',
  figures: { counted: (now) => sql`notify_at <= ${now}`, oldest: sql`min(notify_at)` },
}

export type ArchiveOutage = Selectable<ArchiveOutageTable>
export type OutageChange = Pick<ArchiveOutage, 'notify_at'> &
  Partial<Pick<ArchiveOutage, 'notified_at' | 'notices'>>

/** A receiver of which nothing bad is known. */
export const healthy = { failures: 0, paused_until: null, problem: null, answer: null, problem_at: null }

/** It lasts, or people are still to be notified of its end. */
const isCurrent = sql<boolean>`notify_at is not null`

interface NotTaken extends Pick<Selectable<ArchiveMailTable>, 'answer'> {
  readonly problem: ArchiveOutage['problem']
  /** It is certain that the receiver takes no mail. */
  readonly isCertain: boolean
}

/** The receiver did not take a mail: it has taken none since the first of such attempts. */
export async function noteNotTaken(
  tx: TenantTx,
  { problem, answer, isCertain }: NotTaken,
  now: Date,
): Promise<void> {
  const notify = isCertain ? now : new Date(now.getTime() + notifiedAfterMs)
  await sql`
    insert into archive_outage as outage (id, began_at, failed_at, problem, answer, notify_at)
    values (${newId<ArchiveOutageId>(now)}, ${now}, ${now}, ${problem}, ${answer}, ${notify})
    on conflict (tenant_id) where notify_at is not null do update set failed_at = excluded.failed_at,
      failures = outage.failures + 1, problem = excluded.problem, answer = excluded.answer, ended_at = null, taken = 0,
      notify_at = case when outage.notified_at is null then least(outage.notify_at, excluded.notify_at)
        when outage.ended_at is null then outage.notify_at else outage.notified_at + interval '1 day' end`.execute(
    tx,
  )
  if (isCertain) await wake(tx, dueOutages)
}

/** The receiver took mails. What people were not notified of is forgotten. */
export async function noteTaken(tx: TenantTx, mails: number, now: Date): Promise<void> {
  const notify = new Date(now.getTime() + recoveredAfterMs)
  // The notification of another worker is waited for.
  const { rows } = await sql<Pick<ArchiveOutage, 'notified_at'>>`
    update archive_outage set ended_at = coalesce(ended_at, ${now}), taken = taken + ${mails},
      notify_at = case when ended_at is null then ${notify} else notify_at end
    where ${isCurrent} returning notified_at`.execute(tx)
  if (rows.some(({ notified_at: notified }) => notified === null)) await forgetUnnotified(tx)
}

const forgetUnnotified = (tx: TenantTx) =>
  tx.deleteFrom('archive_outage').where(isCurrent).where('notified_at', 'is', null).execute()

/** Ends the trouble that is noted beside the settings. */
export async function noteRecovery(tx: TenantTx, now: Date): Promise<void> {
  await tx
    .updateTable('archiving')
    .set({ ...healthy, taken_at: now })
    .where('problem', 'is not', null)
    .execute()
}

/**
 * The settings were saved, so the next attempts show whether the receiver takes mails. If archiving is off, none shows it.
 * @returns Whether the receiver took none until now.
 */
export async function reviseOutage(tx: TenantTx, mode: ArchivingMode, now: Date): Promise<boolean> {
  const outage = await findOutage(tx)
  await forgetUnnotified(tx)
  const change = tx.updateTable('archive_outage').where(isCurrent)
  if (mode === 'off')
    await change
      .set({ notify_at: null, ended_at: sql<Date>`coalesce(ended_at, ${now}::timestamptz)` })
      .execute()
  else await change.set({ failed_at: null, failures: 0 }).execute()
  return outage !== undefined
}

/** The one that is due, locked until the transaction ends. */
export async function takeDueOutage(tx: TenantTx, now: Date): Promise<ArchiveOutage | undefined> {
  const { rows } = await sql<ArchiveOutage>`${lockedDue(dueOutages, now, { most: 1 })}`.execute(tx)
  return rows[0]
}

export async function changeOutage(
  tx: TenantTx,
  { id }: ArchiveOutage,
  change: OutageChange | 'forgotten',
): Promise<void> {
  if (change === 'forgotten') await tx.deleteFrom('archive_outage').where('id', '=', id).execute()
  else await tx.updateTable('archive_outage').set(change).where('id', '=', id).execute()
}

/** The one that lasts. */
export const findOutage = (tx: TenantTx): Promise<Row<'archive_outage'> | undefined> =>
  tx
    .selectFrom('archive_outage')
    .selectAll()
    .where(isCurrent)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export interface WaitingMails {
  readonly waiting: number
  /** Since the outage began. */
  readonly givenUp: number
}

/** A mail about a day that is not over does not wait yet. */
export async function countWaiting(tx: TenantTx, { began_at: began }: ArchiveOutage, now: Date) {
  return onlyRow(
    await sql<WaitingMails>`select
      (select count(*)::int from archive_mail where state in ('queued', 'deferred') and (takes > 0 or due_at <= ${now})) as waiting,
      (select count(*)::int from archive_mail where state = 'failed' and finished_at >= ${began}) as "givenUp"`.execute(
      tx,
    ),
  )
}
