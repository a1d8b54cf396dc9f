import { Alert, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  deliveries,
  deliveryNames,
  deliveryTexts,
  notificationLimits,
} from '@verbatim/contract/notifications.ts'
import { severities, severityNames } from '@verbatim/contract/severities.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { ChoiceField } from '#editor/ChoiceField.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import { useApi } from '#shell/use-app-context.ts'
import type { NotificationTypes } from './notification-editor.tsx'
import { notifiedPolicies, withoutUserQuery } from './queries.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { ListField } from '#editor/ListField.tsx'

export type NotificationProps = EditorProps<NotificationTypes>

/** The recipients, times and texts of a notification's mails. */
export function NotificationDetails({ editor }: NotificationProps) {
  const { form, values, canEdit } = editor
  return (
    <Stack gap="lg">
      <PolicyField editor={editor} />
      <RecipientsField editor={editor} />
      <ChoiceField
        label="From severity"
        description="Events of lower severity send no email."
        disabled={!canEdit}
        value={values.minSeverity}
        data={optionsOf(severities, severityNames)}
        onChange={(minSeverity) => form.setFieldValue('minSeverity', minSeverity)}
      />
      <ChoiceField
        label="Delivery"
        description={deliveryTexts[values.delivery]}
        disabled={!canEdit}
        value={values.delivery}
        data={optionsOf(deliveries, deliveryNames)}
        onChange={(delivery) => form.setFieldValue('delivery', delivery)}
      />
      <TemplateFields editor={editor} />
      <Switch
        label="Enabled"
        description="A disabled notification is kept but sends no email."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </Stack>
  )
}

function PolicyField({ editor: { form, values, isNew } }: NotificationProps) {
  const { policy } = values
  return (
    <Stack gap="xs">
      <EntitySelect
        label="Policy"
        withAsterisk
        data-autofocus={isNew || undefined}
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        placeholder="Choose a policy"
        source={notifiedPolicies}
        {...form.getInputProps('policy')}
        value={policy}
      />
      {policy && !policy.enabled && (
        <Alert color="yellow">This policy is disabled. It raises no events, so no email is sent.</Alert>
      )}
    </Stack>
  )
}

function RecipientsField({ editor: { form, values, canEdit } }: NotificationProps) {
  const { recipients } = values
  const { data: withoutUser = [] } = useQuery({
    ...withoutUserQuery(useApi(), recipients.slice(0, notificationLimits.recipients)),
    ...(!canEdit && { enabled: false }),
  })
  const strangers = withoutUser.filter((one) => recipients.includes(one))
  return (
    <Stack gap="xs">
      <ListField
        label="Recipients"
        one="address"
        withAsterisk
        description={`Up to ${notificationLimits.recipients} email addresses.`}
        splitChars={[',', ';', ' ', '\n']}
        {...form.getInputProps('recipients')}
        onChange={(given) => form.setFieldValue('recipients', addressesIn(given))}
      />
      {strangers.length > 0 && (
        <Alert color="yellow" role="status">
          <Text size="sm">
            {strangers.length === 1
              ? 'This recipient is not a platform user'
              : 'These recipients are not platform users'}{' '}
            and can’t open the link: <bdi>{strangers.join(', ')}</bdi>
          </Text>
        </Alert>
      )}
    </Stack>
  )
}

/** Each address once, whether typed or pasted. */
function addressesIn(given: readonly string[]): string[] {
  const all = given.flatMap((one) => one.toLowerCase().split(/[\s,;]+/))
  return [...new Set(all)].filter((one) => one !== '')
}
