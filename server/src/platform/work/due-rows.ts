import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { BackOff } from './back-off.ts'

/**
 * Rows that wait for a worker: one declaration for a kind of work. The rows are those of the work itself, so the work to do
 * and its state are one fact, committed together. Everything that every kind needs follows from it: which rows are due, who
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
  /** The time until which a worker has a row; null if none has. Without such a column, a take moves `from` on. */
  readonly lease?: Column<Table>
  /** A try that has not reported by then was cut off, and its row is due again. */
  readonly leaseMs?: number
  /** Counts the tries of a row. */
  readonly tries?: Column<Table>
  /** Counts the tries that do not count, if a row's number of tries never goes back. */
  readonly uncounted?: Column<Table>
  /** Counts the takes of a row, if `tries` starts over during its life. */
  readonly takes?: Column<Table>
  /** Which rows are taken first. */
  readonly order?: RawBuilder<unknown>
  /** Further columns that a take sets. */
  readonly taking?: Change<Table>
  /** Of the waiting rows, those that a worker has; all of them by default. */
  readonly held?: RawBuilder<boolean>
  /** How long a row waits after a failed try, and when it is given up. */
  readonly backOff?: BackOff
  /** Columns that a failed try sets on a row that is tried again, besides its time. */
  readonly failing?: (reason: string) => Change<Table>
  /** Columns set on a row that is given up. */
  readonly givingUp?: (reason: string, now: Date) => Change<Table>
  /** Tries that may be cut off before a row is given up. */
  readonly mostTries?: number
  /** Worked on in closed organizations, too; otherwise it waits until they are open again. */
  readonly whileClosed?: boolean
  /** The metrics for operators. */
  readonly figures: WorkFigures
}

export interface WorkFigures {
  /** The table whose rows are counted, if it differs from the due one. */
  readonly table?: keyof Tables
  /** The rows that are counted; all waiting ones by default. */
  readonly counted?: Condition
  /** Since when the oldest of them waits: an aggregate over them. */
  readonly oldest: RawBuilder<unknown>
  /** How many rows were given up and still are: a query that an index answers. */
  readonly givenUp?: RawBuilder<unknown>
}

/** A condition over columns of the table, at a moment. */
export type Condition = (now: RawBuilder<Date>) => RawBuilder<unknown>

export type Column<Table extends keyof Tables> = keyof Tables[Table] & string

/** Values for columns; SQL if they depend on the row. */
export type Change<Table extends keyof Tables> = {
  readonly [C in keyof Updateable<Tables[Table]>]?: Updateable<Tables[Table]>[C] | RawBuilder<unknown>
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** The parts of a kind that do not depend on its table. */
export type AnyRows = {
  [Table in keyof Tables]: DueRows<Table>
}[keyof Tables]

/** Which rows of a kind may be tried now: they wait, their time has come, and no worker has them. */
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

/** A moment as a value of a query. */
export const at = (time: Date): RawBuilder<Date> => sql<Date>`${time}::timestamptz`
