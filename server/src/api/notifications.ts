import {
  checkRecipients,
  listNotificationReceipts,
  notificationCalls,
  sendTestNotification,
} from '@verbatim/contract/notifications.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { usualRoutes } from './usual-routes.ts'
import {
  createNotification,
  deleteNotification,
  updateNotification,
} from '#domains/notifications/commands.ts'
import { findNotifications, findWithoutUser, requireNotification } from '#domains/notifications/queries.ts'
import { findNotificationReceipts } from '#flows/notify/receipts.ts'
import type { NotifyContext } from '#flows/notify/send-notifications.ts'
import { sendTest } from '#flows/notify/send-test.ts'

const usual = usualRoutes(notificationCalls, {
  find: findNotifications,
  require: requireNotification,
  create: createNotification,
  update: updateNotification,
  remove: deleteNotification,
  touches: ['notifications'],
})
const changing = announcing(['notifications', 'audit'])

/** Mails about raised events: list, details and changes of notifications, the state of their mails, and a test mail. */
export function notificationRoutes(app: FastifyInstance, ctx: NotifyContext): void {
  usual(app, ctx)
  route(app, listNotificationReceipts, ({ actor, params: { id }, read }) =>
    read((tx) => findNotificationReceipts(tx, actor, id)),
  )
  route(app, sendTestNotification, ({ actor, body, commit }) =>
    changing(commit, actor, (tx) => sendTest(tx, ctx, actor, body)),
  )
  route(
    app,
    checkRecipients,
    ({ body: { recipients }, read }) =>
      read(async (tx) => ({ withoutUser: await findWithoutUser(tx, recipients) })),
    { asks: true },
  )
}
