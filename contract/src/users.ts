/** The people of an organization: platform users sign in to the console, messenger users to the messenger, and some to both. */
import { z } from 'zod'
import { AccessEffect } from './access-effect.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { GroupId, PermissionProfileId, UserId } from './ids.ts'
import { listQuery, page, listSpec } from './list.ts'
import { MailReceipt } from './mail.ts'
import { Named } from './named.ts'
import { messengerRoles, type Permission, Role, roles } from './permissions.ts'
import { PersonName, PhoneNumber, UserEmail, userLimits } from './user-fields.ts'
import { removalEndpoints } from './user-removal.ts'

/** `invited` until the first sign-in; `removed` people stay as names in records and in the audit trail. */
export const userStatuses = ['invited', 'active', 'disabled', 'removed'] as const

/** How a user was created. */
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

/** The first is the default of a search. */
export const userSearches = ['displayNameEmailPhoneNumber', 'displayNameEmail'] as const

/** Removed users are listed only if `status` asks for them. */
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

export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

export const userStatusNames: Record<UserStatus, string> = {
  invited: 'Invited',
  active: 'Active',
  disabled: 'Disabled',
  removed: 'Removed',
}

export const userSourceNames: Record<(typeof userSources)[number], string> = {
  founding: 'Set up with the organization',
  invitation: 'Invitation',
  import: 'Import',
}

/** Roles that can be given. Source: docs/rules/permissions.md. */
export const givenRoles = roles.filter((role) => role !== 'none')
const GivenRole = Role.exclude(['none'])
export const givenMessengerRoles = ['manager', 'user'] as const
const GivenMessengerRole = z.enum(givenMessengerRoles)

export const messengerRoleNames: Record<(typeof messengerRoles)[number], string> = {
  manager: 'Manager',
  user: 'User',
  none: 'Not assigned',
}

export const User = z.object({
  id: UserId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  initials: z.string(),
  phoneNumber: z.string().optional(),
  /** The role in the console; `none` for users of only the messenger. */
  role: Role,
  messengerRole: z.enum(messengerRoles),
  status: UserStatus,
  source: z.enum(userSources),
  permissionProfiles: z.array(Named(PermissionProfileId)),
  groups: z.array(Named(GroupId)),
  invitedAt: z.iso.datetime().optional(),
  lastSignInAt: z.iso.datetime().optional(),
  createdAt: z.iso.datetime(),
  /** Increases with every change; a change names the version that it is based on. */
  version: z.int(),
})
export type User = z.infer<typeof User>

const ProfileIds = z
  .array(PermissionProfileId)
  .min(1, 'Please select at least one Permission Profile')
  .max(userLimits.memberships)
const GroupIds = z.array(GroupId).min(1, 'Please select at least one Group').max(userLimits.memberships)

const Person = z.strictObject({
  email: UserEmail,
  firstName: PersonName,
  lastName: PersonName,
  phoneNumber: PhoneNumber.optional(),
})

/** A platform user needs at least one permission profile, a messenger user at least one group. Source: docs/rules/permissions.md. */
export const PlatformUserDraft = Person.extend({ role: GivenRole, permissionProfileIds: ProfileIds })
export type PlatformUserDraft = z.infer<typeof PlatformUserDraft>

export const MessengerUserDraft = Person.extend({ messengerRole: GivenMessengerRole, groupIds: GroupIds })
export type MessengerUserDraft = z.infer<typeof MessengerUserDraft>

/** Absent fields do not change. The mail address cannot change, because records were captured under it. */
const PersonChange = z.strictObject({
  firstName: PersonName.optional(),
  lastName: PersonName.optional(),
  phoneNumber: PhoneNumber.optional(),
  enabled: z.boolean().optional(),
  ...expectedVersion,
})
export const PlatformUserChange = PersonChange.extend({
  role: GivenRole.optional(),
  permissionProfileIds: ProfileIds.optional(),
})
export type PlatformUserChange = z.infer<typeof PlatformUserChange>
export const MessengerUserChange = PersonChange.extend({
  messengerRole: GivenMessengerRole.optional(),
  groupIds: GroupIds.optional(),
})
export type MessengerUserChange = z.infer<typeof MessengerUserChange>

const params = z.object({ id: UserId })

