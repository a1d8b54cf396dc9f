import { IconLockAccess } from '@tabler/icons-react'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { listProfiles, type PermissionProfile, profileList } from '@verbatim/contract/permission-profiles.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { nounList } from '#lists/noun-list.ts'
import { soughtGroups } from '#lists/sought-options.ts'

const columns: readonly Column<PermissionProfile>[] = [
  {
    id: 'name',
    label: 'Permission profile',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ name, description }) => (
      <TwoLines first={<bdi>{name}</bdi>} second={description && <bdi>{description}</bdi>} />
    ),
  },
  { id: 'channels', label: 'Channels', width: 196, narrow: 'line', cell: (profile) => channelWords(profile) },
  {
    id: 'groups',
    label: 'Groups',
    width: 96,
    cell: ({ allGroups, groupCount }) => {
      return allGroups ? 'All groups' : counted(groupCount, 'group')
    },
  },
  {
    id: 'members',
    label: 'Members',
    sortBy: 'memberCount',
    width: 88,
    align: 'right',
    count: ({ memberCount }) => memberCount,
    cell: ({ memberCount }) => numberText(memberCount),
  },
  {
    id: 'created',
    label: 'Created',
    sortBy: 'createdAt',
    // It is beside numbers, from which it keeps away.
    width: 176,
    narrow: 'out',
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
]

function channelWords({ channels: given }: PermissionProfile): string {
  if (given.length === channels.length) return 'All channels'
  return given.length === 0
    ? 'None'
    : channels
        .filter((one) => given.includes(one))
        .map((one) => channelNames[one])
        .join(', ')
}

/** Permission profiles: which platform users see which channels of which groups. */
export const profilesList = nounList('permission-profiles', {
  key: ['permission-profiles'],
  spec: profileList,
  call: listProfiles,
  noun: 'permission profiles',
  columns,
  fields: filterFields(profileList.fields, {
    groupId: { label: 'Group', sought: soughtGroups },
    memberCount: 'Members',
    createdAt: 'Created',
  }),
  searchPlaceholder: 'Search permission profiles',
  rowLabel: ({ name }) => name,
  empty: {
    icon: IconLockAccess,
    title: 'No permission profiles yet',
    text: 'Platform users see only the channels and groups of their permission profiles.',
  },
})
