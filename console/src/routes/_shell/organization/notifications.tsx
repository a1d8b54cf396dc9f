import { createFileRoute } from '@tanstack/react-router'
import { notificationList } from '@verbatim/contract/notifications.ts'
import { NotificationsScreen } from '#screens/notifications/NotificationsScreen.tsx'
import { notificationsQuery } from '#screens/notifications/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/organization/notifications')({
  ...listAddress(notificationList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(notificationsQuery(house.api, deps))
  },
  component: NotificationsScreen,
})
