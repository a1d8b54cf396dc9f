import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { deliveryNames, type Notification } from '@verbatim/contract/notifications.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import { useState } from 'react'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { differencesOf } from '#editor/differences.ts'
import { EditorButtons, RemovalButton } from '#editor/EditorButtons.tsx'
import { UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { DeleteNotification } from './DeleteNotification.tsx'
import { MailsTab } from './MailsTab.tsx'
import type { NotificationForm, NotificationValues } from './notification-form.ts'
import { NotificationDetails } from './NotificationDetails.tsx'
import {
  NotificationAddress,
  type NotificationTab,
  useNotificationsAddress,
} from './notifications-address.ts'
import { Preview } from './Preview.tsx'
import { policyChoicesQuery } from './queries.ts'
import { type NotificationEditing, useNotificationEditor } from './use-notification-editor.ts'

/** A notification: to be made or changed by whoever may, to be read by the others. */
export function NotificationEditor({ latest }: { latest: Notification | undefined }) {
  const editing = useNotificationEditor(latest)
  const { base, form, follow } = editing
  const { href, close } = useNotificationsAddress()
  const { tab: asked = 'details' } = NotificationAddress.parse(useSearch({ strict: false }))
  const tab = base ? asked : 'details'
  const canEdit = useCan('notifications.manage')
  const [isGuarded, setGuarded] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const policy = usePolicyOf(form.values.policyId, base)
  return (
    <DialogFrame
      title={base ? <bdi>{base.policyName}</bdi> : 'New notification'}
      tabs={
        base && {
          label: 'Notification',
          all: tabsOf((id) => href(base.id, id === 'details' ? {} : { tab: id }), form),
          current: tab,
        }
      }
      side={
        tab === 'details' && <Preview values={form.values} policy={policy} id={base?.id} canSend={canEdit} />
      }
      isCovered={isGuarded || isDeleting}
      onClose={close}
      footer={
        <EditorButtons
          {...buttonsOf(editing)}
          canEdit={canEdit}
          removal={base && <RemovalButton label="Delete notification" onClick={() => setDeleting(true)} />}
          onClose={close}
        />
      }
    >
      <ChangedNotice editing={editing} latest={latest} policyName={policy?.name ?? ''} />
      {tab === 'mails' && base ? (
        <MailsTab id={base.id} />
      ) : (
        <NotificationDetails form={form} policy={policy} canEdit={canEdit} />
      )}
      <UnsavedGuard
        thing="notification"
        isDirty={form.isDirty}
        isLeaving={follow.isLeaving}
        onAsk={setGuarded}
      />
      {base && isDeleting && (
        <DeleteNotification
          notification={base}
          onDeleted={() => follow.done(`The notification of “${base.policyName}” was deleted`)}
          onClose={() => setDeleting(false)}
        />
      )}
    </DialogFrame>
  )
}

const buttonsOf = ({ base, form, isSaving, submit }: NotificationEditing) => ({
  submitLabel: base ? 'Save notification' : 'Create notification',
  isIdle: base !== undefined && !form.isDirty,
  isSaving,
  onSubmit: submit,
})

interface ChangedNoticeProps {
  editing: NotificationEditing
  latest: Notification | undefined
  /** Of the policy that is chosen here. */
  policyName: string
}

function ChangedNotice({ editing: { base, form, newer }, latest, policyName }: ChangedNoticeProps) {
  if (!base || !latest || !newer) return null
  return (
    <ChangedAlert
      thing="this notification"
      changed={{ by: latest.changedBy, at: latest.changedAt }}
      differences={differencesOf({
        before: wordsOf(base, base.policyName),
        theirs: wordsOf(latest, latest.policyName),
        mine: wordsOf(form.values, policyName),
      })}
      {...newer}
    />
  )
}

const tabsOf = (tabHref: (id: NotificationTab) => string, { errors }: NotificationForm) => [
  {
    id: 'details',
    label: 'Notification',
    href: tabHref('details'),
    hasProblem: Object.keys(errors).length > 0,
  },
  { id: 'mails', label: 'Mails', href: tabHref('mails') },
]

const wordsOf = (notification: Omit<NotificationValues, 'policyId'>, policyName: string) => ({
  Policy: policyName,
  Recipients: notification.recipients.join(', '),
  Subject: notification.emailSubject,
  Message: notification.emailMessage,
  Delivery: deliveryNames[notification.delivery],
  'From severity': severityNames[notification.minSeverity],
  Enabled: notification.enabled ? 'Yes' : 'No',
})

/** The chosen policy by its name and severity, as far as they are known. */
function usePolicyOf(id: string | null, base: Notification | undefined) {
  const { data: choices = [] } = useQuery(policyChoicesQuery(useApi(), ''))
  const found = choices.find((policy) => policy.id === id)
  if (found) return found
  return id !== null && base?.policyId === id
    ? { id: base.policyId, name: base.policyName, severity: base.policySeverity, enabled: base.policyEnabled }
    : undefined
}
