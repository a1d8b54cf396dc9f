import { sql } from 'kysely'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'

/**
 * Records that are not ingested yet. They are read without a lease: the tenant's lock decides which worker ingests them, and only
 * a failure counts as an attempt. Stored records are ingested in closed organizations, too, so that nothing accepted stays
 * unread.
 */
export const backlog: DueRows<'record_backlog'> = {
  name: 'backlog',
  table: 'record_backlog',
  waits: () => sql`true`,
  from: 'not_before',
  tries: 'attempts',
  // After these attempts a record is quarantined: stored with its bytes, visible, and redriven on request.
  backOff: doubling({ firstMs: 1_000, tries: 5 }),
  whileClosed: true,
  figures: {
    // Only the first record of each organization, from the index, because there may be millions.
    oldest: sql`(select public.time_of_id(min(first.record_id::text))
      from public.organization o cross join lateral (
        select b.record_id from public.record_backlog b where b.tenant_id = o.tenant_id order by b.record_id limit 1) first)`,
    givenUp: sql`select count(*) from public.quarantined_record`,
  },
}
