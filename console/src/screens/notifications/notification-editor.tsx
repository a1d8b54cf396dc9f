import {
  deliveryNames,
  type Notification,
  notificationCalls,
  NotificationDraft,
  notificationList,
} from '@verbatim/contract/notifications.ts'
import { defaultMessage, defaultSubject } from '@verbatim/contract/notification-template.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import { requiredText } from '@verbatim/contract/text.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { usualEditor } from '#editor/usual-editor.ts'
import { MailsTab } from './MailsTab.tsx'
import { NotificationDetails } from './NotificationDetails.tsx'
import { Preview } from './Preview.tsx'
import type { PolicyEntity } from './queries.ts'

/** The form's values of a notification; its policy may not be chosen yet. */
export interface NotificationValues extends Omit<NotificationDraft, 'policyId'> {
  readonly policy: PolicyEntity | undefined
}

export interface NotificationTypes {
  thing: Notification
  values: NotificationValues
  body: NotificationDraft
}

export const notificationEditor = usualEditor(notificationCalls)<NotificationTypes>({
  noun: 'notification',
  nameOf: ({ policyName }) => policyName,
  callOf: ({ policyName }) => `The notification for “${policyName}”`,
  place: { list: notificationList, path: '/organization/notifications' },
  slice: 'notifications',
  manage: 'notifications.manage',
  tabs: [
    {
      id: 'details',
      label: 'Notification',
      fields: ['policy', 'recipients', 'emailSubject', 'emailMessage'],
      Content: NotificationDetails,
      Side: ({ editor: { values, base, canEdit } }) => (
        <Preview values={values} id={base?.id} canSend={canEdit} />
      ),
    },
    { id: 'mails', label: 'Emails', isLater: true, Content: Mails },
  ],
  blank: {
    policy: undefined,
    recipients: [],
    emailSubject: defaultSubject,
    emailMessage: defaultMessage,
    delivery: 'immediate',
    minSeverity: 'low',
    enabled: true,
  },
  toValues: ({ policyId, policyName, policySeverity, policyEnabled, ...notification }) => ({
    policy: { id: policyId, name: policyName, severity: policySeverity, enabled: policyEnabled },
    recipients: notification.recipients,
    emailSubject: notification.emailSubject,
    emailMessage: notification.emailMessage,
    delivery: notification.delivery,
    minSeverity: notification.minSeverity,
    enabled: notification.enabled,
  }),
  schema: NotificationDraft,
  toBody: ({ policy, ...values }) => ({ ...values, policyId: policy?.id }),
  fields: { policyId: 'policy' },
  says: { policy: requiredText('Policy') },
  wordsOf: (values) => ({
    Policy: values.policy?.name ?? '',
    Recipients: values.recipients.join(', '),
    Subject: values.emailSubject,
    Message: values.emailMessage,
    Delivery: deliveryNames[values.delivery],
    'From severity': severityNames[values.minSeverity],
    Enabled: values.enabled ? 'Yes' : 'No',
  }),
  changed: 'notification.changed',
  removal: { Effect: DeletionWords },
})

function Mails({ editor: { base } }: EditorProps<NotificationTypes>) {
  return base && <MailsTab id={base.id} />
}

function DeletionWords({ thing: { recipients, policyName } }: { thing: Notification }) {
  return (
    <p>
      Its {recipients.length === 1 ? 'recipient is' : `${recipients.length} recipients are`} no longer emailed
      when “<bdi>{policyName}</bdi>” raises an event. Events are not changed.
    </p>
  )
}
