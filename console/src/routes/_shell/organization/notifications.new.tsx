import { createFileRoute } from '@tanstack/react-router'
import { NewNotificationScreen } from '#screens/notifications/NotificationScreen.tsx'
import { NotificationAddress } from '#screens/notifications/notifications-address.ts'

export const Route = createFileRoute('/_shell/organization/notifications/new')({
  validateSearch: NotificationAddress,
  component: NewNotificationScreen,
})
