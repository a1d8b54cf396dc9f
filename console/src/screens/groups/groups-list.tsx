import { IconUsersGroup } from '@tabler/icons-react'
import { type Group, groupCalls, managedGroupList } from '@verbatim/contract/groups.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { initialsOf } from '@verbatim/ui/initials.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { nounList } from '#lists/noun-list.ts'
import classes from './groups-list.module.css'

const columns: readonly Column<Group>[] = [
  {
    id: 'name',
    label: 'Group',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ name, description }) => (
      <span className={classes.group} data-one-line>
        <span className={classes.tile} aria-hidden>
          {initialsOf(name)}
        </span>
        <span>
          <TwoLines first={<bdi>{name}</bdi>} second={description && <bdi>{description}</bdi>} />
        </span>
      </span>
    ),
  },
  {
    id: 'members',
    label: 'Members',
    sortBy: 'memberCount',
    width: 88,
    align: 'right',
    count: ({ memberCount }) => memberCount,
    cell: (group) => <People group={group} of="members" count={group.memberCount} />,
  },
  {
    id: 'contacts',
    label: 'Contacts',
    sortBy: 'contactCount',
    width: 88,
    align: 'right',
    count: ({ contactCount }) => contactCount,
    cell: (group) => <People group={group} of="contacts" count={group.contactCount} />,
  },
  {
    id: 'history',
    label: 'Conversation history',
    sortBy: 'sharedConversationHistory',
    width: 160,
    narrow: 'named',
    cell: ({ sharedConversationHistory }) =>
      sharedConversationHistory ? 'Shared' : <span className={classes.quiet}>Not shared</span>,
  },
  {
    id: 'created',
    label: 'Created',
    sortBy: 'createdAt',
    width: 168,
    narrow: 'out',
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
]

/** How many there are, and the way to them. */
function People({ group, of, count }: { group: Group; of: 'members' | 'contacts'; count: number }) {
  if (count === 0) return <span className={classes.quiet}>{numberText(0)}</span>
  return (
    <TextLink
      href={`/organization/groups/${group.id}?tab=${of}`}
      className={classes.count}
      aria-label={counted(count, of.slice(0, -1))}
    >
      {numberText(count)}
    </TextLink>
  )
}

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
      options: [
        { value: 'true', label: 'Shared' },
        { value: 'false', label: 'Not shared' },
      ],
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
