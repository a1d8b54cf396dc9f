import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the other side still has a message: it was not deleted, or only on its owner's own device. Answers and promises that are gone
 * are none. `schema/functions/promises.sql` says the same. Source: docs/decisions/0124-what-figures-count.md.
 */
export const isThere = (alias: 'message' | 'said'): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.deleted_at`)} is null or ${sql.ref(`${alias}.deletion`)} ->> 'scope' is not distinct from 'owner-local')`
