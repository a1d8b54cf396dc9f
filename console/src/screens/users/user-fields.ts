import { roleNames, roles } from '@verbatim/contract/permissions.ts'
import { givenMessengerRoles } from '@verbatim/contract/user-drafts.ts'
import {
  messengerRoleNames,
  userSourceNames,
  userStatusNames,
  userSources,
  userStatuses,
} from '@verbatim/contract/users.ts'
import { filterFields, type FilterField } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { soughtGroups, soughtProfiles } from '#lists/sought-options.ts'
import { type Side, sides } from './sides.ts'

/** The filters of users. */
export const userFields = (side: Side): readonly FilterField[] =>
  filterFields(sides[side].spec.fields, {
    role: {
      label: 'Role',
      options:
        side === 'platform'
          ? optionsOf(roles, roleNames)
          : optionsOf(givenMessengerRoles, messengerRoleNames),
    },
    status: { label: 'Status', options: optionsOf(userStatuses, userStatusNames) },
    groupId: { label: 'Group', sought: soughtGroups },
    permissionProfileId: { label: 'Permission profile', sought: soughtProfiles },
    source: { label: 'Source', options: optionsOf(userSources, userSourceNames) },
    lastSignIn: 'Last sign-in',
    created: 'Added',
  })
