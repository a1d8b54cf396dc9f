import { IconUsersGroup } from '@tabler/icons-react'
import { type Group, listManagedGroups, managedGroupList } from '@verbatim/contract/groups.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { list } from '#lists/list.ts'

const columns: readonly Column<Group>[] = [
  {
    id: 'name',
    label: 'Group',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ name, description }) => (
      <TwoLines first={<bdi>{name}</bdi>} second={description && <bdi>{description}</bdi>} />
    ),
  },
  {
    id: 'members',
    label: 'Members',
    sortBy: 'memberCount',
    width: 112,
    align: 'right',
    count: ({ memberCount }) => memberCount,
    cell: ({ memberCount }) => numberText(memberCount),
  },
  {
    id: 'contacts',
    label: 'Contacts',
    sortBy: 'contactCount',
    width: 112,
    align: 'right',
    count: ({ contactCount }) => contactCount,
    cell: ({ contactCount }) => numberText(contactCount),
  },
  {
    id: 'history',
    label: 'Conversation history',
    sortBy: 'sharedConversationHistory',
    width: 184,
    cell: ({ sharedConversationHistory }) => (sharedConversationHistory ? 'Shared' : 'Not shared'),
  },
  {
    id: 'created',
    label: 'Created',
    sortBy: 'createdAt',
    width: 160,
    narrow: 'out',
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
]

const { fields } = managedGroupList
const filterFields: readonly FilterField[] = [
  {
    key: 'sharedConversationHistory',
    label: 'Conversation history',
    field: fields.sharedConversationHistory,
    options: [
      { value: 'true', label: 'Shared' },
      { value: 'false', label: 'Not shared' },
    ],
  },
  { key: 'memberCount', label: 'Members', field: fields.memberCount },
  { key: 'contactCount', label: 'Contacts', field: fields.contactCount },
  { key: 'createdAt', label: 'Created', field: fields.createdAt },
]

/** Groups, which decide which messenger users and contacts may talk, and what permission profiles cover. */
export const groupsList = list({
  key: ['groups'],
  spec: managedGroupList,
  call: listManagedGroups,
  title: 'Groups',
  saved: 'groups',
  noun: 'groups',
  columns,
  fields: filterFields,
  searchPlaceholder: 'Search groups',
  rowLabel: ({ name }) => name,
  path: '/organization/groups',
  create: { to: 'new', label: 'New group', needs: 'groups.manage' },
  empty: {
    icon: IconUsersGroup,
    title: 'No groups yet',
    text: 'A group contains messenger users and the contacts they can talk to. Permission profiles and policies apply to groups.',
  },
})
