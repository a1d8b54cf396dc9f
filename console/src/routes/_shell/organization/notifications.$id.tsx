import { createFileRoute } from '@tanstack/react-router'
import { NotificationScreen } from '#screens/notifications/notification-editor.tsx'
import { notificationQuery } from '#screens/notifications/queries.ts'

export const Route = createFileRoute('/_shell/organization/notifications/$id')({
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(notificationQuery(app.api, params.id))
  },
  component: NotificationScreen,
})
