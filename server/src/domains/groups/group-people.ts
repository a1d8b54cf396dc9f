import { sql } from 'kysely'
import type { Membership } from '#platform/memberships.ts'
import { isMessengerUser } from '#schema/user-conditions.ts'

/** The name of a personal contact in messages about its group. */
export const personalName = 'a personal contact'

/** A contact's name in the entries of its groups. */
export const nameInGroups = ({ name, shareLevel }: { readonly name: string; readonly shareLevel: string }) =>
  shareLevel === 'personal' ? personalName : name

/** The two kinds of people in groups, and their tables. */
export const groupPeople = {
  member: {
    link: sql.table('conversation_group_member'),
    holders: sql.table('conversation_group'),
    holder: sql.ref('group_id'),
    key: sql.ref('user_id'),
    person: sql.table('tenant_user'),
    name: sql.ref('person.display_name'),
    eligible: isMessengerUser('person'),
    unknown: 'group.unknown-person',
  },
  contact: {
    link: sql.table('conversation_group_contact'),
    holders: sql.table('conversation_group'),
    holder: sql.ref('group_id'),
    key: sql.ref('contact_id'),
    person: sql.table('contact'),
    // Readers of a group do not see contacts of colleagues in other groups.
    name: sql<string>`case person.share_level when 'personal' then ${personalName} else person.name end`,
    eligible: sql<boolean>`person.archived_at is null`,
    unknown: 'group.unknown-person',
  },
} as const satisfies Record<string, Membership>
