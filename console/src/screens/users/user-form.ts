import { MessengerUserDraft, PlatformUserDraft, type User } from '@verbatim/contract/users.ts'
import { useState } from 'react'
import type { Entity } from '#lists/entities.ts'
import { rebase } from '#editor/rebase.ts'

import type { Side } from './sides.ts'

/** Somebody being written, as the fields hold it. */
export interface UserValues {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  /** Of the application the screen is about. */
  readonly role: string
  readonly memberships: readonly Entity[]
}

export type UserErrors = Partial<Record<keyof UserValues, string>>

const nobody: UserValues = {
  email: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  role: '',
  memberships: [],
}

export function valuesOf(side: Side, user: User): UserValues {
  const isPlatform = side === 'platform'
  return {
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber ?? '',
    role: roleOf(isPlatform ? user.role : user.messengerRole),
    memberships: isPlatform ? user.permissionProfiles : user.groups,
  }
}

/** Who has no role yet has none chosen: it cannot be given. */
const roleOf = (role: User['role'] | User['messengerRole']) => (role === 'none' ? '' : role)

/** The fields of a draft as the form calls them. */
const fieldNames: Readonly<Record<string, keyof UserValues>> = {
  messengerRole: 'role',
  permissionProfileIds: 'memberships',
  groupIds: 'memberships',
}

/** The draft that the fields make, or what is wrong with them. */
export function readUser(
  side: Side,
  values: UserValues,
): { draft?: PlatformUserDraft | MessengerUserDraft; errors: UserErrors } {
  const { role, memberships, ...person } = values
  const ids = memberships.map(({ id }) => id)
  const { data, error } =
    side === 'platform'
      ? PlatformUserDraft.safeParse({ ...person, role, permissionProfileIds: ids })
      : MessengerUserDraft.safeParse({ ...person, messengerRole: role, groupIds: ids })
  const issues = (error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0])
    const field = fieldNames[name] ?? name
    return [field, field === 'role' ? 'Role is required' : message] as const
  })
  // The first of a field is said.
  return { ...(data && { draft: data }), errors: Object.fromEntries(issues.toReversed()) }
}

/** Somebody being written, on top of `base`; nothing is saved here. */
export function useUserForm(side: Side, base: User | undefined) {
  const begun = base ? valuesOf(side, base) : nobody
  const [values, setValues] = useState(begun)
  const [errors, setErrors] = useState<UserErrors>({})
  return {
    values,
    errors,
    setErrors,
    isDirty: JSON.stringify(values) !== JSON.stringify(begun),
    set: (change: Partial<UserValues>) => {
      setValues((known) => ({ ...known, ...change }))
      setErrors((known) => ({
        ...known,
        ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])),
      }))
    },
    reset(user: User) {
      setValues(valuesOf(side, user))
      setErrors({})
    },
    /** Puts what is written on top of what stands. */
    rebase(user: User) {
      setValues((mine) => rebase({ before: begun, theirs: valuesOf(side, user), mine }))
    },
    /** What the server takes; undefined where something is wrong, which is then said. */
    checked(): PlatformUserDraft | undefined {
      const { draft, errors: found } = readUser(side, values)
      setErrors(found)
      // Both kinds of draft are read by what they carry.
      return draft as PlatformUserDraft | undefined
    },
  }
}
export type UserForm = ReturnType<typeof useUserForm>
