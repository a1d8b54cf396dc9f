import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { BackOff } from './back-off.ts'

/**
 * Rows that wait for a worker: one declaration for a kind of work. The rows are those of the work itself, so the work to do
 * and its state are committed together. Everything that every kind needs follows from it: which rows are due, who
 * has taken one and for how long, the wait after a failure, giving up, the wake signal, the function that lists tenants with
 * due rows, and the metrics.
 */
export interface DueRows<Table extends keyof Tables> {
  /** Names the kind in wake signals, metrics and logs. */
  readonly name: string
  readonly table: Table
  /** Which rows wait, whether or not their time has come. */
  readonly waits: Condition
  /** The time from which a row may be tried. */
  readonly from?: Column<Table>
  /** The time until which a worker has a row; null if none has. Without such a column, taking a row moves `from`. */
  readonly lease?: Column<Table>
  /** An attempt that has not reported by then was interrupted, and its row is due again. */
  readonly leaseMs?: number
  /** Counts the attempts on a row. */
  readonly tries?: Column<Table>
  /** Counts the attempts that do not count, if a row's number of attempts never decreases. */
  readonly uncounted?: Column<Table>
  /** Counts how often a row was taken, if `tries` can start over. */
  readonly takes?: Column<Table>
  /** Which rows are taken first. */
  readonly order?: RawBuilder<unknown>
  /** Further columns that are set when a row is taken. */
  readonly taking?: Change<Table>
  /** The waiting rows that a worker can hold; all of them by default. */
  readonly held?: RawBuilder<boolean>
  /** How long a row waits after a failed attempt, and when it is given up. */
  readonly backOff?: BackOff
  /** Columns that a failed attempt sets on a row that is tried again, other than its time. */
  readonly failing?: (reason: string) => Change<Table>
  /** Columns set on a row that is given up. */
  readonly givingUp?: (reason: string, now: Date) => Change<Table>
  /** How many attempts may be interrupted before a row is given up. */
  readonly mostTries?: number
  /** Also done in closed organizations; otherwise it waits until they reopen. */
  readonly whileClosed?: boolean
  /** The metrics for operators. */
  readonly figures: WorkFigures
}

interface WorkFigures {
  /** The table whose rows are counted, if it differs from the due one. */
  readonly table?: keyof Tables
  /** The rows that are counted; all waiting ones by default. */
  readonly counted?: Condition
  /** Since when the oldest of them waits, as an aggregate. */
  readonly oldest: RawBuilder<unknown>
  /** How many rows are given up, as a query that an index answers. */
  readonly givenUp?: RawBuilder<unknown>
}

/** A condition over columns of the table at a given time. */
type Condition = (now: RawBuilder<Date>) => RawBuilder<unknown>

type Column<Table extends keyof Tables> = keyof Tables[Table] & string

/** Values for columns; SQL if they depend on the row. */
export type Change<Table extends keyof Tables> = {
  readonly [C in keyof Updateable<Tables[Table]>]?: Updateable<Tables[Table]>[C] | RawBuilder<unknown>
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** The parts of a kind that do not depend on its table. */
export type AnyRows = {
  [Table in keyof Tables]: DueRows<Table>
}[keyof Tables]

/** The rows of a kind that may be tried now: they wait, their time has come, and no worker has them. */
export function isDue(
  { waits, from, lease }: { readonly waits: Condition; readonly from?: string; readonly lease?: string },
  now: RawBuilder<Date>,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    [
      sql`(${waits(now)})`,
      ...(from ? [sql`${sql.ref(from)} <= ${now}`] : []),
      ...(lease ? [sql`(${sql.ref(lease)} is null or ${sql.ref(lease)} <= ${now})`] : []),
    ],
    sql` and `,
  )})`
}

/** A time as a value in a query. */
export const at = (time: Date): RawBuilder<Date> => sql<Date>`${time}::timestamptz`
