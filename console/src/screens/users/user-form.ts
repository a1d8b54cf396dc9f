import { roleNames } from '@verbatim/contract/permissions.ts'
import { messengerRoleNames, type User } from '@verbatim/contract/users.ts'
import type { Entity } from '#lists/entities.ts'
import { type Side, sides } from './sides.ts'

/** The form's values of a user. */
export interface UserValues {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  /** For the application of the screen. */
  readonly role: string
  readonly memberships: readonly Entity[]
}

export const blankUser: UserValues = {
  email: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  role: '',
  memberships: [],
}

export function toValues(side: Side, user: User): UserValues {
  const { email, firstName, lastName, phoneNumber = '', permissionProfiles, groups } = user
  const isPlatform = side === 'platform'
  const role = isPlatform ? user.role : user.messengerRole
  return {
    email,
    firstName,
    lastName,
    phoneNumber,
    // "None" cannot be chosen; such a user has no role yet.
    role: role === 'none' ? '' : role,
    memberships: isPlatform ? permissionProfiles : groups,
  }
}

/** The draft in the format of its schema. */
export function toDraft(side: Side, { role, memberships, ...person }: UserValues) {
  const ids = memberships.map(({ id }) => id)
  return side === 'platform'
    ? { ...person, role, permissionProfileIds: ids }
    : { ...person, messengerRole: role, groupIds: ids }
}

export function wordsOf(side: Side, values: UserValues, { status }: User) {
  const { firstName, lastName, phoneNumber, role, memberships } = values
  const roles: Readonly<Record<string, string>> = side === 'platform' ? roleNames : messengerRoleNames
  return {
    'First name': firstName,
    'Last name': lastName,
    'Phone number': phoneNumber,
    Role: roles[role] ?? role,
    [sides[side].membership]: memberships.map(({ name }) => name).join(', '),
    'Can sign in': status === 'disabled' ? 'no' : 'yes',
  }
}
