import { Pill, Stack, Text } from '@mantine/core'
import { contactLimits, shareLevelNames, shareLevels } from '@verbatim/contract/contacts.ts'
import { nationalNumberText } from '@verbatim/contract/text.ts'
import { messengerUsers } from '@verbatim/contract/users.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { addressText } from '@verbatim/ui/readable.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import { ChoiceField } from '#editor/ChoiceField.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import { type Entity, listSource } from '#lists/entities.ts'
import { enabledUsers } from '#lists/owner-options.ts'
import { MembershipPicker } from '#screens/users/MembershipPicker.tsx'
import { useCan } from '#shell/use-app-context.ts'
import type { ContactTypes } from './contact-editor.tsx'
import { mayMoveOwner } from './contact-form.ts'
import { ListField } from '#editor/ListField.tsx'

type ContactProps = EditorProps<ContactTypes>

/** The name of a contact, its addresses, and its owner. */
export function ContactFields({ editor }: ContactProps) {
  const { form, values, canEdit, isNew } = editor
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <LimitedInput
        label="Name"
        withAsterisk
        data-autofocus={isNew || undefined}
        autoComplete="off"
        limit={contactLimits.name}
        {...form.getInputProps('name')}
        value={values.name}
      />
      <ListField
        label="Phone numbers"
        one="number"
        description={canEdit ? nationalNumberText : undefined}
        {...form.getInputProps('phoneNumbers')}
        renderPill={({ value = '', onRemove, disabled }) => (
          <Pill withRemoveButton={!disabled} {...(onRemove && { onRemove })}>
            {addressText(value)}
          </Pill>
        )}
        value={[...values.phoneNumbers]}
      />
      <ListField
        label="Email addresses"
        one="address"
        {...form.getInputProps('emails')}
        value={[...values.emails]}
      />
      <ShareLevelField editor={editor} />
      <OwnerField editor={editor} />
      <MembershipPicker
        side="messenger"
        chosen={values.groups}
        error={form.errors['groups']}
        canEdit={canEdit}
        onChange={(groups) => form.setFieldValue('groups', groups)}
      />
    </Stack>
  )
}

/** The permission to change share level and owner; for a new contact, the permission to create it is enough. */
const movingContacts = 'contacts.change_share_level'

const meanings = {
  global: 'Shared with all messenger users of its groups.',
  personal: 'Visible only to its owner.',
}

function ShareLevelField({ editor: { form, values, canEdit, isNew } }: ContactProps) {
  const mayChange = useCan(movingContacts) || isNew
  return (
    <ChoiceField
      label="Share level"
      description={meanings[values.shareLevel]}
      readOnly={!canEdit || !mayChange}
      data={optionsOf(shareLevels, shareLevelNames)}
      value={values.shareLevel}
      onChange={(shareLevel) => form.setFieldValue('shareLevel', shareLevel)}
    >
      {canEdit && !mayChange && (
        <Text size="xs" c="dimmed" mt={4}>
          {`You need the permission ${movingContacts} to change this.`}
        </Text>
      )}
    </ChoiceField>
  )
}

/** Blank is allowed for a global contact. */
function OwnerField({ editor: { form, values, canEdit, isNew } }: ContactProps) {
  const { owner, shareLevel } = values
  const mayChange = mayMoveOwner(shareLevel, useCan(movingContacts) || isNew)
  return (
    <EntitySelect
      label="Owner"
      withAsterisk={shareLevel === 'personal'}
      source={ownerSource}
      clearable={canEdit && shareLevel === 'global'}
      readOnly={!canEdit || !mayChange}
      description={canEdit && !mayChange && `You need the permission ${movingContacts} to change this.`}
      error={form.errors['owner']}
      value={owner}
      onChange={(chosen) => form.setFieldValue('owner', chosen)}
    />
  )
}

/** Only by name, as contacts name their owners. */
const ownerSource = listSource(
  { key: ['users', 'messenger', 'owners'], call: messengerUsers.list, ...enabledUsers },
  ({ id, fullName }): Entity => ({ id, name: fullName }),
)
