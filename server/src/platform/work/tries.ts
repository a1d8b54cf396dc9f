import { type RawBuilder, sql } from 'kysely'
import { type Columns, rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Tables } from '#schema/tables.ts'
import { spread } from './back-off.ts'
import { at, type Change, type DueRows, isDue, type Row } from './due-rows.ts'
import { lockedDue } from './locked-due.ts'

/** One worker's attempt on a row. A worker that counted as lost cannot affect the attempt after its own. */
export interface Try<Table extends keyof Tables> {
  /** The kind of the row. */
  readonly rows: DueRows<Table>
  readonly id: string
  /** How often the row was taken: the fencing number. */
  readonly attempt: number
  /** When the attempt counts as interrupted, unless it is extended. */
  readonly until: Date
  /** Since when its work exists, if its back-off depends on that. */
  readonly since?: Date
}

/** The outcome of an attempt. */
type Outcome<Table extends keyof Tables> =
  | { readonly done: Change<Table> }
  /** `lasting`: no further attempt would succeed. `afterMs`: who was asked wants to be left alone for at least so long. */
  | { readonly failed: string; readonly lasting?: boolean; readonly afterMs?: number | undefined }
  /** Failed for a reason outside the row: due again at this time (null: at once), and the attempt does not count. */
  | { readonly putOff: Date | RawBuilder<Date> | null; readonly also?: Change<Table> }

/** `lost`: another worker has the row, or it no longer waits; nothing was changed. */
export type Settled = 'done' | 'later' | 'given-up' | 'put-off' | 'lost'

/** Takes at most this many due rows, for one lease. Two workers never take the same: one skips what the other has locked. */
export async function takeDue<Table extends keyof Tables>(
  tx: TenantTx,
  rows: DueRows<Table>,
  most: number,
  now: Date,
): Promise<{ readonly row: Row<Table>; readonly tried: Try<Table> }[]> {
  const { tries, takes } = rows
  const until = leaseEnd(rows, now)
  const table = sql.table(rows.table)
  const due = lockedDue(rows, now, { most, columns: sql`id` })
  const counted = [...new Set([tries, takes])].flatMap((name) => (name ? [name] : []))
  const change = {
    ...Object.fromEntries(counted.map((name) => [name, sql`${sql.ref(name)} + 1`])),
    [leaseColumn(rows)]: until,
    ...rows.taking,
  } as Change<Table>
  // The array is computed once, not for each row.
  const { rows: taken } = await sql<Row<Table>>`update ${table} set ${assigned(change)}
    where id = any(array(${due})) returning *`.execute(tx)
  return taken.map((row) => {
    const { id, [fenceOf(rows)]: attempt } = row as unknown as { id: string; [count: string]: unknown }
    return { row, tried: { rows, id, attempt: Number(attempt), until } }
  })
}

/** Gives up rows whose attempts were interrupted too often. @returns The changed rows. */
export async function giveUpSpent<Table extends keyof Tables>(
  tx: TenantTx,
  rows: DueRows<Table>,
  reason: string,
  now: Date,
): Promise<Row<Table>[]> {
  const { table, tries, uncounted, mostTries, givingUp } = rows
  if (!tries || !mostTries || !givingUp) throw new TypeError(`Rows of ${rows.name} are not given up`)
  const counted = uncounted ? sql`${sql.ref(tries)} - ${sql.ref(uncounted)}` : sql.ref(tries)
  const { rows: given } = await sql<Row<Table>>`update ${sql.table(table)}
    set ${assigned(givingUp(reason, now))}
    where ${isDue(rows, at(now))} and ${counted} >= ${sql.lit(mostTries)} returning *`.execute(tx)
  return given
}

/** Changes the row of an attempt. @returns The row; undefined if another worker has it, or if it no longer waits. */
export async function report<Table extends keyof Tables>(
  tx: TenantTx,
  { rows, id, attempt, until }: Try<Table>,
  change: Change<Table>,
): Promise<Row<Table> | undefined> {
  const { waits, held, from, lease } = rows
  // If attempts are uncounted, their number may occur again, so their time distinguishes them.
  const alsoUntil = from && !lease ? sql` and ${sql.ref(from)} = ${until}` : sql``
  const { rows: changed } = await sql<Row<Table>>`update ${sql.table(rows.table)} set ${assigned(change)}
    where id = ${id} and ${sql.ref(fenceOf(rows))} = ${attempt} and (${held ?? waits(at(until))})${alsoUntil}
    returning *`.execute(tx)
  return changed[0]
}

/** A statement for many attempts: each of them sets these columns to values of its own. */
interface Said<Values extends object> {
  readonly columns: Columns<Values>
  /** One for each attempt, in their order. */
  readonly values: readonly Values[]
}

