import { createFileRoute } from '@tanstack/react-router'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { notificationEditor } from '#screens/notifications/notification-editor.tsx'
import { notificationsList, NotificationsScreen } from '#screens/notifications/NotificationsScreen.tsx'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/organization/notifications/{-$id}')({
  ...listAddress,
  loader: nounLoader(notificationsList, notificationEditor),
  component: () => (
    <NounScreen editor={notificationEditor}>
      <NotificationsScreen />
    </NounScreen>
  ),
})
