import { z } from 'zod'
import { AccessEffect } from './access-effect.ts'
import { changeSchemaOf } from './change-schema.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion, expectedVersionInQuery } from './expected-version.ts'
import { GroupEntry } from './groups.ts'
import { GroupId, PermissionProfileId, UserId } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'
import { Permission, Role } from './permissions.ts'
import { text } from './text.ts'
import { setOf } from './set-of.ts'

export const profileList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    memberCount: { type: 'number', sort: true },
    groupId: { type: 'uuid' },
    userId: { type: 'uuid' },
    createdAt: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})

/** Sizes that a person can reach. */
export const profileLimits = { name: 200, description: 1000, groups: 5000, members: 20_000 } as const

/** A permission profile as a row of the list. */
export const PermissionProfile = z.object({
  id: PermissionProfileId,
  name: z.string(),
  description: z.string(),
  channels: z.array(Channel),
  /** Also groups that are created later, and conversations without a group. */
  allGroups: z.boolean(),
  groupCount: z.int(),
  /** The members' permissions in addition to those of their role. */
  permissions: z.array(Permission),
  memberCount: z.int(),
  /** Increases with every change of any part; a change names the version that it is based on. */
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type PermissionProfile = z.infer<typeof PermissionProfile>

export const PermissionProfileDetail = PermissionProfile.extend({
  /** By name. Empty for all of them. */
  groups: z.array(GroupEntry),
})
export type PermissionProfileDetail = z.infer<typeof PermissionProfileDetail>

/** A profile could not be created, changed or deleted, for an unknown reason. Source: docs/rules/texts.md. */
export const profileFailedText =
  'Oops! An unexpected error occurred…try again or contact your support representative'

export const ProfileInfo = z.strictObject({
  name: text({ max: profileLimits.name, min: 1 }),
  description: text({ max: profileLimits.description }).default(''),
})
export type ProfileInfo = z.infer<typeof ProfileInfo>

/** The grants of a profile. Source: docs/rules/permissions.md. */
export const ProfilePermissions = z.strictObject({
  channels: setOf(Channel).max(8),
  groups: z.union([z.literal('all'), setOf(GroupId).max(profileLimits.groups)]),
  permissions: setOf(Permission).max(100).default([]),
})
export type ProfilePermissions = z.infer<typeof ProfilePermissions>

const UserIds = setOf(UserId).max(profileLimits.members).default([])

/** Members to add and to remove. The others stay. */
export const ProfileMembersChange = z.strictObject({
  added: UserIds,
  removed: UserIds,
  /** The profile for members who would have none otherwise; without it, such a change is refused. */
  moveTo: PermissionProfileId.optional(),
})
export type ProfileMembersChange = z.infer<typeof ProfileMembersChange>

export const ProfileDraft = ProfileInfo.extend({
  ...ProfilePermissions.shape,
  channels: ProfilePermissions.shape.channels.default([]),
  groups: ProfilePermissions.shape.groups.default([]),
  memberIds: UserIds,
})
export type ProfileDraft = z.infer<typeof ProfileDraft>

const ProfileParams = z.object({ id: PermissionProfileId })
const base = '/bff/api/v1/permission-profiles'

export const listProfiles = endpoint({
  method: 'GET',
  path: base,
  query: listQuery(profileList),
  viewed: { as: 'permission-profiles', spec: profileList },
  response: page(PermissionProfile),
  access: 'permission_profiles.view',
})

export const getProfile = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  params: ProfileParams,
  response: PermissionProfileDetail,
  access: 'permission_profiles.view',
  failures: ['permission-profile.not-found'],
})

export const createProfile = endpoint({
  method: 'POST',
  path: base,
  body: ProfileDraft,
  example: { name: 'Desk', channels: Channel.options.slice(0, 1) },
  response: PermissionProfileDetail,
  access: 'permission_profiles.manage',
  failures: [
    'permission-profile.beyond-own',
    'permission-profile.name-taken',
    'permission-profile.own-reach',
    'permission-profile.unknown-group',
    'permission-profile.unknown-person',
  ],
})

/** Why any change is refused. An absent field stays as it is. */
const changeRefusals = [
  'permission-profile.beyond-own',
  'permission-profile.changed',
  'permission-profile.not-found',
  'permission-profile.own-reach',
] as const

export const updateProfileInfo = endpoint({
  method: 'PUT',
  path: `${base}/:id/info`,
  params: ProfileParams,
  body: changeSchemaOf(ProfileInfo).extend(expectedVersion),
  response: PermissionProfileDetail,
  access: 'permission_profiles.manage',
  failures: [...changeRefusals, 'permission-profile.name-taken'],
})

export const updateProfileMembers = endpoint({
  method: 'PUT',
  path: `${base}/:id/members`,
  params: ProfileParams,
  body: ProfileMembersChange.extend(expectedVersion),
  response: PermissionProfileDetail,
  access: 'permission_profiles.manage',
  failures: [
    ...changeRefusals,
    'permission-profile.last-profile',
    'permission-profile.unknown-person',
    'permission-profile.unknown-target',
  ],
})

export const updateProfilePermissions = endpoint({
  method: 'PUT',
  path: `${base}/:id/permissions`,
  params: ProfileParams,
  body: changeSchemaOf(ProfilePermissions).extend(expectedVersion),
  response: PermissionProfileDetail,
  access: 'permission_profiles.manage',
  failures: [
    ...changeRefusals,
    'permission-profile.last-profile',
    'permission-profile.unknown-group',
    'permission-profile.unknown-person',
    'permission-profile.unknown-target',
  ],
})

export const deleteProfile = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  params: ProfileParams,
  query: z.strictObject({ ...expectedVersionInQuery, moveTo: PermissionProfileId.optional() }),
  response: z.object({ id: PermissionProfileId }),
  access: 'permission_profiles.manage',
  failures: [...changeRefusals, 'permission-profile.last-profile', 'permission-profile.unknown-target'],
})

/** The effect on users of changing a profile's grants or members, or of deleting it. */
export const getProfileEffect = endpoint({
  method: 'POST',
  path: `${base}/:id/effect`,
  params: ProfileParams,
  body: z.strictObject({
    permissions: changeSchemaOf(ProfilePermissions).optional(),
    added: UserIds,
    removed: UserIds,
    deleted: z.boolean().default(false),
    /** The profile for members who would have none otherwise. */
    moveTo: PermissionProfileId.optional(),
  }),
  response: AccessEffect,
  access: 'permission_profiles.manage',
  failures: [
    'permission-profile.not-found',
    'permission-profile.unknown-group',
    'permission-profile.unknown-person',
  ],
})

/** The effect of a profile that does not exist yet. */
export const getNewProfileEffect = endpoint({
  method: 'POST',
  path: `${base}/effect`,
  body: z.strictObject({ permissions: ProfilePermissions, memberIds: UserIds }),
  response: AccessEffect,
  access: 'permission_profiles.manage',
})

/** A platform user, filtered by profiles. */
export const ProfilePerson = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  role: Role,
})
export type ProfilePerson = z.infer<typeof ProfilePerson>

/** `permissionProfileId[in]` finds the members of a profile, `permissionProfileId[nin]` possible members. */
export const profilePeopleList = listSpec({
  fields: { name: { type: 'text', sort: true }, permissionProfileId: { type: 'uuid' } },
  defaultSort: 'name',
  search: ['displayNameEmail'],
})

export const listProfilePeople = endpoint({
  method: 'GET',
  path: '/bff/api/v1/permission-profile-members',
  query: listQuery(profilePeopleList),
  response: page(ProfilePerson),
  access: 'permission_profiles.view',
})
