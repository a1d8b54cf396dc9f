import type pg from 'pg'
import type { HomeOfRelease } from '#testing/releases.ts'

type Rows = HomeOfRelease['rows']

/** Tables that have rows of tenants, with the columns that can be written. */
const writable = `select c.oid::regclass::text as name, array_agg(quote_ident(attname) order by attnum) as columns
  from pg_class c join pg_attribute on attrelid = c.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    and relname not in ('schema_migration', 'schema_function') group by c.oid order by 1`

/** Every row of a database, for writing it into another. As the cluster's administrator. */
export async function dumpRows(superuser: pg.ClientBase): Promise<Rows> {
  const tables = await superuser.query<{ name: string; columns: string[] }>(writable)
  const rows: Record<string, object[]> = {}
  for (const { name, columns } of tables.rows) {
    const found = await superuser.query<{ row: object }>(
      `select to_jsonb(t) as row from (select ${columns.join(', ')} from ${name}) t order by to_jsonb(t)::text`,
    )
    if (found.rows.length > 0) rows[name] = found.rows.map(({ row }) => row)
  }
  return rows
}

/** Writes dumped rows unchanged, without triggers and foreign keys. As the cluster's administrator. */
export async function loadRows(superuser: pg.ClientBase, rows: Rows): Promise<void> {
  const tables = await superuser.query<{ name: string; columns: string[] }>(writable)
  await superuser.query('begin; set local session_replication_role = replica')
  for (const { name, columns } of tables.rows) {
    await superuser.query(
      `insert into ${name} (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_populate_recordset(null::${name}, $1)`,
      [JSON.stringify(rows[name] ?? [])],
    )
  }
  await superuser.query('commit')
}

/** The number of rows in each table. */
export const countRows = (rows: Rows): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).map(([name, of]) => [name, of.length]))
