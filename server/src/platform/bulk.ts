import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from './db.ts'

/** What PostgreSQL refuses in text: NUL is shown as its picture, half a character as U+FFFD. The record keeps the bytes. */
export function storable(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\u2400')
}

/** What an index of PostgreSQL takes, whatever the script: a third of a page, with room for the other columns. */
const longestKey = 600

/**
 * A name by which somebody or something is found again: storable, and short enough for an index. Of a longer one the
 * beginning and the hash of the whole remain, so different names stay different. The record keeps it as it came.
 */
export function keyText(name: string): string {
  const text = storable(name)
  if (text.length <= longestKey) return text
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text.slice(0, 100).toWellFormed()}…${hash}`
}

/** Column name to SQL type, in the order of insertion. */
export type Columns<Row> = Readonly<Record<keyof Row & string, string>>

/**
 * Rows as a table expression of one parameter, whatever their number: `from ${rowsOf(columns, rows)} as given`.
 * Values travel as JSON: dates as ISO text, arrays as arrays, bytes as `\x…` text (`hex`).
 */
export function rowsOf<Row extends object>(columns: Columns<Row>, rows: readonly Row[]): RawBuilder<Row> {
  const definition = Object.entries<string>(columns).map(([name, type]) => `"${name}" ${type}`)
  return sql<Row>`json_to_recordset(${toJson(rows)}::json) as given(${sql.raw(definition.join(', '))})`
}

/** What PostgreSQL refuses shows in JSON as an escape, and is rare: only then is every value looked at. */
function toJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  if (!/\\u(0000|d[89a-f])/i.test(json)) return json
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value))
}

/**
 * Inserts all `rows` with one statement.
 * @param conflict What follows: `on conflict do nothing`, and `returning …` if the caller wants rows back.
 */
export async function insertMany<Row extends object, Returned = unknown>(
  tx: TenantTx,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  conflict: RawBuilder<unknown> = sql``,
): Promise<Returned[]> {
  if (rows.length === 0) return []
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const { rows: returned } =
    await sql<Returned>`insert into ${sql.table(table)} (${names}) select ${names} from ${rowsOf(columns, rows)} ${conflict}`.execute(
      tx,
    )
  return returned
}

/** Bytes as `rowsOf` takes them. */
export function hex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}
