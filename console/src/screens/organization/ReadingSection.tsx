import { Switch, Title } from '@mantine/core'
import { purposeLimits } from '@verbatim/contract/purposes.ts'
import classes from './ProfileForm.module.css'
import type { ProfileEditing } from './profile-form.ts'

/** The requirements for reading messages. */
export function ReadingSection({ field }: ProfileEditing) {
  return (
    <section className={classes.section} aria-labelledby="profile-reading">
      <Title order={2} id="profile-reading">
        Reading messages
      </Title>
      <Switch
        label="A stated purpose for messages without an event"
        description={`Readers say why, at most every ${purposeLimits.minutes} minutes. The purpose is in the audit trail with everything they read.`}
        {...field('requiresPurpose', { type: 'checkbox' })}
      />
    </section>
  )
}
