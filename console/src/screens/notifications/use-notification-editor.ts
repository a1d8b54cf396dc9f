import type { Notification } from '@verbatim/contract/notifications.ts'
import { useState } from 'react'
import { useFollow } from '#editor/use-follow.ts'
import { useNewer } from '#editor/use-newer.ts'
import { useSaveNotification } from './mutations.ts'
import { useNotificationForm } from './notification-form.ts'
import { useNotificationsAddress } from './notifications-address.ts'

export type NotificationEditing = ReturnType<typeof useNotificationEditor>

/**
 * A notification being written: what stands on the server (`base`), what is written on top of it, and how it is saved.
 * @param latest The newest version that is known; undefined for a new notification.
 */
export function useNotificationEditor(latest: Notification | undefined) {
  const [base, setBase] = useState(latest)
  const form = useNotificationForm(base)
  const save = useSaveNotification(base)
  const { close } = useNotificationsAddress()
  const follow = useFollow({ close, changedCode: 'notification.changed' })
  const isSaving = save.isPending || save.isSuccess
  const newer = useNewer({ base, latest, form, isSaving, onBase: setBase })
  const submit = () => {
    const draft = form.checked()
    if (!draft) return
    save.mutate(draft, {
      onSuccess: ({ policyName }) =>
        follow.done(`The notification of “${policyName}” was ${base ? 'saved' : 'created'}`),
      onError: (error) => follow.failed(`The notification was not ${base ? 'saved' : 'created'}`, error),
    })
  }
  return { base, form, newer, follow, isSaving: save.isPending, submit }
}
