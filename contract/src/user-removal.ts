/** The effect of removing a user, and the calls for it. */
import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersionInQuery } from './expected-version.ts'
import { AccountId, GroupId, PermissionProfileId, UserId } from './ids.ts'
import { Named } from './named.ts'
import type { Permission } from './permissions.ts'

/** What happens with a user's things when they leave; counts are limited to 100,000. */
export const Removal = z.object({
  userId: UserId,
  name: z.string(),
  /** Channel accounts they own. If there are any, a successor must take them over. */
  accounts: z.array(z.object({ id: AccountId, name: z.string(), channel: Channel, address: z.string() })),
  /** Conversations that run through those accounts. */
  conversations: z.int(),
  personalContacts: z.int(),
  groups: z.array(Named(GroupId)),
  permissionProfiles: z.array(Named(PermissionProfileId)),
  /** Open events that they have in review: these become unassigned. */
  openEvents: z.int(),
  /** Notifications that lose this recipient; `ceases` if it is the only one, so that the notification is disabled. */
  notifications: z.array(z.object({ policy: z.string(), ceases: z.boolean() })),
  /** They can still sign in to the other application. */
  remains: z.enum(['platform', 'messenger']).optional(),
  /** The text to show if they cannot be removed. */
  refusal: z.string().optional(),
})
export type Removal = z.infer<typeof Removal>

/** Removing a user, and its effect. */
export function removalEndpoints<const Path extends string, const Manage extends Permission>({
  path,
  manage,
}: {
  path: Path
  manage: Manage
}) {
  return {
    /** Shows the effect of removing them, without doing it. */
    removal: endpoint({
      method: 'GET',
      path: `${path}/:id/removal`,
      params: z.object({ id: UserId }),
      response: Removal,
      access: manage,
      failures: ['user.not-found'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      params: z.object({ id: UserId }),
      query: z.strictObject({
        successorId: UserId.optional(),
        /** Whether the successor joins the leaver's groups, to reach the same people. */
        joinGroups: z.stringbool().default(false),
        ...expectedVersionInQuery,
      }),
      response: Removal,
      access: manage,
      failures: [
        'account.leaves-policies',
        'messenger.own-reach',
        'user.beyond-own',
        'user.changed',
        'user.last-super-admin',
        'user.needs-successor',
        'user.not-found',
        'user.only-super-admin',
        'user.self-removal',
        'user.unfit-successor',
      ],
    }),
  }
}
