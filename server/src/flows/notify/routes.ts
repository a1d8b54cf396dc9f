import { listNotificationReceipts, sendTestNotification } from '@verbatim/contract/notifications.ts'
import { fillTokens } from '@verbatim/contract/notification-template.ts'
import { sampleValues } from '@verbatim/contract/notification-sample.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#domains/audit/commands.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { findReceipts } from '#domains/mail/queries.ts'
import { findPolicyWords, findWaiting, requireNotification } from '#domains/notifications/queries.ts'
import { organizationAddress } from '#domains/organizations/address.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { requireUser } from '#domains/users/queries.ts'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#platform/changes.ts'
import { route } from '#platform/http/route.ts'
import type { NotifyContext } from './send-notifications.ts'

/** What became of the mails of a notification, and a mail to try its words. */
export function notifyRoutes(app: FastifyInstance, ctx: NotifyContext): void {
  const { now } = ctx
  route(app, listNotificationReceipts, ({ params: { id }, read }) =>
    read(async (tx) => {
      await requireNotification(tx, id)
      const { waiting, nextMailAt } = await findWaiting(tx, id)
      return {
        items: await findReceipts(tx, { kind: 'notification', id }),
        waiting,
        ...(nextMailAt && { nextMailAt: nextMailAt.toISOString() }),
      }
    }),
  )
  route(
    app,
    sendTestNotification,
    ({ actor, body: { policyId, emailSubject, emailMessage, notificationId }, commit }) =>
      commit(async (tx) => {
        const policy = await findPolicyWords(tx, policyId)
        if (!policy) throw new Failure('notification.unknown-policy')
        if (notificationId) await requireNotification(tx, notificationId)
        const { name: organizationName, hostLabel } = await requireOrganization(tx)
        const address = organizationAddress(ctx.addresses, hostLabel)
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
        const target = notificationId && { kind: 'notification', id: notificationId, name: policy.name }
        await recordAudit(tx, actor, { type: 'notification_tested', ...(target && { target }) }, now())
        await announce(tx, actor.tenantId, ['notifications', 'audit'])
        return { to }
      }),
  )
}
