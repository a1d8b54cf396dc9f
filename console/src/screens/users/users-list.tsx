import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { messengerRoleNames, type User } from '@verbatim/contract/users.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { list } from '#lists/list.ts'
import { type Side, sides } from './sides.ts'
import { userFields } from './user-fields.ts'
import { userMeanings } from './user-meanings.ts'

/** The users of an application. One user, an invitation or an import is shown over the list. */
export const usersLists = { platform: usersList('platform'), messenger: usersList('messenger') } as const

function usersList(side: Side) {
  const { title, noun, thing, spec, calls, list: path, manage } = sides[side]
  return list({
    key: ['users', side],
    saved: `${side}-users` as const,
    spec,
    call: calls.list,
    title,
    noun,
    columns: columns(side),
    fields: userFields(side),
    searchPlaceholder: 'Search by name, email or phone number',
    rowLabel: ({ fullName }) => fullName,
    path,
    create: {
      to: 'invite',
      label: 'Invite user',
      icon: IconUserPlus,
      needs: manage,
      importNeeds: 'users.import',
    },
    empty: {
      icon: IconUsers,
      drawing: 'people',
      title: `No ${noun} yet`,
      text: `Invite a ${thing}, or import many from a file.`,
    },
  })
}

function columns(side: Side): readonly Column<User>[] {
  const isPlatform = side === 'platform'
  return [
    {
      id: 'name',
      label: 'Name',
      sortBy: 'displayName',
      narrow: 'line',
      cell: ({ fullName, email }) => <NamedFace name={fullName} detail={email} oneLine />,
    },
    {
      id: 'role',
      label: 'Role',
      sortBy: 'role',
      width: 116,
      narrow: 'named',
      cell: ({ role, messengerRole }) => (isPlatform ? roleNames[role] : messengerRoleNames[messengerRole]),
    },
    {
      id: 'memberships',
      label: sides[side].membership,
      width: isPlatform ? 192 : 272,
      narrow: 'out',
      cell: ({ permissionProfiles, groups }) =>
        namesOf((isPlatform ? permissionProfiles : groups).map(({ name }) => name)),
    },
    {
      id: 'phone',
      label: 'Phone number',
      width: 152,
      narrow: 'out',
      // Few have one, and it takes the room of the email address.
      ...(isPlatform && { optional: true }),
      cell: ({ phoneNumber }) => (phoneNumber ? addressText(phoneNumber) : '–'),
    },
    {
      id: 'status',
      label: 'Status',
      sortBy: 'status',
      width: 100,
      narrow: 'end',
      cell: ({ status }) => <Badge meaning={userMeanings[status]} of="Status" />,
    },
    {
      id: 'lastSignIn',
      label: 'Last sign-in',
      sortBy: 'lastSignIn',
      width: 116,
      narrow: 'out',
      cell: ({ lastSignInAt }) => (lastSignInAt ? <Ago at={lastSignInAt} /> : 'Never'),
    },
  ]
}

const namesOf = (names: readonly string[]) =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ') || '–'
