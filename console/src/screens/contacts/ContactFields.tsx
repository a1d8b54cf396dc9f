import { Input, SegmentedControl, Select, Stack, TagsInput, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { contactLimits, shareLevelNames, shareLevels } from '@verbatim/contract/contacts.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { useState } from 'react'
import { MembershipPicker } from '#screens/users/MembershipPicker.tsx'
import { successorsQuery } from '#screens/users/queries.ts'
import { useApi, useCan } from '#shell/use-house.ts'
import { type Choice, type ContactForm, mayMoveOwner } from './contact-form.ts'

interface ContactFieldsProps {
  form: ContactForm
  canEdit: boolean
  isNew: boolean
}

/** Who somebody is, by what they are recognised, and whose contact they are. */
export function ContactFields({ form, canEdit, isNew }: ContactFieldsProps) {
  const { values, errors, set } = form
  return (
    <Stack gap="lg" maw={560}>
      <LimitedInput
        label="Name"
        withAsterisk
        data-autofocus={isNew || undefined}
        autoComplete="off"
        limit={contactLimits.name}
        readOnly={!canEdit}
        value={values.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TagsInput
        label="Phone numbers"
        description="Press Enter after each number. A number without a plus sign is read as a number in your organization’s country."
        readOnly={!canEdit}
        value={[...values.phoneNumbers]}
        error={errors.phoneNumbers}
        onChange={(phoneNumbers) => set({ phoneNumbers })}
      />
      <TagsInput
        label="Email addresses"
        readOnly={!canEdit}
        value={[...values.emails]}
        error={errors.emails}
        onChange={(emails) => set({ emails })}
      />
      <ShareLevelField form={form} canEdit={canEdit} isNew={isNew} />
      <OwnerField form={form} canEdit={canEdit} isNew={isNew} />
      <MembershipPicker
        side="messenger"
        chosen={values.groups}
        error={errors.groupIds}
        canEdit={canEdit}
        onChange={(groups) => set({ groups })}
      />
    </Stack>
  )
}

/** Whose a contact is, is decided by whoever has it; a new one is anybody's who may make it. */
const movingContacts = 'contacts.change_share_level'

const meanings = {
  global: 'Shared by all messenger users of its groups.',
  personal: 'Visible only to its owner.',
}

function ShareLevelField({ form: { values, set }, canEdit, isNew }: ContactFieldsProps) {
  const mayChange = useCan(movingContacts) || isNew
  return (
    <Input.Wrapper label="Share level" labelElement="div" description={meanings[values.shareLevel]}>
      <div>
        <SegmentedControl
          mt={4}
          aria-label="Share level"
          readOnly={!canEdit || !mayChange}
          data={optionsOf(shareLevels, shareLevelNames)}
          value={values.shareLevel}
          onChange={(shareLevel) => set({ shareLevel })}
        />
        {canEdit && !mayChange && (
          <Text size="xs" c="dimmed" mt={4}>
            {`You need the permission ${movingContacts} to change this.`}
          </Text>
        )}
      </div>
    </Input.Wrapper>
  )
}

/** Blank is allowed for a global contact. */
function OwnerField({ form: { values, errors, set }, canEdit, isNew }: ContactFieldsProps) {
  const { owner, shareLevel } = values
  const mayChange = mayMoveOwner(shareLevel, useCan(movingContacts) || isNew)
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, 250)
  // What is shown of the chosen one is no question.
  const question = owner && sought.startsWith(owner.name) ? '' : sought
  const { data: users = [], isFetching } = useQuery(successorsQuery(useApi(), question))
  const offered: readonly Choice[] = users.map(({ id, fullName }) => ({ id, name: fullName }))
  const known = new Map([...(owner ? [owner] : []), ...offered].map((choice) => [choice.id, choice]))
  return (
    <Select
      label="Owner"
      withAsterisk={shareLevel === 'personal'}
      placeholder="Type a name"
      searchable
      clearable={canEdit && shareLevel === 'global'}
      readOnly={!canEdit || !mayChange}
      description={canEdit && !mayChange && `You need the permission ${movingContacts} to change this.`}
      error={errors.ownerId}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already chosen.
      filter={({ options }) => options}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={owner?.id ?? null}
      nothingFoundMessage={isFetching || typed !== sought ? 'Looking…' : 'No results'}
      maxDropdownHeight={280}
      onChange={(id) => set({ owner: id === null ? undefined : known.get(id) })}
    />
  )
}
