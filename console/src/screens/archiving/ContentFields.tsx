import { MultiSelect, NumberInput, Select } from '@mantine/core'
import {
  archiveAddresses,
  archiveDeliveries,
  archiveExtras,
  archiveFormats,
  archiveOversizes,
  archivingLimits,
} from '@verbatim/contract/archiving.ts'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { FieldPair } from '@verbatim/ui/LimitedInput.tsx'
import { FormSection } from '#editor/FormSection.tsx'
import { wholeOf } from '#editor/whole-of.ts'
import type { Entity } from '#lists/entities.ts'
import type { ArchivingEditing } from './archiving-form.ts'
import { addressNames, deliveryNames, extraNames, formatNames, oversizeNames } from './archiving-words.ts'
import { ListField } from '#editor/ListField.tsx'

interface ContentFieldsProps {
  editing: ArchivingEditing
  groups: readonly Entity[]
  nameOf: (groupId: string) => string
}

/** What a mail looks like, and which messages get one. */
export function ContentFields({ editing, groups, nameOf }: ContentFieldsProps) {
  const { field, change } = editing
  const { leastMailMb, mostMailMb } = archivingLimits
  return (
    <>
      <FormSection id="archiving-content" title="Emails" hint="What the archive gets.">
        <Select
          label="Emails"
          description="The email of a day is sent once the day is over. What arrives later is sent as a supplement."
          allowDeselect={false}
          data={optionsOf(archiveDeliveries, deliveryNames)}
          {...field('delivery')}
        />
        <Select
          label="Format"
          allowDeselect={false}
          data={optionsOf(archiveFormats, formatNames)}
          {...field('format')}
        />
        <Select
          label="Addresses of participants"
          description="A participant without a known email address is shown by their number on the channel."
          allowDeselect={false}
          data={optionsOf(archiveAddresses, addressNames)}
          {...field('participantAddress')}
        />
        <FieldPair>
          <NumberInput
            label="Largest email"
            description={`MiB, from ${leastMailMb} to ${mostMailMb}.`}
            withAsterisk
            allowDecimal={false}
            allowNegative={false}
            {...field('maxMailMb')}
            onChange={(value) => change({ maxMailMb: wholeOf(value) })}
          />
          <Select
            label="Larger emails"
            description="What happens to emails above the largest size. Nothing is lost without a note."
            allowDeselect={false}
            data={optionsOf(archiveOversizes, oversizeNames)}
            {...field('oversize')}
          />
        </FieldPair>
        <ListField
          label="Daily summary to"
          one="address"
          description="A daily email reports what happened to the previous day’s messages. Up to ten addresses. Leave blank to send none."
          maxTags={archivingLimits.summaryRecipients}
          {...field('summaryRecipients')}
        />
      </FormSection>
      <FilterFields editing={editing} groups={groups} nameOf={nameOf} />
    </>
  )
}

/** Which messages get a mail. */
function FilterFields({ editing, groups, nameOf }: ContentFieldsProps) {
  const { field, values } = editing
  const known = new Set([...groups.map(({ id }) => id), ...values.groupIds])
  return (
    <FormSection
      id="archiving-filter"
      title="Which messages"
      hint="Everything by default. The summary counts from the last change to these settings."
    >
      <MultiSelect
        label="Also archive"
        description="Messages, edits, deletions and reactions are always archived."
        data={optionsOf(archiveExtras, extraNames)}
        {...field('alsoEvents')}
      />
      <MultiSelect
        label="Channels"
        description="Only messages of these channels. All if blank."
        searchable
        nothingFoundMessage="No results"
        data={optionsOf(channels, channelNames)}
        {...field('channels')}
      />
      <MultiSelect
        label="Groups"
        description="Only messages of these groups. All if blank."
        searchable
        limit={100}
        maxValues={archivingLimits.groups}
        nothingFoundMessage="No results"
        data={[...known].map((id) => ({ value: id, label: nameOf(id) }))}
        {...field('groupIds')}
      />
    </FormSection>
  )
}
