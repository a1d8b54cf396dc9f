import type { InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import { sampleValues } from '@verbatim/contract/notification-sample.ts'
import { fillTokens } from '@verbatim/contract/notification-template.ts'
import type { sendTestNotification } from '@verbatim/contract/notifications.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { findPolicyWords, requireNotification } from '#domains/notifications/queries.ts'
import { findSender } from '#domains/organizations/address.ts'
import { requireUser } from '#domains/users/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { NotifyContext } from './send-notifications.ts'

type Test = InputOf<typeof sendTestNotification>['body']

/** Sends the author of a notification a test email. @throws Failure `notification.unknown-policy`, `notification.not-found` */
export async function sendTest(
  tx: TenantTx,
  ctx: NotifyContext,
  actor: Actor,
  { policyId, emailSubject, emailMessage, notificationId }: Test,
): Promise<OutputOf<typeof sendTestNotification>> {
  const policy = await findPolicyWords(tx, policyId)
  if (!policy) throw new Failure('notification.unknown-policy')
  if (notificationId) await requireNotification(tx, notificationId, actor)
  const { organization: organizationName, address } = await findSender(tx, ctx.addresses)
  const values = sampleValues({ policyName: policy.name, ...policy, organizationName, address })
  const { email: to } = await requireUser(tx, 'platform', actor.userId)
  await queueMails(tx, ctx, [
    {
      to,
      subject: `Test: ${fillTokens(emailSubject, values)}`,
      text: fillTokens(emailMessage, values),
      kind: 'test',
      ...(notificationId && { reference: { kind: 'notification', id: notificationId } }),
    },
  ])
  // One that is not saved yet has no ID.
  const subject = notificationId
    ? { kind: 'notification', id: notificationId }
    : { kind: 'policy', id: policyId }
  const target = { ...subject, name: policy.name }
  const changes = [{ field: 'sentTo', old: null, new: to }]
  await recordAudit(tx, actor, { type: 'notification_tested', target, changes }, ctx.now())
  return { to }
}