/** Changes the rows of many attempts of one kind in one statement. Rows that another worker has, or that no longer wait, stay. */
export async function reportAll<Table extends keyof Tables, Values extends object = object>(
  tx: TenantTx,
  tries: readonly Try<Table>[],
  change: Change<Table>,
  said?: Said<Values>,
): Promise<void> {
  const [first] = tries
  if (!first) return
  const { table, waits, held, from, lease } = first.rows
  const { columns, values } = said ?? { columns: {}, values: [] }
  const given = tries.map(({ id, attempt, until }, index) => ({
    tried_id: id,
    tried_count: attempt,
    tried_until: until,
    ...values[index],
  }))
  const own = Object.keys(columns).map((column) => [column, sql.ref(`given.${column}`)])
  const all = { tried_id: 'uuid', tried_count: 'bigint', tried_until: 'timestamptz', ...columns }
  const row = sql.table(table)
  // As in `report`.
  const alsoUntil = from && !lease ? sql` and ${row}.${sql.ref(from)} = given.tried_until` : sql``
  await sql`update ${row} set ${assigned({ ...Object.fromEntries(own), ...change })}
    from ${rowsOf(all, given)}
    where ${row}.id = given.tried_id and ${row}.${sql.ref(fenceOf(first.rows))} = given.tried_count
      and (${held ?? waits(at(first.until))})${alsoUntil}`.execute(tx)
}

/** Extends the lease of a running attempt, and sets further columns. Its kind must have a lease column. */
export function prolong<Table extends keyof Tables>(
  tx: TenantTx,
  tried: Try<Table>,
  now: Date,
  also?: Change<Table>,
): Promise<Row<Table> | undefined> {
  const { name, lease: column = missing(name, 'a lease that can be prolonged') } = tried.rows
  const lease = { [column]: leaseEnd(tried.rows, now) }
  return report(tx, tried, { ...also, ...lease } as Change<Table>)
}

/** Records the outcome of an attempt: the row is done, waits for its next attempt, or is given up. */
export async function settle<Table extends keyof Tables>(
  tx: TenantTx,
  tried: Try<Table>,
  outcome: Outcome<Table>,
  now: Date,
): Promise<Settled> {
  const { rows } = tried
  const say = async (change: Change<Table>, settled: Settled) =>
    (await report(tx, tried, change)) ? settled : 'lost'
  if ('done' in outcome) return say(outcome.done, 'done')
  if ('putOff' in outcome)
    return say({ ...again(rows, outcome.putOff), ...uncounting(rows), ...outcome.also }, 'put-off')
  const { failed: reason, lasting = false, afterMs = 0 } = outcome
  const ageMs = tried.since ? now.getTime() - tried.since.getTime() : 0
  const waitMs = lasting ? undefined : rows.backOff?.(tried.attempt, ageMs)
  if (waitMs === undefined) {
    const { givingUp } = rows
    if (!givingUp) throw new TypeError(`Rows of ${rows.name} are not given up`)
    return say(givingUp(reason, now), 'given-up')
  }
  const spreadMs = spread(waitMs, tried.id, tried.attempt)
  const next = again(rows, new Date(now.getTime() + Math.max(spreadMs, afterMs)))
  return say({ ...next, ...rows.failing?.(reason) } as Change<Table>, 'later')
}

/** Records for many attempts of one kind that they failed for a reason outside of their rows. */
export const putAllOff = <Table extends keyof Tables>(
  tx: TenantTx,
  tries: readonly Try<Table>[],
  time: Date | RawBuilder<Date>,
  also?: Change<Table>,
): Promise<void> => {
  const [first] = tries
  if (!first) return Promise.resolve()
  return reportAll(tx, tries, { ...again(first.rows, time), ...uncounting(first.rows), ...also })
}

/** Values for the columns of an `update … set`. */
export function assigned(change: object): RawBuilder<unknown> {
  return sql.join(
    Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql`, `,
  )
}

/** A row without a worker, due from this time. */
function again<Table extends keyof Tables>(
  { from, lease }: DueRows<Table>,
  time: Date | RawBuilder<Date> | null,
): Change<Table> {
  const both = from ? { [from]: time, ...(lease && { [lease]: null }) } : lease ? { [lease]: time } : {}
  return both as Change<Table>
}

/** Uncounting is safe only if something else distinguishes an attempt from an earlier one with the same number. */
function uncounting<Table extends keyof Tables>(rows: DueRows<Table>): Change<Table> {
  const { name, tries, uncounted, takes, lease } = rows
  if (lease && !uncounted && !takes) missing(name, 'a column that counts what does not count')
  const change = uncounted
    ? { [uncounted]: sql`${sql.ref(uncounted)} + 1` }
    : tries
      ? { [tries]: sql`${sql.ref(tries)} - 1` }
      : {}
  return change as Change<Table>
}

const fenceOf = ({ name, takes, tries }: { name: string; takes?: string; tries?: string }): string =>
  takes ?? tries ?? missing(name, 'a column that counts its takes')

const leaseColumn = ({ name, lease, from }: { name: string; lease?: string; from?: string }): string =>
  lease ?? from ?? missing(name, 'a column for its lease')

const leaseEnd = ({ name, leaseMs }: { name: string; leaseMs?: number }, now: Date): Date =>
  new Date(now.getTime() + (leaseMs ?? missing(name, 'a lease')))

function missing(name: string, what: string): never {
  throw new TypeError(`Rows of ${name} are declared without ${what}`)
}
