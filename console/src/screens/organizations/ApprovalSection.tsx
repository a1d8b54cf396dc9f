import { Switch } from '@mantine/core'
import { useCan } from '#shell/use-app-context.ts'
import { FormSection } from '#editor/FormSection.tsx'
import type { ProfileEditing } from './profile-form.ts'

/** The settings for approval by a second person. */
export function ApprovalSection({ canEdit, field }: ProfileEditing) {
  const mayRetain = useCan('retention.manage')
  return (
    <FormSection
      id="profile-approval"
      title="Approval by a second person"
      hint="A change waits under Change Requests until someone else approves it. Turning approval off has to be approved, too."
    >
      <Switch
        label="Changes to policies"
        description="Another person who can approve policies must approve each change. The same applies to any change that makes policies examine fewer people or messages, and to turning off the purpose for reading or pseudonyms."
        {...field('requiresPolicyApproval', { type: 'checkbox' })}
      />
      <Switch
        label="Changes to data retention"
        description="Another person who can approve policies and change data retention must approve each change."
        {...field('requiresRetentionApproval', { type: 'checkbox' })}
        disabled={!canEdit || !mayRetain}
      />
    </FormSection>
  )
}
