import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { type Group, managedGroupList } from '@verbatim/contract/groups.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { useListAddress } from '#shell/list-address.ts'
import { ListScreen } from '#shell/ListScreen.tsx'
import { NewLink } from '#shell/NewLink.tsx'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useApi, useCan } from '#shell/use-house.ts'
import { managedGroupsQuery } from './queries.ts'

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
    cell: ({ memberCount }) => numberText(memberCount),
  },
  {
    id: 'contacts',
    label: 'Contacts',
    sortBy: 'contactCount',
    width: 112,
    align: 'right',
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

/** Groups: which messenger users and contacts may talk, and what permission profiles are made of. */
export function GroupsScreen() {
  const { state } = useListAddress(managedGroupList)
  const { href } = useOverlayAddress(managedGroupList, '/organization/groups')
  const newGroup = useCan('groups.manage') && <NewLink href={href('new')} label="New group" />
  return (
    <>
      <ListScreen
        title="Groups"
        noun="groups"
        spec={managedGroupList}
        answer={useQuery(managedGroupsQuery(useApi(), state))}
        columns={columns}
        fields={filterFields}
        searchPlaceholder="Search groups"
        rowHref={({ id }) => href(id)}
        rowLabel={({ name }) => name}
        action={newGroup}
        empty={{
          icon: IconUsersGroup,
          title: 'No groups yet',
          text: 'A group contains messenger users and the contacts they can talk to. Permission profiles and policies apply to groups.',
          action: newGroup,
        }}
      />
      <Outlet />
    </>
  )
}
