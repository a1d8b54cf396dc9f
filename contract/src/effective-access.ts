import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { GroupEntry } from './groups.ts'
import { MessageId, PermissionProfileId, UserId } from './ids.ts'
import { messengerRoles, Permission, Role } from './permissions.ts'

/** One required condition, and whether it is true. They are checked in this order, and the first that fails decides. */
export const AccessFinding = z.object({
  what: z.enum(['account', 'permission', 'profile', 'channel', 'group', 'role', 'kind', 'conversation']),
  holds: z.boolean(),
  text: z.string(),
})
export type AccessFinding = z.infer<typeof AccessFinding>

/** Why a user can or cannot see a message in the console; without a message, what they can see in total. */
export const EffectiveAccess = z.object({
  user: z.object({ id: UserId, name: z.string(), email: z.string(), role: Role, enabled: z.boolean() }),
  message: z.object({ id: MessageId, channel: Channel, groups: z.array(GroupEntry) }).optional(),
  /** Absent without a message. */
  sees: z.boolean().optional(),
  /** The decisive fact, as a sentence. */
  sentence: z.string(),
  findings: z.array(AccessFinding),
  /** The same for the messenger, where users read their own conversations. Absent for users without it. */
  messenger: z
    .object({
      role: z.enum(messengerRoles),
      sees: z.boolean().optional(),
      sentence: z.string(),
      findings: z.array(AccessFinding),
    })
    .optional(),
  profiles: z.array(
    z.object({
      id: PermissionProfileId,
      name: z.string(),
      channels: z.array(Channel),
      allGroups: z.boolean(),
      groups: z.array(GroupEntry),
      /** Whether this profile alone would show the message. */
      reaches: z.boolean().optional(),
    }),
  ),
  /** A permission of the user, and its source: the role, or profiles by name. */
  permissions: z.array(z.object({ permission: Permission, from: z.array(z.string()) })),
})
export type EffectiveAccess = z.infer<typeof EffectiveAccess>

/** For administrators, about messages that they may see. */
export const getEffectiveAccess = endpoint({
  method: 'GET',
  path: '/bff/api/v1/effective-access',
  query: z.strictObject({ userId: UserId, messageId: MessageId.optional() }),
  response: EffectiveAccess,
  access: 'permission_profiles.manage',
  failures: ['message.not-found', 'user.not-found'],
})
