import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DeniedDialog, PendingDialog } from '#editor/PendingDialog.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { NotificationEditor } from './NotificationEditor.tsx'
import { useNotificationsAddress } from './notifications-address.ts'
import { notificationQuery } from './queries.ts'

const route = getRouteApi('/_shell/organization/notifications/$id')

/** One notification over the list. */
export function NotificationScreen() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(notificationQuery(useApi(), id))
  const { close } = useNotificationsAddress()
  if (data) return <NotificationEditor key={id} latest={data} />
  return <PendingDialog title="Notification" error={error} onRetry={() => void refetch()} onClose={close} />
}

/** A notification that is not there yet. */
export function NewNotificationScreen() {
  const { close } = useNotificationsAddress()
  if (useCan('notifications.manage')) return <NotificationEditor latest={undefined} />
  return <DeniedDialog title="New notification" permission="notifications.manage" onClose={close} />
}
