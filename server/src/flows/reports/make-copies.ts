/** Scheduled reports: at a due time each recipient gets a copy by mail, counted under what that recipient may see. */
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import type { refusals } from '@verbatim/contract/report-schedules.ts'
import { type MailContext, queueMails } from '#domains/mail/commands.ts'
import { type Addresses, organizationAddress } from '#domains/organizations/address.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { findActor } from '#domains/permissions/queries.ts'
import {
  failCopy,
  finishCopy,
  hadNone,
  queueDueCopies,
  refuseCopy,
  takeCopy,
  type TakenCopy,
} from '#domains/report-schedules/copy-commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { makeFiles } from './files.ts'
import { copyMail, noticeMail } from './mails.ts'
import { findReport, type FoundReport } from './report.ts'

export interface ReportContext extends MailContext {
  readonly db: Db
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
      const settled = await failCopy(tx, taken, 'It could not be made.', now())
      if (settled === 'given-up') await tellOwner(tx, ctx, { ...taken.copy, state: 'failed' }, 'failed')
      if (settled === 'given-up') await announce(tx, ['report-schedules'])
    })
  }
  return 1
}

async function makeCopy(ctx: ReportContext, tenantId: TenantId, taken: TakenCopy): Promise<void> {
  const { db, now } = ctx
  const found = await inTenant(db, tenantId, (tx) => findForRecipient(tx, ctx, taken), { mode: 'snapshot' })
  const files = 'refusal' in found ? [] : await makeFiles(found.report, taken.schedule.format)
  await inTenant(db, tenantId, async (tx) => {
    const { copy } = taken
    if ('refusal' in found) {
      if (await refuseCopy(tx, taken, found.refusal, now()))
        await tellOwner(tx, ctx, { ...copy, state: 'refused', refusal: found.refusal }, found.refusal)
    } else if (await finishCopy(tx, taken, now())) {
      const recipient = await requirePerson(tx, copy.user_id)
      await queueMails(tx, ctx, [copyMail({ ...taken, ...found, recipient, files, now: now() })])
    }
    await announce(tx, ['report-schedules'])
  })
}

type Found = FoundReport | { readonly refusal: (typeof refusals)[number] }

async function findForRecipient(
  tx: TenantTx,
  { addresses, now }: ReportContext,
  { copy, schedule }: TakenCopy,
): Promise<Found> {
  const actor = await findActor(tx, copy.user_id)
  if (!actor) return { refusal: 'disabled' }
  if (!mayHave(actor, schedule)) return { refusal: 'no-permission' }
  const { name: organization, timeZone, hostLabel } = await requireOrganization(tx)
  const address = organizationAddress(addresses, hostLabel)
  const about = { organization, timeZone, address, dueAt: copy.due_at, now: now() }
  return findReport(tx, actor, schedule, about)
}

/** Whether a user may see the figures that a report shows. */
export const mayHave = (
  { permissions }: Pick<Actor, 'permissions'>,
  { subject }: Pick<TakenCopy['schedule'], 'subject'>,
): boolean => permissions.has(metricTabDefinitions[subject.tab].permission)

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
  // A person who left the platform, or may not see scheduled reports any more, is not told of others.
  if (!actor || actor.role === 'none' || !actor.permissions.has('reports.view')) return
  const owner = await requirePerson(tx, schedule.owner_id)
  const recipient = await requirePerson(tx, copy.user_id)
  const { hostLabel } = await requireOrganization(tx)
  const address = organizationAddress(ctx.addresses, hostLabel)
  await queueMails(tx, ctx, [noticeMail({ copy, schedule, owner, recipient, address, why })])
}

export interface Person {
  readonly email: string
  readonly firstName: string
  readonly name: string
}

function requirePerson(tx: TenantTx, id: UserId): Promise<Person> {
  return tx
    .selectFrom('tenant_user')
    .select(['email', 'first_name as firstName', 'display_name as name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
