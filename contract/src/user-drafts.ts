/** What administrators say of a user: a new one, and what changes of one. */
import { z } from 'zod'
import { expectedVersion } from './expected-version.ts'
import { GroupId, PermissionProfileId } from './ids.ts'
import { Role, roles } from './permissions.ts'
import { requiredText } from './text.ts'
import { PersonName, PhoneNumber, UserEmail, userLimits } from './user-fields.ts'
import { setOf } from './set-of.ts'

/** Roles that can be given. Source: docs/rules/permissions.md. */
export const givenRoles = roles.filter((role) => role !== 'none')
const GivenRole = Role.exclude(['none'])
export const givenMessengerRoles = ['manager', 'user'] as const
const GivenMessengerRole = z.enum(givenMessengerRoles)
type GivenMessengerRole = z.infer<typeof GivenMessengerRole>

const ProfileIds = setOf(PermissionProfileId)
  .min(1, 'Please select at least one Permission Profile')
  .max(userLimits.memberships)
const GroupIds = setOf(GroupId).min(1, 'Please select at least one Group').max(userLimits.memberships)

const Person = z.strictObject({
  email: UserEmail,
  firstName: PersonName,
  lastName: PersonName,
  phoneNumber: PhoneNumber.optional(),
})

/** A platform user needs at least one permission profile, a messenger user at least one group. Source: docs/rules/permissions.md. */
export const PlatformUserDraft = Person.extend({ role: GivenRole, permissionProfileIds: ProfileIds })
export type PlatformUserDraft = z.infer<typeof PlatformUserDraft>

/** Under the addresses of messenger users, `role` is their role there; `messengerRole` is the same. */
const messengerRole = { role: GivenMessengerRole.optional(), messengerRole: GivenMessengerRole.optional() }
interface RolesThere {
  readonly role?: GivenMessengerRole | undefined
  readonly messengerRole?: GivenMessengerRole | undefined
}
const isOneRole = ({ role, messengerRole: other = role }: RolesThere) => role === undefined || role === other
const twoRoles = { path: ['role'], message: 'Give one role.' }
const hasRole = ({ role, messengerRole: other }: RolesThere) => role !== undefined || other !== undefined

export const MessengerUserDraft = Person.extend({ ...messengerRole, groupIds: GroupIds })
  .refine(hasRole, { path: ['messengerRole'], message: requiredText('role') })
  .refine(isOneRole, twoRoles)
  .transform(({ role, messengerRole: given = role, ...rest }) => ({
    ...rest,
    messengerRole: given as GivenMessengerRole,
  }))
export type MessengerUserDraft = z.infer<typeof MessengerUserDraft>

/** Absent fields do not change. */
const PersonChange = z.strictObject({
  /** As it is: it cannot change, because records were captured under it. */
  email: UserEmail.optional(),
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
export const MessengerUserChange = PersonChange.extend({ ...messengerRole, groupIds: GroupIds.optional() })
  .refine(isOneRole, twoRoles)
  .transform(({ role, messengerRole: given = role, ...rest }) => ({ ...rest, messengerRole: given }))
export type MessengerUserChange = z.infer<typeof MessengerUserChange>
