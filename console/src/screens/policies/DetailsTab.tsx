import { Alert, Radio, Stack, Switch } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  policyActionNames,
  PolicyAction,
  policyScopeNames,
  policyActions,
  policyScopes,
} from '@verbatim/contract/policies.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { severities, severityNames } from '@verbatim/contract/severities.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { useState } from 'react'
import { ChoiceField } from '#editor/ChoiceField.tsx'
import { NameField } from '#editor/NameField.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import { visibleGroupSource } from '#lists/sought-options.ts'
import { DependentNotifications } from './DependentNotifications.tsx'
import type { PolicyTypes } from './policy-editor.tsx'
import { actionTexts } from './policy-words.ts'

/** A policy's fields other than its rules. */
export function DetailsTab({ editor }: EditorProps<PolicyTypes>) {
  const { form, values, base } = editor
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <NameField form={form} limit={policyLimits.name} />
      <ChoiceField
        label="Severity"
        description="The severity of the cognitive events it raises."
        value={values.severity}
        data={optionsOf(severities, severityNames)}
        onChange={(severity) => form.setFieldValue('severity', severity)}
      />
      <ScopeField editor={editor} />
      <ActionField editor={editor} />
      <Switch
        label="Enabled"
        description="A disabled policy is kept but examines no messages."
        checked={values.enabled}
        onChange={(event) => form.setFieldValue('enabled', event.currentTarget.checked)}
      />
      {!values.enabled && base && <DependentNotifications policyId={base.id} />}
    </Stack>
  )
}

function ScopeField({ editor: { form, values } }: EditorProps<PolicyTypes>) {
  return (
    <Stack gap="sm">
      <ChoiceField
        label="Scope"
        description={
          values.scope === 'global'
            ? 'Applies to all messages.'
            : 'Applies to conversations of the groups below.'
        }
        value={values.scope}
        data={optionsOf(policyScopes, policyScopeNames)}
        onChange={(scope) => {
          form.setFieldValue('scope', scope)
          form.clearFieldError('groups')
        }}
      />
      {values.scope === 'group' && (
        <EntitiesSelect
          label="Groups"
          withAsterisk
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all groups' }}
          placeholder="Choose groups"
          source={visibleGroupSource}
          {...form.getInputProps('groups')}
          value={values.groups}
        />
      )}
    </Stack>
  )
}

/** Blocking has no effect before the messenger sends messages. */
const NothingSent = ({ action }: { action: Exclude<PolicyAction, 'raise'> }) => (
  <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Nothing is blocked yet">
    The messenger can’t send messages in this release, so there is nothing to block.{' '}
    {action === 'block'
      ? 'This policy has no effect. To find captured messages, choose an action that creates a cognitive event.'
      : 'For now, this policy only creates cognitive events.'}
  </Alert>
)

/** A blocking action and prompts exclude each other: a user who chooses one must confirm the loss of the other. */
function ActionField({ editor: { form, values } }: EditorProps<PolicyTypes>) {
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
        <Stack gap="sm" mt={8}>
          {policyActions.map((action) => (
            <Radio
              key={action}
              value={action}
              label={policyActionNames[action]}
              description={actionTexts[action]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {values.action !== 'raise' && <NothingSent action={values.action} />}
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
