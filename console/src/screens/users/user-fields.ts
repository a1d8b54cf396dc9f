import { roleNames, roles } from '@verbatim/contract/permissions.ts'
import {
  givenMessengerRoles,
  messengerRoleNames,
  userSourceNames,
  userStatusNames,
  userSources,
  userStatuses,
} from '@verbatim/contract/users.ts'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { soughtGroups, soughtProfiles } from '#lists/sought-options.ts'
import { type Side, sides } from './sides.ts'

/** The filters of users. */
export function userFields(side: Side): readonly FilterField[] {
  const { fields } = sides[side].spec
  return [
    {
      key: 'role',
      label: 'Role',
      field: fields.role,
      options:
        side === 'platform'
          ? optionsOf(roles, roleNames)
          : optionsOf(givenMessengerRoles, messengerRoleNames),
    },
    {
      key: 'status',
      label: 'Status',
      field: fields.status,
      options: optionsOf(userStatuses, userStatusNames),
    },
    { key: 'groupId', label: 'Group', field: fields.groupId, sought: soughtGroups },
    {
      key: 'permissionProfileId',
      label: 'Permission profile',
      field: fields.permissionProfileId,
      sought: soughtProfiles,
    },
    {
      key: 'source',
      label: 'Source',
      field: fields.source,
      options: optionsOf(userSources, userSourceNames),
    },
    { key: 'lastSignIn', label: 'Last sign-in', field: fields.lastSignIn },
    { key: 'created', label: 'Added', field: fields.created },
  ]
}
