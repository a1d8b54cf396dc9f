import { createFileRoute } from '@tanstack/react-router'
import { NotificationScreen } from '#screens/notifications/NotificationScreen.tsx'
import { NotificationAddress } from '#screens/notifications/notifications-address.ts'
import { notificationQuery } from '#screens/notifications/queries.ts'

export const Route = createFileRoute('/_shell/organization/notifications/$id')({
  validateSearch: NotificationAddress,
  loader: ({ context: { house, queryClient }, params }) => {
    void queryClient.prefetchQuery(notificationQuery(house.api, params.id))
  },
  component: NotificationScreen,
})