/** Calls that help a user to sign in. */
function signInEndpoints<
  const Path extends string,
  const View extends Permission,
  const Manage extends Permission,
>({ path, view, manage }: { path: Path; view: View; manage: Manage }) {
  return {
    resendInvitation: endpoint({
      method: 'POST',
      path: `${path}/:id/resend-invitation`,
      params,
      response: User,
      access: manage,
      failures: ['identity.already-signed-in', 'user.not-found'],
    }),
    /** The state of the newest invitation mail; none if they were admitted without one, or by a user pool. */
    invitation: endpoint({
      method: 'GET',
      path: `${path}/:id/invitation`,
      params,
      response: z.object({ mail: MailReceipt.optional() }),
      access: view,
      failures: ['user.not-found'],
    }),
    /** The user enrols an authenticator again at the next sign-in; the password does not change. */
    resetSecondStep: endpoint({
      method: 'POST',
      path: `${path}/:id/reset-second-step`,
      params,
      response: User,
      access: manage,
      failures: ['user.beyond-own', 'user.not-found', 'user.only-super-admin', 'user.self-second-step'],
    }),
  }
}

/** Why a user is refused, new or changed. */
const userRefusals = [
  'permission-profile.beyond-own',
  'user.bad-phone',
  'user.beyond-own',
  'user.email-taken',
  'user.only-super-admin',
  'user.phone-taken',
  'user.unknown-group',
  'user.unknown-profile',
] as const

interface CallsOfUsers<Path, View, Manage, Spec, Draft, Change> {
  readonly path: Path
  readonly view: View
  readonly manage: Manage
  readonly spec: Spec
  readonly viewedAs: string
  readonly draft: Draft
  readonly change: Change
}

/** The calls for one kind of user. Both kinds have the same, under different addresses and permissions. */
function userEndpoints<
  const Path extends string,
  const View extends 'platform_users.view' | 'messenger_users.view',
  const Manage extends 'platform_users.manage' | 'messenger_users.manage',
  Spec extends typeof platformUserList | typeof messengerUserList,
  Draft extends z.ZodType,
  Change extends z.ZodType,
>(given: CallsOfUsers<Path, View, Manage, Spec, Draft, Change>) {
  const { path, view, manage, spec, viewedAs, draft, change } = given
  return {
    list: endpoint({
      method: 'GET',
      path,
      query: listQuery<Spec['fields'], (typeof userSearches)[number]>(spec),
      viewed: { as: viewedAs, spec },
      response: page(User),
      access: view,
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      params,
      response: User,
      access: view,
      failures: ['user.not-found'],
    }),
    invite: endpoint({
      method: 'POST',
      path: `${path}/invite`,
      body: draft,
      response: User,
      access: manage,
      failures: userRefusals,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      params,
      body: change,
      response: User,
      access: manage,
      failures: [
        ...userRefusals,
        'permission-profile.last-profile',
        'permission-profile.own-reach',
        'user.changed',
        'user.last-super-admin',
        'user.needs-role',
        'user.needs-successor',
        'user.not-found',
        'user.self-removal',
      ],
    }),
    ...removalEndpoints({ path, manage }),
    ...signInEndpoints({ path, view, manage }),
  }
}

export const platformUsers = userEndpoints({
  path: '/bff/api/v1/users',
  view: 'platform_users.view',
  manage: 'platform_users.manage',
  spec: platformUserList,
  viewedAs: 'platform-users',
  draft: PlatformUserDraft,
  change: PlatformUserChange,
})

export const messengerUsers = userEndpoints({
  path: '/messenger/api/v1/users',
  view: 'messenger_users.view',
  manage: 'messenger_users.manage',
  spec: messengerUserList,
  viewedAs: 'messenger-users',
  draft: MessengerUserDraft,
  change: MessengerUserChange,
})

/** How another role and other profiles would change what a user sees and may do; nothing is changed. */
export const getUserEffect = endpoint({
  method: 'POST',
  path: '/bff/api/v1/users/:id/effect',
  params,
  body: PlatformUserChange.pick({ role: true, permissionProfileIds: true }),
  response: AccessEffect,
  access: 'platform_users.manage',
  failures: ['user.not-found', 'user.unknown-profile'],
})
