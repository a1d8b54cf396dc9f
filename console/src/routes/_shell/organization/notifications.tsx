import { createFileRoute } from '@tanstack/react-router'
import { notificationsList, NotificationsScreen } from '#screens/notifications/NotificationsScreen.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/organization/notifications')({
  ...listAddress,
  loader: listLoader(notificationsList),
  component: NotificationsScreen,
})
