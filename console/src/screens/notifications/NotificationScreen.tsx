import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Failure } from '@verbatim/client/failure.ts'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { ErrorPage } from '#shell/ErrorPage.tsx'
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
  return (
    <DialogFrame
      title="Notification"
      tabsLabel="Notification"
      tabs={[]}
      current=""
      isBrief={error !== null}
      onClose={close}
    >
      {error ? <ErrorPage error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />}
    </DialogFrame>
  )
}

const forbidden = new Failure('access.denied', { details: { permission: 'notifications.manage' } })

/** A notification that is not there yet. */
export function NewNotificationScreen() {
  const { close } = useNotificationsAddress()
  if (useCan('notifications.manage')) return <NotificationEditor latest={undefined} />
  return (
    <DialogFrame
      title="New notification"
      tabsLabel="Notification"
      tabs={[]}
      current=""
      isBrief
      onClose={close}
    >
      <ErrorPage error={forbidden} />
    </DialogFrame>
  )
}
