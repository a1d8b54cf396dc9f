import { asFailure } from '@verbatim/client/failure.ts'
import type { Notification } from '@verbatim/contract/notifications.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useDeleteNotification } from './mutations.ts'

interface DeleteNotificationProps {
  notification: Notification
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a notification is deleted. */
export function DeleteNotification({ notification, onDeleted, onClose }: DeleteNotificationProps) {
  const remove = useDeleteNotification(notification)
  const toast = useToast()
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
          onError: (error) =>
            toast({
              tone: 'failed',
              title: 'The notification was not deleted',
              message: asFailure(error).message,
            }),
        })
      }
    >
      Its{' '}
      {notification.recipients.length === 1
        ? 'recipient is'
        : `${notification.recipients.length} recipients are`}{' '}
      not mailed any more when “<bdi>{notification.policyName}</bdi>” raises. Events stay as they are.
    </ConfirmModal>
  )
}
