import { IconLockAccess } from '@tabler/icons-react'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { listProfiles, type PermissionProfile, profileList } from '@verbatim/contract/permission-profiles.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { nounList } from '#lists/noun-list.ts'
import { soughtGroups } from '#lists/sought-options.ts'
import { countColumn, createdColumn, nameColumn } from '#lists/usual-columns.tsx'

const columns: readonly Column<PermissionProfile>[] = [
  nameColumn('Permission profile', ({ description }) => description),
  { id: 'channels', label: 'Channels', width: 196, narrow: 'line', cell: (profile) => channelWords(profile) },
  {
    id: 'groups',
    label: 'Groups',
    width: 96,
    cell: ({ allGroups, groupCount }) => {
      return allGroups ? 'All groups' : counted(groupCount, 'group')
    },
  },
  countColumn('memberCount', 'Members', { id: 'members' }),
  createdColumn,
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
