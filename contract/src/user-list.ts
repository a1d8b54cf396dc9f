import { listSpec } from './list.ts'
import { messengerRoles, roles } from './permissions.ts'

/** `invited` until the first sign-in; `removed` people stay as names in records and in the audit trail. */
export const userStatuses = ['invited', 'active', 'disabled', 'removed'] as const

/** How somebody came to be known. */
export const userSources = ['founding', 'invitation', 'import'] as const

const common = {
  displayName: { type: 'text', sort: true },
  email: { type: 'text', sort: true },
  status: { type: 'enum', values: userStatuses, sort: true },
  source: { type: 'enum', values: userSources },
  groupId: { type: 'uuid' },
  permissionProfileId: { type: 'uuid' },
  lastSignIn: { type: 'date', sort: true },
  created: { type: 'date', sort: true },
} as const

/** The first is meant where a search names none. */
export const userSearches = ['displayNameEmailPhoneNumber', 'displayNameEmail'] as const

/** Whoever was removed is listed only where `status` is asked for. */
export const platformUserList = listSpec({
  fields: { ...common, role: { type: 'enum', values: roles, sort: true } },
  defaultSort: 'displayName',
  search: userSearches,
})

export const messengerUserList = listSpec({
  fields: { ...common, role: { type: 'enum', values: messengerRoles, sort: true } },
  defaultSort: 'displayName',
  search: userSearches,
})
