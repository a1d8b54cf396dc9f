import { Input, MultiSelect, Radio, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { GroupId } from '@verbatim/contract/ids.ts'
import {
  policyActionNames,
  PolicyAction,
  policyScopeNames,
  policyActions,
  policyScopes,
} from '@verbatim/contract/policies.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { severities, severityNames } from '@verbatim/contract/severities.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { useState } from 'react'
import { groupNamesQuery } from '#lists/group-names.ts'
import { useApi } from '#shell/use-app-context.ts'
import { DependentNotifications } from './DependentNotifications.tsx'
import classes from './DetailsTab.module.css'
import { actionTexts, counted, groupNamer } from './policy-words.ts'
import type { PolicyEditing } from './use-policy-editor.ts'

/** What a policy is, beside its rules. */
export function DetailsTab({ editing }: { editing: PolicyEditing }) {
  const { form, values } = editing
  return (
    <Stack gap="lg" className={classes.fields}>
      <LimitedInput
        label="Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        limit={policyLimits.name}
        {...form.getInputProps('name')}
        value={values.name}
      />
      <Input.Wrapper
        label="Severity"
        labelElement="div"
        description="The severity of the cognitive events it raises."
      >
        <div>
          <SegmentedControl
            mt={4}
            aria-label="Severity"
            value={values.severity}
            data={optionsOf(severities, severityNames)}
            onChange={(severity) => form.setFieldValue('severity', severity)}
          />
        </div>
      </Input.Wrapper>
      <ScopeField editing={editing} />
      <ActionField editing={editing} />
      <Switch
        label="Enabled"
        description="A disabled policy is kept but examines no messages."
        checked={values.enabled}
        onChange={(event) => form.setFieldValue('enabled', event.currentTarget.checked)}
      />
      {!values.enabled && editing.base && <DependentNotifications policyId={editing.base.id} />}
    </Stack>
  )
}

function ScopeField({ editing: { form, values } }: { editing: PolicyEditing }) {
  const { data: groups } = useQuery(groupNamesQuery(useApi()))
  const nameOf = groupNamer(groups)
  const known = new Set(groups?.map(({ id }) => id))
  const unseen = values.groupIds.filter((id) => !known.has(id))
  const options = [
    ...(groups ?? []).map(({ id, name }) => ({ value: id as string, label: name })),
    ...unseen.map((id) => ({ value: id as string, label: nameOf(id) })),
  ]
  return (
    <Stack gap="sm">
      <Input.Wrapper
        label="Scope"
        labelElement="div"
        description={
          values.scope === 'global'
            ? 'Applies to all messages.'
            : 'Applies to conversations of the groups below.'
        }
      >
        <div>
          <SegmentedControl
            mt={4}
            aria-label="Scope"
            value={values.scope}
            data={optionsOf(policyScopes, policyScopeNames)}
            onChange={(scope) => {
              form.setFieldValue('scope', scope)
              form.clearFieldError('groupIds')
            }}
          />
        </div>
      </Input.Wrapper>
      {values.scope === 'group' && (
        <MultiSelect
          label="Groups"
          withAsterisk
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all groups' }}
          placeholder={values.groupIds.length === 0 ? 'Choose groups' : ''}
          nothingFoundMessage={groups ? 'No results' : 'Loading…'}
          data={options}
          value={values.groupIds.map(String)}
          error={form.errors['groupIds']}
          onChange={(ids) => {
            form.setFieldValue(
              'groupIds',
              ids.map((id) => GroupId.parse(id)),
            )
            form.clearFieldError('groupIds')
          }}
        />
      )}
    </Stack>
  )
}

/** A blocking action and prompts exclude each other: whoever chooses one is asked about the others. */
function ActionField({ editing: { form, values } }: { editing: PolicyEditing }) {
  const [asked, setAsked] = useState<PolicyAction>()
  const prompts = values.rules.filter(({ type }) => type === 'prompt')
  const choose = (action: PolicyAction) => {
    if (action !== 'raise' && prompts.length > 0) setAsked(action)
    else form.setFieldValue('action', action)
  }
  return (
    <>
      <Radio.Group
        label="Policy action"
        value={values.action}
        onChange={(value) => choose(PolicyAction.parse(value))}
      >
        <div className={classes.actions}>
          {policyActions.map((action) => (
            <Radio.Card
              key={action}
              value={action}
              className={classes.action}
              aria-label={policyActionNames[action]}
            >
              <Radio.Indicator />
              <div>
                <Text fw={500}>{policyActionNames[action]}</Text>
                <Text size="xs" c="dimmed">
                  {actionTexts[action]}
                </Text>
              </div>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <ConfirmModal
        opened={asked !== undefined}
        title="Remove the prompt rules?"
        confirmLabel={`Remove ${counted(prompts.length, 'prompt rule')}`}
        destructive
        onConfirm={() => {
          if (asked)
            form.setValues({ action: asked, rules: values.rules.filter(({ type }) => type !== 'prompt') })
          setAsked(undefined)
        }}
        onClose={() => setAsked(undefined)}
      >
        A blocking policy decides while the sender waits, so it can’t use a language model:{' '}
        {counted(prompts.length, 'prompt rule')} would be removed. Nothing is saved until you save the policy.
      </ConfirmModal>
    </>
  )
}
