import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import { deliveryNames, type Notification } from '@verbatim/contract/notifications.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useRef, useState } from 'react'
import { ChangedAlert, differencesOf } from '#shell/ChangedAlert.tsx'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { UnsavedGuard } from '#shell/UnsavedGuard.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { DeleteNotification } from './DeleteNotification.tsx'
import { MailsTab } from './MailsTab.tsx'
import { useSaveNotification } from './mutations.ts'
import { type NotificationForm, useNotificationForm } from './notification-form.ts'
import { NotificationDetails } from './NotificationDetails.tsx'
import {
  NotificationAddress,
  type NotificationTab,
  useNotificationsAddress,
} from './notifications-address.ts'
import { Preview } from './Preview.tsx'
import { policyChoicesQuery } from './queries.ts'

/** A notification: to be made or changed by whoever may, to be read by the others. */
export function NotificationEditor({ latest }: { latest: Notification | undefined }) {
  const [base, setBase] = useState(latest)
  const form = useNotificationForm(base)
  const save = useSaveNotification(base)
  const { href, close } = useNotificationsAddress()
  const { tab: asked = 'details' } = NotificationAddress.parse(useSearch({ strict: false }))
  const tab = base ? asked : 'details'
  const canEdit = useCan('notifications.manage')
  const follow = useFollow(close)
  const [covers, setCovers] = useState<'guard' | 'deletion'>()
  const policy = usePolicyOf(form.values.policyId, base)
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
  const isIdle = base !== undefined && !form.isDirty
  return (
    <DialogFrame
      title={base ? <bdi>{base.policyName}</bdi> : 'New notification'}
      tabsLabel="Notification"
      tabs={base ? tabsOf((id) => href(base.id, id === 'details' ? {} : { tab: id }), form) : []}
      current={tab}
      side={
        tab === 'details' && <Preview values={form.values} policy={policy} id={base?.id} canSend={canEdit} />
      }
      isCovered={covers !== undefined}
      onClose={close}
      footer={
        <EditorFooter
          stands={base !== undefined}
          isIdle={isIdle}
          canEdit={canEdit}
          isSaving={save.isPending}
          onDelete={() => setCovers('deletion')}
          onClose={close}
          onSubmit={submit}
        />
      }
    >
      {base && newer && form.isDirty && (
        <ChangedAlert
          thing="notification"
          differences={differencesOf(wordsOf(base), wordsOf(newer))}
          onReload={() => adopt(newer)}
        />
      )}
      {tab === 'mails' && base ? (
        <MailsTab id={base.id} />
      ) : (
        <NotificationDetails form={form} policy={policy} canEdit={canEdit} />
      )}
      <UnsavedGuard
        thing="notification"
        isDirty={form.isDirty}
        isLeaving={follow.isLeaving}
        onAsk={(isAsking) => setCovers(isAsking ? 'guard' : undefined)}
      />
      {base && covers === 'deletion' && (
        <DeleteNotification
          notification={base}
          onDeleted={() => follow.done(`The notification of “${base.policyName}” was deleted`)}
          onClose={() => setCovers(undefined)}
        />
      )}
    </DialogFrame>
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

interface EditorFooterProps {
  /** It is there already, so that it can be deleted. */
  stands: boolean
  isIdle: boolean
  canEdit: boolean
  isSaving: boolean
  onDelete: () => void
  onClose: () => void
  onSubmit: () => void
}

function EditorFooter(props: EditorFooterProps) {
  const { stands, isIdle, canEdit, isSaving, onDelete, onClose, onSubmit } = props
  return (
    <>
      {stands && canEdit && (
        <Button variant="subtle" color="red" mr="auto" onClick={onDelete}>
          Delete notification
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {isIdle || !canEdit ? 'Close' : 'Cancel'}
      </Button>
      {canEdit && (
        <Button
          loading={isSaving}
          disabled={isIdle}
          title={isIdle ? 'Nothing has been changed' : undefined}
          onClick={onSubmit}
        >
          {stands ? 'Save notification' : 'Create notification'}
        </Button>
      )}
    </>
  )
}

/** Somebody else's version, where it is newer than what was begun with. */
const newerThan = (base: Notification | undefined, latest: Notification | undefined) =>
  base && latest && latest.version > base.version ? latest : undefined

const wordsOf = (notification: Notification) => ({
  Policy: notification.policyName,
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

/** Once it is saved nobody is asked whether to leave; a failure is told. */
function useFollow(close: () => void) {
  const toast = useToast()
  const leaving = useRef(false)
  return {
    isLeaving: () => leaving.current,
    done: (title: string) => {
      leaving.current = true
      toast({ tone: 'done', title })
      close()
    },
    failed: (title: string, error: unknown) => {
      const failure = asFailure(error)
      if (failure.code !== 'notification.changed' && failure.status !== 401)
        toast({ tone: 'failed', title, message: failure.message })
    },
  }
}
