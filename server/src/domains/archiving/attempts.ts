import { minuteMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { doubling, waits } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'

/** The waits after failures: soon at first, then daily, so that a mail is tried for more than five days. */
const waitMinutes = [1, 5, 15, 60, 180, 360, 720, 1440, 1440, 1440, 1440, 1440, 1440]

/** After so many attempts, a mail waits for people. */
export const mostArchiveAttempts = waitMinutes.length + 1

const endOfDay = sql`public.day_starts(day + 1, (
  select public.counted_zone(time_zone) from public.organization where organization.tenant_id = archive_mail.tenant_id))`

/** Mails that an archive has not taken yet. Source: docs/decisions/0102. */
export const unarchivedMails: DueRows<'archive_mail'> = {
  name: 'archive-mails',
  table: 'archive_mail',
  waits: () => sql`state in ('queued', 'deferred')`,
  from: 'due_at',
  lease: 'lease_until',
  leaseMs: 10 * minuteMs,
  tries: 'attempts',
  takes: 'takes',
  // The ids of messages are in the order of capture.
  order: sql`due_at, message_id, revision, id`,
  backOff: waits(...waitMinutes.map((minutes) => minutes * minuteMs)),
  failing: () => ({ state: 'deferred' }),
  givingUp: (_, now) => ({ state: 'failed', lease_until: null, finished_at: now }),
  figures: {
    // Each attempt makes a mail due later, so how long it has waited is known from when it was made: that of a day, from the day's end.
    oldest: sql`min(case when takes = 0 or problem = 'returned' then due_at when event <> 'day' then created_at
      else greatest(created_at, ${endOfDay}) end)`,
    givenUp: sql`select count(*) from public.archive_mail where state = 'failed'`,
  },
}

/** Archiving what was captured before, and the daily summary. They are tried as long as they run. */
export const archiveTasks: DueRows<'archive_task'> = {
  name: 'archive-tasks',
  table: 'archive_task',
  waits: () => sql`state = 'running'`,
  from: 'due_at',
  lease: 'lease_until',
  leaseMs: 5 * minuteMs,
  tries: 'attempts',
  takes: 'takes',
  order: sql`due_at, id`,
  backOff: doubling({ firstMs: minuteMs, mostMs: 60 * minuteMs, tries: Infinity }),
  figures: { counted: (now) => sql`state = 'running' and due_at <= ${now}`, oldest: sql`min(due_at)` },
}
