/** Scheduled reports: at a due time each recipient gets a copy by mail, counted under what that recipient may see. */
import type { TenantId } from '@verbatim/contract/ids.ts'
import { reportDays } from '@verbatim/contract/report-period.ts'
import { type refusals, subjectName } from '@verbatim/contract/report-schedules.ts'
import { type MailContext, queueMails } from '#domains/mail/commands.ts'
import { type Addresses, findSender } from '#domains/organizations/address.ts'
import { mailLimits } from '#domains/metrics/counted-parts.ts'
import { findActor } from '#domains/permissions/actors.ts'
import {
  failCopy,
  finishCopy,
  hadNone,
  mostCopyTries,
  queueDueCopies,
  refuseCopy,
  takeCopy,
  type TakenCopy,
} from '#domains/report-schedules/copy-commands.ts'
import { findSubjectNames, findZone, toShownSubject } from '#domains/report-schedules/queries.ts'
import { requireMailed } from '#domains/users/recipients.ts'
import { localDay } from '@verbatim/contract/local-time.ts'
import type { Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { makeFiles } from './files.ts'
import { copyMail, noticeMail } from './mails.ts'
import { findReport, type FoundReport } from './report.ts'

export interface ReportContext extends MailContext, DbContext {
  readonly log: Log
  readonly addresses: Addresses
}

/** Writes the copies of one due report. @returns How many schedules were due: 1 or 0. */
export function queueCopies({ db, now }: ReportContext, tenantId: TenantId): Promise<number> {
  return inTenant(db, tenantId, async (tx) => {
    if (!(await queueDueCopies(tx, now()))) return 0
    await announce(tx, ['report-schedules'])
    return 1
  })
}

/**
 * Makes one due copy from one snapshot of the database. Its mail is queued in the transaction that marks it as made, so a worker that is
 * killed has done both, or neither.
 * @returns How many were processed: 1 or 0.
 */
export async function makeCopies(ctx: ReportContext, tenantId: TenantId): Promise<number> {
  const { db, log, now } = ctx
  const taken = await inTenant(db, tenantId, async (tx) => {
    const { taken: due, spent } = await takeCopy(tx, now())
    for (const copy of spent) await tellOwner(tx, ctx, copy, 'failed')
    return due
  })
  if (!taken) return 0
  try {
    await makeCopy(ctx, tenantId, taken)
  } catch (error) {
    log.warn({ err: error, copyId: taken.copy.id }, 'a copy of a report could not be made now')
    await inTenant(db, tenantId, async (tx) => {
      const settled = await failCopy(tx, taken, 'It could not be created.', now())
      if (settled === 'given-up') await tellOwner(tx, ctx, { ...taken.copy, state: 'failed' }, 'failed')
      if (settled === 'given-up') await announce(tx, ['report-schedules'])
    })
  }
  return 1
}

async function makeCopy(ctx: ReportContext, tenantId: TenantId, taken: TakenCopy): Promise<void> {
  const { db, now } = ctx
  const found = await inTenant(db, tenantId, (tx) => findForRecipient(tx, ctx, taken), { mode: 'snapshot' })
  const files = 'refusal' in found ? [] : await makeFiles(found, taken.schedule.format)
  await inTenant(db, tenantId, async (tx) => {
    const { copy } = taken
    if ('refusal' in found) {
      if (await refuseCopy(tx, taken, found.refusal, now()))
        await tellOwner(tx, ctx, { ...copy, state: 'refused', refusal: found.refusal }, found.refusal)
    } else if (await finishCopy(tx, taken, now())) {
      const recipient = await requireMailed(tx, copy.user_id)
      await queueMails(tx, ctx, [copyMail({ ...taken, ...found, recipient, files, now: now() })])
    }
    await announce(tx, ['report-schedules'])
  })
}

type Found =
  | (FoundReport & { readonly zone: string; readonly reader: Actor })
  | { readonly refusal: (typeof refusals)[number] }

/** The days of a copy are those of its due time, also if it is made later. */
async function findForRecipient(
  tx: TenantTx,
  ctx: ReportContext,
  { copy, schedule }: TakenCopy,
): Promise<Found> {
  const actor = await findActor(tx, copy.user_id)
  if (!actor) return { refusal: 'disabled' }
  const { name, subject, period } = schedule
  const zone = await findZone(tx)
  const isLastTry = copy.attempts >= mostCopyTries
  const found = await findReport(tx, actor, ctx, {
    subject,
    name,
    query: reportDays(period, localDay(copy.due_at, zone)),
    now: ctx.now(),
    signal: new AbortController().signal,
    ...mailLimits,
    // A part that the database is too busy for is tried again with the whole copy; the last one says what is missing.
    onFailure(partId, error) {
      if (!isLastTry) throw error
      ctx.log.warn({ err: error, copyId: copy.id, partId }, 'a report is sent without a figure')
    },
  })
  return 'refusal' in found ? found : { ...found, zone, reader: actor }
}

/** Mails the owner that a recipient got nothing, unless they know it from the last due time, or it was only a test. */
async function tellOwner(
  tx: TenantTx,
  ctx: ReportContext,
  copy: TakenCopy['copy'],
  why: (typeof refusals)[number] | 'failed',
): Promise<void> {
  if (copy.is_test || (await hadNone(tx, copy))) return
  const schedule = await tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('id', '=', copy.schedule_id)
    .executeTakeFirstOrThrow()
  const actor = await findActor(tx, schedule.owner_id)
  // A person who left the platform, or may not see scheduled reports any more, is not notified about others.
  if (!actor || actor.role === 'none' || !actor.permissions.has('reports.view')) return
  const owner = await requireMailed(tx, schedule.owner_id)
  const recipient = await requireMailed(tx, copy.user_id)
  const { address } = await findSender(tx, ctx.addresses)
  const names = await findSubjectNames(tx, actor, [schedule.subject])
  const subject = subjectName(toShownSubject(schedule.subject, names))
  await queueMails(tx, ctx, [noticeMail({ copy, schedule, subject, owner, recipient, address, why })])
}
