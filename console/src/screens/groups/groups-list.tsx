import { IconUsersGroup } from '@tabler/icons-react'
import { type Group, groupCalls, managedGroupList } from '@verbatim/contract/groups.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { nounList } from '#lists/noun-list.ts'
import { countColumn, createdColumn, nameColumn, stateColumn } from '#lists/usual-columns.tsx'

const peopleHref =
  (tab: 'members' | 'contacts') =>
  ({ id }: Group) =>
    `/organization/groups/${id}?tab=${tab}`

const history = { yes: 'Shared', no: 'Not shared' }

const columns: readonly Column<Group>[] = [
  {
    ...nameColumn('Group'),
    cell: ({ name, description }) => <NamedFace name={name} detail={description} isThing oneLine />,
  },
  countColumn('memberCount', 'Members', { id: 'members', hrefOf: peopleHref('members') }),
  countColumn('contactCount', 'Contacts', { id: 'contacts', hrefOf: peopleHref('contacts') }),
  stateColumn('sharedConversationHistory', 'Conversation history', history, { id: 'history', width: 160 }),
  createdColumn,
]

/** Groups, which decide which messenger users and contacts may talk, and what permission profiles cover. */
export const groupsList = nounList('groups', {
  key: ['groups'],
  spec: managedGroupList,
  call: groupCalls.list,
  noun: 'groups',
  columns,
  fields: filterFields(managedGroupList.fields, {
    sharedConversationHistory: {
      label: 'Conversation history',
      options: optionsOf(['true', 'false'], { true: history.yes, false: history.no }),
    },
    memberCount: 'Members',
    contactCount: 'Contacts',
    createdAt: 'Created',
  }),
  searchPlaceholder: 'Search groups',
  rowLabel: ({ name }) => name,
  empty: {
    icon: IconUsersGroup,
    drawing: 'people',
    title: 'No groups yet',
    text: 'A group contains messenger users and the contacts they can talk to. Permission profiles and policies apply to groups.',
  },
})
