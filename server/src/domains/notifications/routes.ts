import {
  checkRecipients,
  createNotification as createNotificationEndpoint,
  deleteNotification as deleteNotificationEndpoint,
  getNotification,
  listNotifications,
  updateNotification as updateNotificationEndpoint,
} from '@verbatim/contract/notifications.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Commit } from '#platform/http/idempotency.ts'
import { route } from '#platform/http/route.ts'
import { createNotification, deleteNotification, updateNotification } from './commands.ts'
import { findNotifications, findWithoutUser, requireNotification } from './queries.ts'

interface NotificationContext {
  readonly now: () => Date
}

/** Who is mailed when a policy raises: list, detail and changes. */
export function notificationRoutes(app: FastifyInstance, { now }: NotificationContext): void {
  route(app, listNotifications, ({ query, read }) => read((tx) => findNotifications(tx, query, now())))
  route(app, getNotification, ({ params, read }) => read((tx) => requireNotification(tx, params.id)))
  route(app, createNotificationEndpoint, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) =>
      requireNotification(tx, await createNotification(tx, actor, body, now())),
    ),
  )
  route(app, updateNotificationEndpoint, ({ actor, params: { id }, body: change, commit }) =>
    changing(commit, actor, async (tx) => {
      await updateNotification(tx, actor, { id, change }, now())
      return requireNotification(tx, id)
    }),
  )
  route(app, deleteNotificationEndpoint, ({ actor, params: { id }, query: { expectedVersion }, commit }) =>
    changing(commit, actor, async (tx) => {
      await deleteNotification(tx, actor, { id, expectedVersion }, now())
      return { id }
    }),
  )
  route(
    app,
    checkRecipients,
    ({ body: { recipients }, read }) =>
      read(async (tx) => ({ withoutUser: await findWithoutUser(tx, recipients) })),
    { asks: true },
  )
}

/** Runs a change and tells every screen that shows notifications. */
function changing<T>(commit: Commit<T>, { tenantId }: Actor, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return commit(async (tx) => {
    const result = await work(tx)
    await announce(tx, tenantId, ['notifications', 'audit'])
    return result
  })
}
