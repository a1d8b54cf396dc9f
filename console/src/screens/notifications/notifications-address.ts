import { notificationList } from '@verbatim/contract/notifications.ts'
import { z } from 'zod'
import { useOverlayAddress } from '#lists/overlay-address.ts'

/** What the address says of an open notification, beside the list's own question. */
export const NotificationAddress = z.object({
  tab: z.enum(['details', 'mails']).optional().catch(undefined),
})
export type NotificationTab = NonNullable<z.infer<typeof NotificationAddress>['tab']>

export const useNotificationsAddress = () =>
  useOverlayAddress(notificationList, '/organization/notifications')
