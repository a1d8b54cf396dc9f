import type { Notification } from '@verbatim/contract/notifications.ts'
import { useState } from 'react'
import { useFollow } from '#shell/editor/use-follow.ts'
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
  const newer = save.isPending || save.isSuccess ? undefined : newerThan(base, latest)
  const adopt = (notification: Notification) => {
    setBase(notification)
    form.reset(notification)
  }
  // Who has written nothing has nothing to lose: they see what stands.
  if (newer && !form.isDirty) adopt(newer)
  const submit = () => {
    const draft = form.checked()
    if (!draft) return
    save.mutate(draft, {
      onSuccess: ({ policyName }) =>
        follow.done(`The notification of “${policyName}” was ${base ? 'saved' : 'created'}`),
      onError: (error) => follow.failed(`The notification was not ${base ? 'saved' : 'created'}`, error),
    })
  }
  return { base, form, newer, follow, isSaving: save.isPending, adopt, submit }
}

/** Somebody else's version, where it is newer than what was begun with. */
const newerThan = (base: Notification | undefined, latest: Notification | undefined) =>
  base && latest && latest.version > base.version ? latest : undefined
