import { Alert, Input, SegmentedControl, Select, Stack, Switch, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  Delivery,
  deliveryNames,
  deliveryTexts,
  notificationLimits,
  deliveries,
} from '@verbatim/contract/notifications.ts'
import { severities, severityNames } from '@verbatim/contract/severities.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { useState } from 'react'
import { useApi } from '#shell/use-house.ts'
import type { NotificationForm } from './notification-form.ts'
import type { PolicyWords } from './Preview.tsx'
import { policyChoicesQuery, withoutUserQuery } from './queries.ts'
import { TemplateFields } from './TemplateFields.tsx'

export interface FieldsProps {
  form: NotificationForm
  canEdit: boolean
}

/** Whom a notification mails, when, and in which words. */
export function NotificationDetails({
  form,
  policy,
  canEdit,
}: FieldsProps & { policy: PolicyWords | undefined }) {
  const { values, set } = form
  return (
    <Stack gap="lg">
      <PolicyField form={form} policy={policy} canEdit={canEdit} />
      <RecipientsField form={form} canEdit={canEdit} />
      <Input.Wrapper
        label="From severity"
        labelElement="div"
        description="Lower-severity events don’t send email."
      >
        <div>
          <SegmentedControl
            mt={4}
            aria-label="From severity"
            disabled={!canEdit}
            value={values.minSeverity}
            data={optionsOf(severities, severityNames)}
            onChange={(minSeverity) => set({ minSeverity })}
          />
        </div>
      </Input.Wrapper>
      <Input.Wrapper label="Delivery" labelElement="div" description={deliveryTexts[values.delivery]}>
        <div>
          <SegmentedControl
            mt={4}
            aria-label="Delivery"
            disabled={!canEdit}
            value={values.delivery}
            data={optionsOf(deliveries, deliveryNames)}
            onChange={(delivery) => set({ delivery: Delivery.parse(delivery) })}
          />
        </div>
      </Input.Wrapper>
      <TemplateFields form={form} canEdit={canEdit} />
      <Switch
        label="Enabled"
        description="A disabled notification is kept but sends no email."
        checked={values.enabled}
        disabled={!canEdit}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
    </Stack>
  )
}

function PolicyField({ form, policy, canEdit }: FieldsProps & { policy: PolicyWords | undefined }) {
  const { values, errors, set } = form
  const [typed, setTyped] = useState('')
  // What is chosen stands in the box: that is no search.
  const search = typed === policy?.name ? '' : typed
  const { data: choices } = useQuery(policyChoicesQuery(useApi(), search))
  const known = choices ?? []
  const options = policy && !known.some(({ id }) => id === policy.id) ? [policy, ...known] : known
  return (
    <Stack gap="xs">
      <Select
        label="Policy"
        withAsterisk
        data-autofocus
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        readOnly={!canEdit}
        placeholder="Choose a policy"
        nothingFoundMessage={choices ? 'No results' : 'Loading…'}
        data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.policyId}
        error={errors.policyId}
        onSearchChange={setTyped}
        onChange={(policyId) => set({ policyId })}
      />
      {policy && !policy.enabled && (
        <Alert color="yellow">This policy is disabled. It raises no events, so no email is sent.</Alert>
      )}
    </Stack>
  )
}

function RecipientsField({ form: { values, errors, set }, canEdit }: FieldsProps) {
  const { recipients } = values
  const { data: withoutUser = [] } = useQuery({
    ...withoutUserQuery(useApi(), recipients.slice(0, notificationLimits.recipients)),
    ...(!canEdit && { enabled: false }),
  })
  const strangers = withoutUser.filter((one) => recipients.includes(one))
  return (
    <Stack gap="xs">
      <TagsInput
        label="Recipients"
        withAsterisk
        description={`Up to ${notificationLimits.recipients} email addresses, separated by Enter or a comma.`}
        readOnly={!canEdit}
        splitChars={[',', ';', ' ', '\n']}
        acceptValueOnBlur
        value={recipients}
        error={errors.recipients}
        onChange={(given) => set({ recipients: addressesIn(given) })}
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

/** Each address once, however they were typed or pasted. */
function addressesIn(given: readonly string[]): string[] {
  const all = given.flatMap((one) => one.toLowerCase().split(/[\s,;]+/))
  return [...new Set(all)].filter((one) => one !== '')
}
