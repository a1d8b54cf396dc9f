import { dueNotifications } from '#domains/notifications/delivery-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { NotifyContext } from './send-notifications.ts'

export const notificationWork = defineWork<NotifyContext>({
  rows: dueNotifications,
  load: async () => (await import('./send-notifications.ts')).sendNotifications,
})
