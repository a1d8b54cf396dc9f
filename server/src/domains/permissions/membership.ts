import { sql } from 'kysely'
import type { Membership } from '#platform/memberships.ts'

/** Who can have a profile: a platform user. */
export const isPlatformUser = sql<boolean>`person.role <> 'none' and person.removed_at is null`

/** Who has which profile, and where it is kept. */
export const profileMembers: Membership = {
  link: sql.table('permission_profile_member'),
  holder: sql.ref('profile_id'),
  key: sql.ref('user_id'),
  person: sql.table('tenant_user'),
  name: sql.ref('person.display_name'),
  eligible: isPlatformUser,
  unknown: 'permission-profile.unknown-person',
}
