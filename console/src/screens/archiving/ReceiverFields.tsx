import { Alert, NumberInput, Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { archiveSecurities, archivingLimits } from '@verbatim/contract/archiving.ts'
import { FieldPair, LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { FormSection } from '#editor/FormSection.tsx'
import { wholeOf } from '#editor/whole-of.ts'
import type { ArchivingEditing } from './archiving-form.ts'
import { securityNames } from './archiving-words.ts'
import { SignInFields } from './SignInFields.tsx'
import { TestMail } from './TestMail.tsx'
import { ListField } from '#editor/ListField.tsx'

/** The mail server of the archive, and its test. */
export function ReceiverFields(editing: ArchivingEditing) {
  const { values, field, change } = editing
  return (
    <FormSection
      id="archiving-receiver"
      title="Email server of the archive"
      hint="The archive’s provider gives you these. An email is never sent with weaker encryption than chosen here."
    >
      <FieldPair>
        <LimitedInput
          limit={archivingLimits.host}
          label="Host"
          withAsterisk
          autoComplete="off"
          spellCheck={false}
          {...field('host')}
        />
        <NumberInput
          label="Port"
          withAsterisk
          hideControls
          allowDecimal={false}
          allowNegative={false}
          {...field('port')}
          onChange={(value) => change({ port: wholeOf(value) })}
        />
      </FieldPair>
      <Select
        label="Encryption"
        description="Without trusted encryption, nothing is sent."
        allowDeselect={false}
        data={optionsOf(archiveSecurities, securityNames)}
        {...field('security')}
      />
      {values.security === 'none-with-warning' && (
        <Alert color="red" icon={<IconAlertTriangle size={16} aria-hidden />} title="Nothing is encrypted">
          Anyone on the network path to the server can read and change each message. Use this only inside a
          network of your own. A password cannot be sent this way.
        </Alert>
      )}
      <SignInFields {...editing} />
      <LimitedInput
        limit={254}
        label="From address"
        description="The sender of each email. The archive may accept only certain senders. Emails that the archive accepts but later returns are sent back to this address. Verbatim notices a return only if it reaches one of your archive journals."
        withAsterisk
        autoComplete="off"
        {...field('fromAddress')}
      />
      <ListField
        label="Journal recipients"
        one="address"
        description="The addresses of the archive, at most ten."
        withAsterisk
        maxTags={archivingLimits.recipients}
        {...field('journalRecipients')}
      />
      <TestMail {...editing} />
    </FormSection>
  )
}
