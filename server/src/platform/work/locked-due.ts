import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import { at, type DueRows, isDue } from './due-rows.ts'

interface Locked {
  readonly most: number
  /** All of them by default. */
  readonly columns?: RawBuilder<unknown>
  /** That of the kind by default. */
  readonly order?: RawBuilder<unknown>
  /** Other transactions may go on to name these rows in rows of theirs. */
  readonly isNamed?: true
}

/**
 * Due rows in their order, locked until the transaction ends: one worker skips what another has locked, so two never have the same. As a
 * query, or as a part of one.
 */
export function lockedDue<Table extends keyof Tables>(
  rows: DueRows<Table>,
  now: Date | RawBuilder<Date>,
  { most, columns = sql`*`, order = rows.order ?? sql`id`, isNamed }: Locked,
): RawBuilder<unknown> {
  const time = now instanceof Date ? at(now) : now
  return sql`select ${columns} from ${sql.table(rows.table)} where ${isDue(rows, time)}
    order by ${order} limit ${sql.lit(most)} ${isNamed ? namedLock : sql`for update`} skip locked`
}

const namedLock = sql`for no key update`

/** The same lock on the rows of one table that a query joins with others. */
export const lockedOf = (alias: string): RawBuilder<unknown> =>
  sql`${namedLock} of ${sql.ref(alias)} skip locked`
