import { sql } from 'kysely'
import type { Membership } from '#platform/memberships.ts'

/** The people who can have a profile: platform users. */
const isPlatformUser = sql<boolean>`person.role <> 'none' and person.removed_at is null`

/** The members of profiles, and their table. */
export const profileMembers: Membership = {
  link: sql.table('permission_profile_member'),
  holders: sql.table('permission_profile'),
  holder: sql.ref('profile_id'),
  key: sql.ref('user_id'),
  person: sql.table('tenant_user'),
  name: sql.ref('person.display_name'),
  eligible: isPlatformUser,
  unknown: 'permission-profile.unknown-person',
}
