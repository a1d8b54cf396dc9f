/** What a user is now, as SQL about an alias of `tenant_user`: one home for the conditions that the queries of many slices share. */
import { type RawBuilder, sql } from 'kysely'

/** They may sign in. */
export const isActive = (person: string): RawBuilder<boolean> =>
  sql`(${sql.ref(person)}.enabled and ${sql.ref(person)}.removed_at is null)`

export const isActivePlatformUser = (person: string): RawBuilder<boolean> =>
  sql`(${sql.ref(person)}.role <> 'none' and ${isActive(person)})`

/** Enabled or not: they stay in their groups. */
export const isMessengerUser = (person: string): RawBuilder<boolean> =>
  sql`(${sql.ref(person)}.messenger_role <> 'none' and ${sql.ref(person)}.removed_at is null)`
