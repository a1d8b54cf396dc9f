import type { TenantId } from '@verbatim/contract/ids.ts'
import { fillTokens, type NotifiedEvent, tokenValues } from '@verbatim/contract/notification-template.ts'
import { notifyOfRaised } from '#domains/cognitive-events/inbox-commands.ts'
import { type MailContext, type NewMail, queueMails } from '#domains/mail/commands.ts'
import {
  type DueMail,
  type DueNotification,
  takeDueNotification,
} from '#domains/notifications/delivery-commands.ts'
import { findPolicyWords } from '#domains/notifications/queries.ts'
import { findNotifiedEvents } from '#domains/notifications/notified-events.ts'
import { type Addresses, findSender } from '#domains/organizations/address.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'

export interface NotifyContext extends MailContext, DbContext {
  readonly addresses: Addresses
}

/**
 * Queues the mails of one due notification of an organization. Queueing them and marking their events as notified are one
 * transaction: a worker that is killed has done both, or neither.
 * @returns How many notifications were processed: 1, or 0 if none was due.
 */
export function sendNotifications(ctx: NotifyContext, tenantId: TenantId): Promise<number> {
  return inTenant(ctx.db, tenantId, async (tx) => {
    const now = ctx.now()
    const due = await takeDueNotification(tx, now)
    if (!due) return 0
    const policyName = (await findPolicyWords(tx, due.notification.policy_id))?.name ?? ''
    // At the time at which its events are noted as mailed: a reader of a part finds a mail by them.
    await queueMails(tx, { ...ctx, now: () => now }, await toMails(tx, ctx, due, policyName))
    const reports = due.mails.map(({ recipient, allIds }) => ({ recipient, eventIds: allIds }))
    await notifyOfRaised(tx, policyName, reports, now)
    await announce(tx, ['notifications'])
    return 1
  })
}

async function toMails(
  tx: TenantTx,
  { addresses }: NotifyContext,
  { notification, mails }: DueNotification,
  policyName: string,
): Promise<NewMail[]> {
  const { id, email_subject, email_message } = notification
  const { organization: organizationName, address, timeZone } = await findSender(tx, addresses)
  const notified = await findNotifiedEvents(tx, [...new Set(mails.flatMap(({ eventIds }) => eventIds))], {
    timeZone,
    address,
  })
  const about = { policyName, organizationName, listLink: `${address}/events` }
  return mails.flatMap(({ recipient, eventIds, allIds }) => {
    const [first] = eventIds
    if (!first) return []
    const values = tokenValues(eventsOf(notified, eventIds), { ...about, count: allIds.length })
    return {
      to: recipient,
      subject: fillTokens(email_subject, values),
      text: fillTokens(email_message, values),
      kind: 'notification' as const,
      // A recipient is notified of an event once, so no other mail can start with it.
      dedupeKey: `notification ${id} ${recipient} ${first}`,
      reference: { kind: 'notification', id },
    }
  })
}

function eventsOf(
  notified: Awaited<ReturnType<typeof findNotifiedEvents>>,
  ids: DueMail['eventIds'],
): NotifiedEvent[] {
  return ids.flatMap((id) => notified.get(id) ?? [])
}
