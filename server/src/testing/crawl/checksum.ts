import { sql } from 'kysely'
import { inTenant } from '#platform/db.ts'
import type { World, WorldTenant } from '#testing/world.ts'

/** A hash of every row of the organization. */
export async function checksum({ ctx }: World, { id }: WorldTenant): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(ctx.db)
  return inTenant(ctx.db, id, async (tx) => {
    const sums: string[] = []
    for (const { name } of tables) {
      if (/^(identity_|idempotency)/.test(name)) continue
      const { rows } = await sql<{ sum: string }>`
        select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${sql.table(name)} t`.execute(
        tx,
      )
      sums.push(`${name}:${rows[0]?.sum}`)
    }
    return sums.join('\n')
  })
}
