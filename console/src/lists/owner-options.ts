import { messengerUsers } from '@verbatim/contract/users.ts'
import type { Entity } from './entities.ts'
import { optionSource, soughtOptions } from './sought-options.ts'

const field = 'displayNameEmail'

/** What sources of users who are not disabled have in common; those who are invited can also be chosen. */
export const enabledUsers = {
  field,
  only: [{ field: 'status', operator: 'in', values: ['active', 'invited'] }],
} as const

/** Messenger users, who can own contacts. */
export const ownerSource = optionSource(
  {
    key: ['users', 'messenger'],
    call: messengerUsers.list,
    one: messengerUsers.get,
    field,
  },
  ({ id, fullName }): Entity => ({ id, name: fullName }),
)

export const soughtOwners = soughtOptions(ownerSource)
