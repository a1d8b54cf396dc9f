import { createFileRoute } from '@tanstack/react-router'
import { NewNotificationScreen } from '#screens/notifications/notification-editor.tsx'

export const Route = createFileRoute('/_shell/organization/notifications/new')({
  component: NewNotificationScreen,
})
