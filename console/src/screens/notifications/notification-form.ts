import { PolicyId } from '@verbatim/contract/ids.ts'
import { type Notification, NotificationDraft } from '@verbatim/contract/notifications.ts'
import { defaultMessage, defaultSubject } from '@verbatim/contract/notification-template.ts'
import { useState } from 'react'
import { rebase } from '#editor/rebase.ts'

/** A notification as it is on the screen: the policy may not be chosen yet. */
export interface NotificationValues extends Omit<NotificationDraft, 'policyId'> {
  readonly policyId: string | null
}

const noNotification: NotificationValues = {
  policyId: null,
  recipients: [],
  emailSubject: defaultSubject,
  emailMessage: defaultMessage,
  delivery: 'immediate',
  minSeverity: 'low',
  enabled: true,
}

export const valuesOf = (notification: Notification): NotificationValues => ({
  policyId: notification.policyId,
  recipients: notification.recipients,
  emailSubject: notification.emailSubject,
  emailMessage: notification.emailMessage,
  delivery: notification.delivery,
  minSeverity: notification.minSeverity,
  enabled: notification.enabled,
})

export type NotificationErrors = Partial<Record<keyof NotificationValues, string>>

/** A notification being written, on top of `base`; nothing is saved here. */
export function useNotificationForm(base: Notification | undefined) {
  const before = base ? valuesOf(base) : noNotification
  const [values, setValues] = useState(before)
  const [errors, setErrors] = useState<NotificationErrors>({})
  return {
    values,
    errors,
    setErrors,
    isDirty: JSON.stringify(values) !== JSON.stringify(before),
    set: (change: Partial<NotificationValues>) => {
      setValues((known) => ({ ...known, ...change }))
      setErrors((known) =>
        Object.fromEntries(Object.entries(known).filter(([field]) => !Object.hasOwn(change, field))),
      )
    },
    /** Begins again from what stands. */
    reset: (notification: Notification) => {
      setValues(valuesOf(notification))
      setErrors({})
    },
    /** Puts what is written on top of what stands. */
    rebase: (notification: Notification) =>
      setValues((mine) => rebase({ before, theirs: valuesOf(notification), mine })),
    /** The notification as the server takes it; undefined where something is wrong, which is then said. */
    checked: (): NotificationDraft | undefined => {
      const found = errorsOf(values)
      setErrors(found)
      return Object.keys(found).length === 0 ? NotificationDraft.parse(values) : undefined
    },
  }
}
export type NotificationForm = ReturnType<typeof useNotificationForm>

/** What is wrong with what was written, in the words of the contract. */
export function errorsOf(values: NotificationValues): NotificationErrors {
  const { error } = NotificationDraft.safeParse(values)
  const issues = (error?.issues ?? []).map(({ path: [field, place], message }) => {
    const recipient = field === 'recipients' && typeof place === 'number' && values.recipients[place]
    return [String(field), recipient ? `${recipient}: ${message}` : message] as const
  })
  // The first of a field is told.
  const errors: NotificationErrors = Object.fromEntries(issues.toReversed())
  return PolicyId.safeParse(values.policyId).success
    ? errors
    : { ...errors, policyId: 'Field cannot be empty.' }
}
