import { Switch, Title } from '@mantine/core'
import { useCan } from '#shell/use-app-context.ts'
import classes from './ProfileForm.module.css'
import type { ProfileEditing } from './profile-form.ts'

/** The settings for approval by a second person. */
export function ApprovalSection({ canEdit, field }: ProfileEditing) {
  const mayRetain = useCan('retention.manage')
  return (
    <section className={classes.section} aria-labelledby="profile-approval">
      <Title order={2} id="profile-approval">
        Approval by a second person
      </Title>
      <p className={classes.hint}>
        A change waits under Change Requests until someone else approves it. Turning approval off has to be
        approved, too.
      </p>
      <Switch
        label="Changes of policies"
        description="Approved by a person with the permission policies.approve."
        {...field('requiresPolicyApproval', { type: 'checkbox' })}
      />
      <Switch
        label="Changes of data retention"
        description="Approved by a person who may also change data retention."
        {...field('requiresRetentionApproval', { type: 'checkbox' })}
        disabled={!canEdit || !mayRetain}
      />
    </section>
  )
}
