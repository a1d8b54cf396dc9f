import { Switch } from '@mantine/core'
import { identityLimits } from '@verbatim/contract/pseudonyms.ts'
import { purposeLimits } from '@verbatim/contract/purposes.ts'
import { FormSection } from '#editor/FormSection.tsx'
import { useCan, useViewer } from '#shell/use-app-context.ts'
import classes from './ProfileForm.module.css'
import type { ProfileEditing } from './profile-form.ts'

/** Turning pseudonyms off shows the names to all readers, so it takes the right to reveal them. */
const notYours = 'You can’t turn this off, because you can’t reveal names.'

/** The requirements for reading messages. */
export function ReadingSection({ base, canEdit, field }: ProfileEditing) {
  const { scansFiles } = useViewer()
  const mayReveal = useCan('messages.reveal_identity')
  const isKept = canEdit && base.readsUnderPseudonyms && !mayReveal
  return (
    <FormSection id="profile-reading" title="Reading messages" hint="What opening a message requires.">
      <Switch
        label="A stated purpose for messages without an event"
        description={`Readers state why they are reading. A purpose is valid for ${purposeLimits.minutes} minutes and is recorded in the audit trail with everything they read.`}
        {...field('requiresPurpose', { type: 'checkbox' })}
      />
      <Switch
        label="Pseudonyms for clients and representatives"
        description={`Readers see “Client 4F2K7Q” instead of names and addresses. The same person always has the same pseudonym. Texts of messages and files are not changed, so a name in a text stays readable. Those who can reveal names give a reason for each conversation, and see its names for ${identityLimits.minutes} minutes.${isKept ? ` ${notYours}` : ''}`}
        {...field('readsUnderPseudonyms', { type: 'checkbox' })}
        disabled={!canEdit || isKept}
      />
      <p className={classes.hint}>
        {scansFiles
          ? 'Files are scanned for malware before they can be opened.'
          : 'Files are not scanned for malware: no scanner is configured. Your operator can configure one.'}
      </p>
    </FormSection>
  )
}
