import { IconLockAccess } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { type PermissionProfile, profileList } from '@verbatim/contract/permission-profiles.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { useListAddress } from '#shell/list-address.ts'
import { ListScreen } from '#shell/ListScreen.tsx'
import { NewLink } from '#shell/NewLink.tsx'
import { soughtGroups } from '#shell/sought-options.ts'
import { useApi, useCan } from '#shell/use-house.ts'
import { useProfilesAddress } from './profiles-address.ts'
import { profilesQuery } from './queries.ts'

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
  { id: 'channels', label: 'Channels', width: 240, narrow: 'line', cell: (profile) => channelWords(profile) },
  {
    id: 'groups',
    label: 'Groups',
    width: 120,
    cell: ({ allGroups, groupCount }) => {
      if (allGroups) return 'All groups'
      return groupCount === 1 ? '1 group' : `${numberText(groupCount)} groups`
    },
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
    id: 'created',
    label: 'Created',
    sortBy: 'createdAt',
    width: 160,
    narrow: 'out',
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
]

function channelWords({ channels: given }: PermissionProfile): string {
  if (given.length === channels.length) return 'All channels'
  return given.length === 0 ? 'None' : given.map((channel) => channelNames[channel]).join(', ')
}

const { fields } = profileList
const filterFields: readonly FilterField[] = [
  { key: 'groupId', label: 'Group', field: fields.groupId, sought: soughtGroups },
  { key: 'memberCount', label: 'Members', field: fields.memberCount },
  { key: 'createdAt', label: 'Created', field: fields.createdAt },
]

/** Permission profiles: which platform users see which channels of which groups. */
export function ProfilesScreen() {
  const api = useApi()
  const { state } = useListAddress(profileList)
  const { href } = useProfilesAddress()
  const newProfile = useCan('permission_profiles.manage') && (
    <NewLink href={href('new')} label="New profile" />
  )
  return (
    <>
      <ListScreen
        title="Permission Profiles"
        noun="permission profiles"
        spec={profileList}
        answer={useQuery(profilesQuery(api, state))}
        columns={columns}
        fields={filterFields}
        searchPlaceholder="Search permission profiles"
        rowHref={({ id }) => href(id)}
        rowLabel={({ name }) => name}
        action={newProfile}
        empty={{
          icon: IconLockAccess,
          title: 'No permission profiles yet',
          text: 'Platform users see only the channels and groups of their permission profiles.',
          action: newProfile,
        }}
      />
      <Outlet />
    </>
  )
}
