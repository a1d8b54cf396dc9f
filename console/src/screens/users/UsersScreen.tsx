import { Button, Group } from '@mantine/core'
import { IconFileImport, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { messengerRoleNames, type User } from '@verbatim/contract/users.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { useListAddress } from '#shell/list-address.ts'
import { ListScreen } from '#shell/ListScreen.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { usersQuery } from './queries.ts'
import { type Side, sides, useUsersAddress } from './sides.ts'
import { useUserFields } from './use-user-fields.ts'
import { userMeanings } from './user-meanings.ts'

/** The users of an application. One user, an invitation or an import lies over the list. */
export function UsersScreen({ side }: { side: Side }) {
  const { title, noun, thing, spec, manage } = sides[side]
  const { state } = useListAddress(spec)
  const { href } = useUsersAddress(side)
  const canManage = useCan(manage)
  const canImport = useCan('users.import') && canManage
  const invite = canManage && (
    <Button component={Link} href={href('invite')} leftSection={<IconUserPlus size={16} aria-hidden />}>
      Invite user
    </Button>
  )
  return (
    <>
      <ListScreen
        title={title}
        noun={noun}
        spec={spec}
        answer={useQuery(usersQuery(useApi(), side, state))}
        columns={columnsOf[side]}
        fields={useUserFields(side)}
        searchPlaceholder="Search by name, email or phone number"
        rowHref={({ id }) => href(id)}
        rowLabel={({ fullName }) => fullName}
        action={
          canManage && (
            <Group gap="xs">
              {canImport && (
                <Button
                  variant="default"
                  component={Link}
                  href={href('import')}
                  leftSection={<IconFileImport size={16} aria-hidden />}
                >
                  Import
                </Button>
              )}
              {invite}
            </Group>
          )
        }
        empty={{
          icon: IconUsers,
          title: `No ${noun} yet`,
          text: `Invite a ${thing}, or import many from a file.`,
          action: invite,
        }}
      />
      <Outlet />
    </>
  )
}

const columnsOf: Readonly<Record<Side, readonly Column<User>[]>> = {
  platform: columns('platform'),
  messenger: columns('messenger'),
}

function columns(side: Side): readonly Column<User>[] {
  const isPlatform = side === 'platform'
  return [
    {
      id: 'name',
      label: 'Name',
      sortBy: 'displayName',
      narrow: 'line',
      cell: ({ fullName, email }) => <TwoLines first={<bdi>{fullName}</bdi>} second={<bdi>{email}</bdi>} />,
    },
    {
      id: 'role',
      label: 'Role',
      sortBy: 'role',
      width: 136,
      cell: ({ role, messengerRole }) => (isPlatform ? roleNames[role] : messengerRoleNames[messengerRole]),
    },
    {
      id: 'memberships',
      label: sides[side].membership,
      width: 240,
      narrow: 'out',
      cell: ({ permissionProfiles, groups }) =>
        namesOf((isPlatform ? permissionProfiles : groups).map(({ name }) => name)),
    },
    {
      id: 'phone',
      label: 'Phone number',
      width: 168,
      narrow: 'out',
      cell: ({ phoneNumber }) => phoneNumber ?? '–',
    },
    {
      id: 'status',
      label: 'Status',
      sortBy: 'status',
      width: 120,
      cell: ({ status }) => <Badge meaning={userMeanings[status]} of="Status" quiet />,
    },
    {
      id: 'lastSignIn',
      label: 'Last sign-in',
      sortBy: 'lastSignIn',
      width: 144,
      narrow: 'out',
      cell: ({ lastSignInAt }) => (lastSignInAt ? <Ago at={lastSignInAt} /> : 'Never'),
    },
  ]
}

const namesOf = (names: readonly string[]) =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ') || '–'
