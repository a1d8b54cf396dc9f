import { Switch } from '@mantine/core'
import { purposeLimits } from '@verbatim/contract/purposes.ts'
import { FormSection } from '#editor/FormSection.tsx'
import type { ProfileEditing } from './profile-form.ts'

/** The requirements for reading messages. */
export function ReadingSection({ field }: ProfileEditing) {
  return (
    <FormSection id="profile-reading" title="Reading messages" hint="What opening a message requires.">
      <Switch
        label="A stated purpose for messages without an event"
        description={`Readers say why, at most every ${purposeLimits.minutes} minutes. The purpose is in the audit trail with everything they read.`}
        {...field('requiresPurpose', { type: 'checkbox' })}
      />
    </FormSection>
  )
}
