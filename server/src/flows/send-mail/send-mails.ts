import type { MailId, TenantId } from '@verbatim/contract/ids.ts'
import type { InsightId } from '@verbatim/contract/insights.ts'
import { seesAsMuch } from '#access/scope.ts'
import { findInsight } from '#domains/insights/queries.ts'
import {
  failMail,
  finishMail,
  holdMail,
  type MailContext,
  releaseKey,
  type TakenMail,
  takeMails,
} from '#domains/mail/commands.ts'
import { recheckAlertOf } from '#domains/metric-alerts/check-commands.ts'
import { isMailOfFormerRecipient } from '#domains/metric-alerts/queries.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { remakeCopy } from '#domains/report-schedules/copy-commands.ts'
import { findMailedReport } from '#domains/report-schedules/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { MailRefused, type MailSender, MailWithheld } from '#platform/mail-sender.ts'

export interface SendContext extends MailContext, DbContext {
  readonly log: Log
  readonly mailFrom: string
}

/** Sent in parallel, so a recipient's slow server delays few. */
const atOnce = 4

/**
 * Sends due mails of one organization. Mails are leased: if a worker is killed before the server answers, another
 * sends the mail; if it is killed after that, the mail is sent again, under the same Message-ID. SMTP allows no better. A
 * worker that only slept checks its lease again before it sends the bytes, and whether the recipient still gets them, and may see what is in them.
 * @returns How many were processed.
 */
export async function sendMails(ctx: SendContext, sender: MailSender, tenantId: TenantId): Promise<number> {
  const { db } = ctx
  const { taken, name } = await inTenant(db, tenantId, async (tx) => {
    const mails = await takeMails(tx, ctx, atOnce)
    return { taken: mails, name: mails.length > 0 ? (await requireOrganization(tx)).name : '' }
  })
  const from = { name: `${name} · Verbatim`, address: ctx.mailFrom }
  await Promise.all(taken.map((mail) => sendOne(ctx, sender, tenantId, { ...mail, from })))
  return taken.length
}

async function sendOne(
  { db, now, log, mailFrom }: SendContext,
  sender: MailSender,
  tenantId: TenantId,
  mail: TakenMail & { readonly from: { readonly name: string; readonly address: string } },
): Promise<void> {
  const { id, from, to, subject, text, files } = mail
  const { madeFor } = mail
  const mayGo = () =>
    inTenant(db, tenantId, async (tx) => {
      const reason = madeFor && (await findObjection(tx, mail.id, madeFor))
      if (reason === undefined) return holdMail(tx, mail, now())
      await withhold(tx, mail, reason, now())
      return false
    })
  const messageId = `<${id}@${mailFrom.slice(mailFrom.lastIndexOf('@') + 1)}>`
  try {
    await sender.send({ from, to, subject, text, files, messageId, date: now() }, mayGo)
  } catch (error) {
    if (error instanceof MailWithheld) return
    if (!(error instanceof MailRefused)) throw error
    const { lasting, message: reason } = error
    log.warn({ mailId: id, attempt: mail.tried.attempt, lasting, reason }, 'a mail was not taken')
    await inTenant(db, tenantId, (tx) => failMail(tx, mail, { lasting, reason }, now()))
    return
  }
  await inTenant(db, tenantId, (tx) => finishMail(tx, mail, now()))
}

/** Why a mail must not leave: it may wait for hours, and its recipient has lost a permission or a group, or stopped it meanwhile. */
async function findObjection(
  tx: TenantTx,
  id: MailId,
  past: NonNullable<TakenMail['madeFor']>,
): Promise<string | undefined> {
  const present = await findActor(tx, past.userId)
  if (!present || !past.permissions.isSubsetOf(present.permissions) || !seesAsMuch(present, past))
    return 'Its recipient can see less than when it was created.'
  if (await isMailOfFormerRecipient(tx, id)) return 'Its recipient no longer gets this alert.'
  const report = await findMailedReport(tx, id)
  if (!report) return undefined
  const { subject, isWanted } = report
  if (!isWanted) return 'Its recipient no longer gets this report.'
  if (subject.kind !== 'insight' || (await isSeen(tx, present, subject.insightId))) return undefined
  return 'Its recipient can no longer see the insight.'
}

const isSeen = async (tx: TenantTx, actor: Actor, id: InsightId) =>
  typeof (await findInsight(tx, actor, id)) === 'object'

/** Gives the mail up. A report or the figure of an alert is counted again, for what its recipient can see now. */
async function withhold(tx: TenantTx, mail: TakenMail, reason: string, now: Date): Promise<void> {
  if ((await failMail(tx, mail, { lasting: true, reason }, now)) !== 'given-up') return
  if (await remakeCopy(tx, mail.id, now)) {
    await releaseKey(tx, mail)
    await announce(tx, ['report-schedules'])
  } else if (await recheckAlertOf(tx, mail.id, now)) await announce(tx, ['metric-alerts'])
}
