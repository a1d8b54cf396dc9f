import { createHash } from 'node:crypto'
import { type RawBuilder, type SelectType, sql } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { TenantTx } from './db.ts'

/**
 * Replaces characters that PostgreSQL refuses in text: NUL becomes its symbol, and half a character becomes U+FFFD. The record keeps
 * the bytes.
 */
export function storable(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\u2400')
}

/** The longest value for an index of PostgreSQL, in any script: a third of a page, with room for the other columns. */
const longestKey = 600

/**
 * A name for lookups: storable, and short enough for an index. A longer one keeps its start and the hash of
 * the whole, so different names stay different. The record keeps the original.
 */
export function keyText(name: string): string {
  const text = storable(name)
  if (text.length <= longestKey) return text
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text.slice(0, 100).toWellFormed()}…${hash}`
}

/** Column name to SQL type, in the order of insertion. */
export type Columns<Row> = Readonly<Record<keyof Row & string, string>>

/** The same, of a table that the rows go into. */
export type TableColumns<Table extends keyof Tables> = Partial<Columns<Tables[Table]>>

/** A row of such columns, as the table has it; lists may be read-only, and bytes of any kind. */
export type TableRow<Table extends keyof Tables, Given> = {
  [Name in keyof Given & keyof Tables[Table]]: Sent<SelectType<Tables[Table][Name]>>
}
type Sent<Value> = Value extends Uint8Array
  ? Uint8Array
  : Value extends readonly (infer Item)[]
    ? readonly Item[]
    : Value

/**
 * Any number of rows as a table expression named `given`: `from ${rowsOf(columns, rows)}`. Each column is one
 * array, because PostgreSQL reads an array three times faster than JSON; a value that all rows share is sent once. Missing
 * values are null. Dates, arrays, bytes and objects (for `jsonb`) keep their types.
 */
export function rowsOf<Row extends object>(columns: Columns<Row>, rows: readonly Row[]): RawBuilder<Row> {
  const arrays: RawBuilder<unknown>[] = []
  const arrayNames: RawBuilder<unknown>[] = []
  const selected: RawBuilder<unknown>[] = []
  for (const [name, type] of Object.entries<string>(columns)) {
    const [only] = rows.length === 1 ? rows.map((row) => row[name as keyof Row]) : []
    if (arrays.length > 0 && only instanceof Uint8Array) {
      // Not converted to an array, because a single value may be large.
      selected.push(sql`${asBuffer(only)}::${sql.raw(type)} as ${sql.ref(name)}`)
      continue
    }
    const encode = encoderOf(type)
    const values = rows.map((row) => encode(row[name as keyof Row]))
    const [first] = values
    // The first column is never shared, because its length is the number of rows.
    if (arrays.length > 0 && first !== undefined && values.every((value) => value === first)) {
      selected.push(sql`${first}::${sql.raw(type)} as ${sql.ref(name)}`)
      continue
    }
    // An array of arrays would have to be rectangular, so they are sent as text.
    const isArray = type.endsWith('[]')
    arrays.push(sql`${arrayLiteral(values)}::${sql.raw(isArray ? 'text' : type)}[]`)
    arrayNames.push(sql.ref(name))
    selected.push(isArray ? sql`${sql.ref(name)}::${sql.raw(type)} as ${sql.ref(name)}` : sql.ref(name))
  }
  return sql<Row>`(select ${sql.join(selected)} from unnest(${sql.join(arrays)}) as sent(${sql.join(arrayNames)})) as given`
}

/** A value in PostgreSQL's text form; null if missing. */
type Encode = (value: unknown) => string | null

function encoderOf(type: string): Encode {
  if (type.endsWith('[]')) return (value) => (Array.isArray(value) ? arrayLiteral(value.map(toText)) : null)
  return type === 'json' || type === 'jsonb' ? toJson : toText
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return storable(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Uint8Array) return `\\x${asBuffer(value).toString('hex')}`
  return String(value as number | boolean | bigint)
}

/** The same bytes, not a copy. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Characters that PostgreSQL refuses are rare and appear in JSON as an escape; only then is every value checked. */
function toJson(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const json = JSON.stringify(value)
  if (!/\\u(0000|d[89a-f])/i.test(json)) return json
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}

/** Source: PostgreSQL's documentation, "Array Input and Output Syntax". */
function arrayLiteral(values: readonly (string | null)[]): string {
  let literal = '{'
  for (const value of values) {
    if (literal.length > 1) literal += ','
    if (value === null) literal += 'NULL'
    else literal += `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, String.raw`\$&`) : value}"`
  }
  return `${literal}}`
}

/**
 * Inserts all `rows` with one statement.
 * @param into A table and the rest of the statement: `on conflict do nothing`, and `returning …` if the caller wants rows back.
 */
export async function insertMany<Row extends object, Returned = unknown>(
  tx: TenantTx,
  into: string | { readonly table: string; readonly conflict: RawBuilder<unknown> },
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<Returned[]> {
  if (rows.length === 0) return []
  const { table, conflict } = typeof into === 'string' ? { table: into, conflict: sql`` } : into
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const { rows: returned } =
    await sql<Returned>`insert into ${sql.table(table)} (${names}) select ${names} from ${rowsOf(columns, rows)} ${conflict}`.execute(
      tx,
    )
  return returned
}

/** A table, and what its update does beside giving columns their values. */
interface Updated<Table extends keyof Tables> {
  readonly table: Table
  /** The column by which a row is found; absent: `id`. */
  readonly by?: keyof Tables[Table] & string
  /** Columns whose new value is another expression over `given` and the table. */
  readonly set?: { readonly [Name in keyof Tables[Table]]?: RawBuilder<unknown> }
  readonly where?: RawBuilder<unknown>
}

/** Updates rows of a table with one statement: each takes the values of the given row with its key. */
export async function updateMany<Table extends keyof Tables, const Given extends TableColumns<Table>>(
  tx: TenantTx,
  of: Table | Updated<Table>,
  columns: Given,
  rows: readonly TableRow<Table, Given>[],
): Promise<void> {
  if (rows.length === 0) return
  const {
    table,
    set = {},
    where = sql`true`,
    ...found
  }: Updated<Table> = typeof of === 'string' ? { table: of } : of
  const by: string = found.by ?? 'id'
  const given = Object.keys(columns).map((name) => [name, sql.ref(`given.${name}`)])
  const { [by]: key, ...values } = { ...Object.fromEntries(given), ...set }
  const assigned = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assigned)}
    from ${rowsOf<Record<string, unknown>>(columns as Columns<Record<string, unknown>>, rows)}
    where ${sql.ref(`${table}.${by}`)} = ${key} and ${where}`.execute(tx)
}
