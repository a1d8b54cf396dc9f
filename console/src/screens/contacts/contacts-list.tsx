import { Text } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import {
  type Contact,
  contactStatusNames,
  shareLevelNames,
  contactList,
  contactStatuses,
  shareLevels,
  listContacts,
} from '@verbatim/contract/contacts.ts'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { addressText, readable } from '@verbatim/ui/readable.ts'
import { nounList } from '#lists/noun-list.ts'
import { soughtOwners } from '#lists/owner-options.ts'
import { soughtGroups } from '#lists/sought-options.ts'
import { changedColumn } from '#lists/usual-columns.tsx'
import { NamedContact } from './ContactFace.tsx'

const mostNamed = 2

/** Numbers and emails first: a channel's own ID says little. */
const Addresses = ({ addresses }: Pick<Contact, 'addresses'>) => (
  <Some
    values={[
      ...addresses.filter(({ kind }) => kind !== 'other').map(({ value }) => addressText(value)),
      ...addresses.filter(({ kind }) => kind === 'other').map(({ value }) => idWords(value)),
    ]}
  />
)

const idWords = (value: string) => (/^\d+$/.test(value) ? `ID ${value}` : readable(value))

/** The first ones, and beside the first of them the number of others: a row has two lines. */
function Some({ values }: { values: readonly string[] }) {
  const more = values.length - mostNamed
  return values.slice(0, mostNamed).map((value, place) => (
    <div key={value}>
      <bdi>
        <Breakable text={value} />
      </bdi>
      {place === 0 && more > 0 && (
        <Text span size="xs" c="dimmed">
          {' '}
          and {more} more
        </Text>
      )}
    </div>
  ))
}

const columns: readonly Column<Contact>[] = [
  {
    id: 'name',
    label: 'Contact',
    sortBy: 'name',
    width: 176,
    narrow: 'line',
    cell: (contact) => <NamedContact contact={contact} />,
  },
  {
    id: 'addresses',
    label: 'Phone and email',
    width: 256,
    narrow: 'line',
    cell: ({ addresses }) => <Addresses addresses={addresses} />,
  },
  {
    id: 'shareLevel',
    label: 'Share level',
    sortBy: 'shareType',
    width: 84,
    narrow: 'named',
    cell: ({ shareLevel, status }) =>
      status === 'archived' ? contactStatusNames.archived : shareLevelNames[shareLevel],
  },
  {
    id: 'owner',
    label: 'Owner',
    width: 168,
    narrow: 'out',
    cell: ({ owner }) => (owner ? <NamedFace name={owner.name} size="tiny" oneLine /> : '–'),
  },
  {
    id: 'groups',
    label: 'Groups',
    width: 112,
    narrow: 'out',
    cell: ({ groups }) => <Some values={groups.map(({ name }) => name)} />,
  },
  { ...changedColumn, sortBy: 'changed', width: 122 },
]

/** Contact Management: people outside the organization. An open contact is shown over the list. */
export const contactsList = nounList('contacts', {
  key: ['contacts'],
  spec: contactList,
  call: listContacts,
  noun: 'contacts',
  columns,
  fields: filterFields(contactList.fields, {
    shareType: { label: 'Share level', options: optionsOf(shareLevels, shareLevelNames) },
    ownerId: { label: 'Owner', sought: soughtOwners },
    groupId: { label: 'Group', sought: soughtGroups },
    status: { label: 'Status', options: optionsOf(contactStatuses, contactStatusNames) },
    created: 'Added',
    changed: 'Last changed',
  }),
  searchPlaceholder: 'Search by name, number or email',
  rowLabel: ({ name }) => readable(name),
  isImported: true,
  empty: {
    icon: IconAddressBook,
    drawing: 'people',
    title: 'No contacts yet',
    text: 'A contact is a person outside your organization, recognized by phone number or email address. Global contacts are shared. A personal contact belongs to its owner.',
  },
})
