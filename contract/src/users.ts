/** The people of an organization: platform users sign in to the console, messenger users to the messenger, and some to both. */
import { z } from 'zod'
import { AccessEffect } from './access-effect.ts'
import { endpoint } from './endpoint.ts'
import { GroupId, PermissionProfileId, UserId } from './ids.ts'
import { listQuery, page, listSpec } from './list.ts'
import { MailReceipt } from './mail.ts'
import { Named } from './named.ts'
import { messengerRoles, type Permission, Role, roles } from './permissions.ts'
import {
  MessengerUserChange,
  MessengerUserDraft,
  PlatformUserChange,
  PlatformUserDraft,
} from './user-drafts.ts'
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
const userSearches = ['displayNameEmailPhoneNumber', 'displayNameEmail'] as const

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

/** The same under the addresses of messenger users: its role is the one there. */
const MessengerUser = User.extend({ role: z.enum(messengerRoles) })
type MessengerUser = z.infer<typeof MessengerUser>

const params = z.object({ id: UserId })

/** Calls that help a user to sign in. */
function signInEndpoints<
  const Path extends string,
  const View extends Permission,
  const Manage extends Permission,
  Thing extends z.ZodType,
>({ path, view, manage, thing }: { path: Path; view: View; manage: Manage; thing: Thing }) {
  return {
    resendInvitation: endpoint({
      method: 'POST',
      path: `${path}/:id/resend-invitation`,
      params,
      response: thing,
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
      response: thing,
      access: manage,
      failures: ['user.beyond-own', 'user.not-found', 'user.only-super-admin', 'user.self-second-step'],
    }),
  }
}

/** Why a user is refused, new or changed. */
const userRefusals = [
  'messenger.own-reach',
  'permission-profile.beyond-own',
  'permission-profile.own-reach',
  'user.bad-phone',
  'user.beyond-own',
  'user.email-taken',
  'user.only-super-admin',
  'user.phone-of-client',
  'user.phone-taken',
  'user.unknown-group',
  'user.unknown-profile',
] as const

interface CallsOfUsers<Path, View, Manage, Spec, Thing, Draft, Change> {
  readonly path: Path
  readonly view: View
  readonly manage: Manage
  readonly spec: Spec
  readonly viewedAs: string
  readonly thing: Thing
  readonly draft: Draft
  readonly change: Change
}

/** The calls for one kind of user. Both kinds have the same, under different addresses and permissions. */
function userEndpoints<
  const Path extends string,
  const View extends 'platform_users.view' | 'messenger_users.view',
  const Manage extends 'platform_users.manage' | 'messenger_users.manage',
  Spec extends typeof platformUserList | typeof messengerUserList,
  Thing extends z.ZodType,
  Draft extends z.ZodType,
  Change extends z.ZodType,
>(given: CallsOfUsers<Path, View, Manage, Spec, Thing, Draft, Change>) {
  const { path, view, manage, spec, viewedAs, thing, draft, change } = given
  return {
    list: endpoint({
      method: 'GET',
      path,
      query: listQuery<Spec['fields'], (typeof userSearches)[number]>(spec),
      viewed: { as: viewedAs, spec },
      response: page(thing),
      access: view,
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      params,
      response: thing,
      access: view,
      failures: ['user.not-found'],
    }),
    invite: endpoint({
      method: 'POST',
      path: `${path}/invite`,
      body: draft,
      response: thing,
      access: manage,
      failures: userRefusals,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      params,
      body: change,
      response: thing,
      access: manage,
      failures: [
        ...userRefusals,
        'approval.required',
        'permission-profile.last-profile',
        'user.changed',
        'user.email-fixed',
        'user.last-super-admin',
        'user.needs-role',
        'user.needs-successor',
        'user.not-found',
        'user.self-removal',
      ],
    }),
    ...removalEndpoints({ path, manage }),
    ...signInEndpoints({ path, view, manage, thing }),
  }
}

export const platformUsers = userEndpoints({
  path: '/bff/api/v1/users',
  view: 'platform_users.view',
  manage: 'platform_users.manage',
  spec: platformUserList,
  viewedAs: 'platform-users',
  thing: User,
  draft: PlatformUserDraft,
  change: PlatformUserChange,
})

export const messengerUsers = userEndpoints({
  path: '/messenger/api/v1/users',
  view: 'messenger_users.view',
  manage: 'messenger_users.manage',
  spec: messengerUserList,
  viewedAs: 'messenger-users',
  thing: MessengerUser,
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
