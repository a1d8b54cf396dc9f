import type { Notification } from '@verbatim/contract/notifications.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { useFailureToast } from '#shell/failure-toast.ts'
import { useDeleteNotification } from './mutations.ts'

interface DeleteNotificationProps {
  notification: Notification
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a notification is deleted. */
export function DeleteNotification({ notification, onDeleted, onClose }: DeleteNotificationProps) {
  const remove = useDeleteNotification(notification)
  const tellFailure = useFailureToast()
  return (
    <ConfirmModal
      opened
      title="Delete this notification?"
      confirmLabel="Delete notification"
      destructive
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: onDeleted,
          onError: (error) => tellFailure('The notification was not deleted', error),
        })
      }
    >
      Its{' '}
      {notification.recipients.length === 1
        ? 'recipient is'
        : `${notification.recipients.length} recipients are`}{' '}
      no longer emailed when “<bdi>{notification.policyName}</bdi>” raises an event. Events are not changed.
    </ConfirmModal>
  )
}
