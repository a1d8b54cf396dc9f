/** Platform users and messenger users from a file. */
import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { importNeeds } from '@verbatim/contract/imports.ts'
import { type MessengerRole, type Role, roleNames } from '@verbatim/contract/permissions.ts'
import { givenMessengerRoles, givenRoles } from '@verbatim/contract/user-drafts.ts'
import { messengerRoleNames } from '@verbatim/contract/users.ts'
import { emailText, UserEmail, userLimits } from '@verbatim/contract/user-fields.ts'
import type { Side } from '#domains/users/model.ts'
import { sql } from 'kysely'
import type { ImportColumn, ImportKind, ReadRow } from './kind.ts'
import { namesIn } from './model.ts'
import { firstNameColumn, lastNameColumn } from './name-columns.ts'
import { applyUsers } from './user-rows.ts'
import { undoUsers } from './user-undo.ts'

/** A row of a file of users, as written; names of groups and profiles are looked up per batch. */
export interface UserValue {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** As written: read as a number of the organization's country. */
  readonly phoneNumber: string
  readonly role: Role | undefined
  readonly messengerRole: MessengerRole | undefined
  readonly memberships: readonly string[]
}

const person: readonly ImportColumn[] = [
  {
    field: 'email',
    label: 'Email',
    isRequired: true,
    aliases: ['e-mail', 'email address', 'mail', 'e-mail address', 'user email'],
    help: 'Matches existing users.',
  },
  { ...firstNameColumn, isRequired: true },
  { ...lastNameColumn, isRequired: true },
  {
    field: 'phoneNumber',
    label: 'Phone number',
    isRequired: false,
    aliases: ['phone', 'mobile', 'telephone', 'mobile number', 'tel'],
    help: 'A number without a plus sign is read as a number in your organization’s country.',
  },
]
/** A job can be a role, such as Analyst, and often is none. */
const jobs = ['job', 'job title', 'position']
const toRole = (written: string) => named(givenRoles, roleNames, written)
const toMessengerRole = (written: string) => named(givenMessengerRoles, messengerRoleNames, written)

const platformColumns: readonly ImportColumn[] = [
  ...person,
  {
    field: 'role',
    label: 'Role',
    isRequired: true,
    aliases: ['user role', 'platform role'],
    uncertain: { aliases: jobs, fits: (cell) => toRole(cell) !== undefined },
    help: givenRoles.map((role) => roleNames[role]).join(', '),
  },
  {
    field: 'permissionProfiles',
    label: 'Permission profiles',
    isRequired: true,
    aliases: ['permission profile', 'profiles', 'profile', 'rights', 'access rights', 'access'],
    help: 'Names, separated by semicolons.',
  },
]
const messengerColumns: readonly ImportColumn[] = [
  ...person,
  {
    field: 'messengerRole',
    label: 'Role',
    isRequired: true,
    aliases: ['user role', 'messenger role'],
    uncertain: { aliases: jobs, fits: (cell) => toMessengerRole(cell) !== undefined },
    help: givenMessengerRoles.map((role) => messengerRoleNames[role]).join(', '),
  },
  {
    field: 'groups',
    label: 'Groups',
    isRequired: true,
    aliases: ['group', 'conversation groups', 'conversation group'],
    help: 'Names, separated by semicolons.',
  },
]

export const platformUserKind = makeKind('platform')
export const messengerUserKind = makeKind('messenger')

function makeKind(side: Side): ImportKind<UserValue> {
  const isPlatform = side === 'platform'
  return {
    permission: isPlatform ? 'platform_users.manage' : 'messenger_users.manage',
    needs: importNeeds[isPlatform ? 'platform-users' : 'messenger-users'],
    slices: ['users', isPlatform ? 'permission-profiles' : 'groups', 'audit'],
    noun: isPlatform ? 'platform users' : 'messenger users',
    columns: isPlatform ? platformColumns : messengerColumns,
    parseRow: isPlatform ? readPlatformUser : readMessengerUser,
    applyBatch: (tx, batch, now) => applyUsers(tx, side, batch, now),
    undoBatch: (tx, batch, now) => undoUsers(tx, side, batch, now),
    unsentText: (count) =>
      count === 1
        ? '1 person was not invited. Invite them again from their page.'
        : `${count} people were not invited. Invite them again from their pages.`,
    async sendMails(tx, { identityAdmin }, { targetIds }) {
      const users = await tx
        .selectFrom('tenant_user')
        .select(['id', 'email', 'first_name as firstName'])
        .where('id', '=', sql<UserId>`any(${targetIds}::uuid[])`)
        .where('enabled', '=', true)
        .where('removed_at', 'is', null)
        .execute()
      if (users.length > 0) await identityAdmin.invite(tx, users)
    },
  }
}

type Cells = Readonly<Record<string, string>>

function readPlatformUser(cells: Cells): ReadRow<UserValue> | string {
  const role = toRole(cells['role'] ?? '')
  if (!role)
    return `“${cells['role']}” is not a role. Roles are ${givenRoles.map((one) => roleNames[one]).join(', ')}.`
  return readPerson(cells, { role, memberships: namesIn(cells['permissionProfiles']) })
}

function readMessengerUser(cells: Cells): ReadRow<UserValue> | string {
  const messengerRole = toMessengerRole(cells['messengerRole'] ?? '')
  if (!messengerRole)
    return `“${cells['messengerRole']}” is not a role. Roles are ${givenMessengerRoles.map((one) => messengerRoleNames[one]).join(', ')}.`
  return readPerson(cells, { messengerRole, memberships: namesIn(cells['groups']) })
}

function readPerson(
  { email = '', firstName = '', lastName = '', phoneNumber = '' }: Cells,
  rest: Pick<UserValue, 'memberships'> & Partial<UserValue>,
): ReadRow<UserValue> | string {
  const read = UserEmail.safeParse(email)
  if (!read.success) return emailText
  for (const [label, name] of [
    ['First name', firstName],
    ['Last name', lastName],
  ] as const)
    if (name.length > userLimits.name) return `${label} is longer than ${userLimits.name} characters.`
  const value = {
    role: undefined,
    messengerRole: undefined,
    ...rest,
    email: read.data,
    firstName,
    lastName,
    phoneNumber,
  }
  return { key: read.data.toLowerCase(), value }
}

/** A role, by its displayed or its internal name. */
function named<R extends Role | MessengerRole>(
  roles: readonly R[],
  names: Readonly<Record<R, string>>,
  written: string,
): R | undefined {
  const key = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '')
  return roles.find((role) => key(role) === key(written) || key(names[role]) === key(written))
}

export type MembershipId = GroupId | PermissionProfileId
