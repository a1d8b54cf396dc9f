import { dueNotifications } from '#domains/notifications/delivery-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { NotifyContext } from './send-notifications.ts'

export const notificationWork = defineWork<NotifyContext>({
  rows: dueNotifications,
  async open(ctx) {
    const { sendNotifications } = await import('./send-notifications.ts')
    return { turn: (tenantId) => sendNotifications(ctx, tenantId) }
  },
})
