import type pg from 'pg'
import type { KeyKinds } from './rows.ts'

/** A table in a backup. */
export interface Table {
  readonly name: string
  /** The stored columns, in order; a generated column is computed again. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
  readonly keyTypes: readonly string[]
  readonly kinds: KeyKinds
}

/** Tables that the schema fills by itself, and the states of running processes. */
const leftOut = ['schema_migration', 'schema_function', 'process_beat']

/**
 * The columns of primary keys. A generated one is not in a backup; the columns that it is computed from take its place, because
 * rows that differ in it differ in them.
 */
const keyColumns = `
  select i.indexrelid, k.at, o.attnum, o.attname::text as name, format_type(o.atttypid, null) as type
  from pg_index i cross join unnest(i.indkey) with ordinality k(n, at)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n
  join pg_attribute o on o.attrelid = a.attrelid and o.attnum > 0 and not o.attisdropped
  where i.indisprimary and case when a.attgenerated = '' then o.attnum = a.attnum else o.attnum <> a.attnum and exists (
    select from pg_depend d join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
    where d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = o.attnum
      and (d.classid = 'pg_attrdef'::regclass and d.objid = e.oid
        or d.classid = 'pg_class'::regclass and d.objid = a.attrelid and d.objsubid = a.attnum)) end`

/** Every table with rows of ours; referenced tables come before those that refer to them. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'kinds'> & { needs: string[] }>(
    `with key_columns as (${keyColumns})
     select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
             and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select k.name from key_columns k where k.indexrelid = i.indexrelid order by k.at, k.attnum) as key,
       array(select k.type from key_columns k where k.indexrelid = i.indexrelid order by k.at, k.attnum) as "keyTypes",
       array(select distinct f.confrelid::regclass::text from pg_constraint f
             where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1) order by 1`,
    [leftOut],
  )
  const keyless = rows.find(
    ({ key, columns }) => key.length === 0 || key.some((name) => !columns.includes(name)),
  )
  if (keyless) throw new Error(`${keyless.name} has no key of stored columns: its rows cannot be identified`)
  return inOrder(rows).map(({ name, columns, key, keyTypes }) => ({
    name,
    columns,
    key,
    keyTypes,
    kinds: keyTypes.map((type) => (numbers.has(type) ? 'number' : 'bytes')),
  }))
}

const numbers = new Set(['smallint', 'integer', 'bigint'])
/** Already in the order of their bytes, as written. */
const plain = new Set([...numbers, 'uuid', 'bytea'])

/** The order of the key, the same in every database, independent of its collation. */
function orderOf({ key, keyTypes }: Table): string {
  return key
    .map((name, i) => (plain.has(keyTypes[i] ?? '') ? `t.${q(name)}` : `t.${q(name)}::text collate "C"`))
    .join(', ')
}

/**
 * The identity of a row: 16 bytes of a hash of all its columns. If it stores bytes with their hash, that hash replaces
 * the bytes.
 */
function digestOfRow({ columns }: Table): string {
  const hashed =
    columns.includes('bytes') && columns.includes('sha256')
      ? columns.filter((name) => name !== 'bytes')
      : columns
  return `encode(substr(sha256(convert_to(row(${hashed.map((name) => `t.${q(name)}`).join(', ')})::text, 'UTF8')), 1, 16), 'hex')`
}

/** Key and hash of every row, in the order of the key; equal for equal tables. */
export const indexQuery = (table: Table) =>
  `copy (select ${table.key.map((name) => `t.${q(name)}`).join(', ')}, ${digestOfRow(table)}
         from public.${q(table.name)} t order by ${orderOf(table)}) to stdout`

/** Hash and all columns of every row, or of those with these keys (as literals). */
export const rowsQuery = (table: Table, keys?: readonly (readonly string[])[]) => {
  const columns = table.columns.map((name) => `t.${q(name)}`).join(', ')
  const typed = (key: readonly string[]) =>
    `(${key.map((literal, i) => `${literal}::${table.keyTypes[i]}`).join(', ')})`
  const among = keys
    ? `where (${table.key.map((name) => `t.${q(name)}`).join(', ')}) in (values ${keys.map(typed).join(', ')})`
    : ''
  return `copy (select ${digestOfRow(table)}, ${columns} from public.${q(table.name)} t ${among} order by ${orderOf(table)}) to stdout`
}

/** A name as an SQL identifier. */
export const q = (name: string) => `"${name.replaceAll('"', '""')}"`

function inOrder<Row extends { name: string; needs: string[] }>(rows: readonly Row[]): Row[] {
  const ordered: Row[] = []
  const left = new Set(rows)
  while (left.size > 0) {
    const names = new Set([...left].map(({ name }) => name))
    const next = [...left].filter(({ needs }) => !needs.some((name) => names.has(name)))
    if (next.length === 0) throw new Error(`Tables refer to one another in a ring: ${[...names].join(', ')}`)
    for (const row of next) {
      ordered.push(row)
      left.delete(row)
    }
  }
  return ordered
}
