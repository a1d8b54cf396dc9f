/** Those who manage archiving are notified when the archive takes no mails, and when it takes them again. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { ArchivingKind } from '@verbatim/contract/inbox.ts'
import { findArchiving } from '#domains/archiving/find.ts'
import {
  type ArchiveOutage,
  changeOutage,
  countWaiting,
  type OutageChange,
  takeDueOutage,
} from '#domains/archiving/outages.ts'
import { addItems } from '#domains/inbox/commands.ts'
import { type MailContext, queueMails } from '#domains/mail/commands.ts'
import { type Addresses, findSender } from '#domains/organizations/address.ts'
import { findHolders } from '#domains/permissions/holders.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { endMail, type OutageMail, outageMail } from './outage-mail.ts'

export interface OutageContext extends MailContext, DbContext {
  readonly addresses: Addresses
}

/** With fewer failures, and no mail that waits, there is nothing to do for people. */
const fewFailures = 5

/**
 * Notifies people of what is due. The mails, the items and what is remembered of them are one transaction, so a worker that is killed has
 * done all of it, or nothing.
 * @returns How many outages were looked at.
 */
export function notifyOfOutage(ctx: OutageContext, tenantId: TenantId): Promise<number> {
  return inTenant(ctx.db, tenantId, async (tx) => {
    const outage = await takeDueOutage(tx, ctx.now())
    if (!outage) return 0
    await changeOutage(tx, outage, await lookAt(tx, ctx, outage))
    return 1
  })
}

async function lookAt(
  tx: TenantTx,
  ctx: OutageContext,
  outage: ArchiveOutage,
): Promise<OutageChange | 'forgotten'> {
  const now = ctx.now()
  const settings = await findArchiving(tx)
  const again = (ms: number) => new Date(now.getTime() + ms)
  const mails = await countWaiting(tx, outage, now)
  if (outage.ended_at) {
    await notify(tx, ctx, {
      outage,
      kind: 'archiving-works',
      of: 'end',
      to: (given) => endMail(given, mails),
    })
    return { notify_at: null }
  }
  // A worker has sent on while archiving was stopped.
  if (settings?.mode !== 'on') return outage.notified_at ? { notify_at: again(dayMs) } : 'forgotten'
  if (mails.waiting === 0 && outage.failures < fewFailures) return { notify_at: again(hourMs) }
  const notices = outage.notices + 1
  await notify(tx, ctx, {
    outage,
    kind: 'archiving-fails',
    of: String(notices),
    to: (given) => outageMail(given, mails, settings),
  })
  return { notify_at: again(dayMs), notified_at: now, notices }
}

interface Notice {
  readonly outage: ArchiveOutage
  readonly kind: ArchivingKind
  /** Distinguishes it from the others about the outage. */
  readonly of: string
  readonly to: (given: OutageMail) => { readonly subject: string; readonly text: string }
}

/** By the installation's own mail, and in the console: the archive may be what fails. */
async function notify(tx: TenantTx, ctx: OutageContext, { outage, kind, of, to }: Notice): Promise<void> {
  const { organization, address } = await findSender(tx, ctx.addresses)
  const holders = await findHolders(tx, 'smtp_integration.manage')
  await queueMails(
    tx,
    ctx,
    holders.map(({ id, email, firstName }) => ({
      ...to({ firstName, organization, address, outage }),
      kind: 'notice',
      to: email,
      forUserId: id,
      dedupeKey: `archive-outage ${outage.id} ${of} ${id}`,
    })),
  )
  const news = holders.map(({ id: userId }) => ({ userId, kind, archiveOutageId: outage.id }))
  await addItems(tx, { name: 'Archiving by email' }, news, ctx.now())
  await announce(tx, ['organization'])
}
