/** Pages of the lists behind figures, whose rows are counted when they are asked for. */
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { totalOf } from '#platform/list/page.ts'
import { countOf } from '#platform/rows.ts'

/** What a reader is shown of rows, beside their scope. */
export interface ListedReader {
  /** Conversations are named without the subjects of mails, as in `TitleReader`. */
  readonly withoutSubjects?: boolean
  /** What conversations are about, and whether that may be one that was hidden from everyone. */
  readonly seesThemes?: boolean
  readonly seesHiddenThemes?: boolean
}

/** @param withoutSubjects Whether they lack a purpose that is required. */
export const listedReader = (
  { permissions }: Pick<Actor, 'permissions'>,
  withoutSubjects: boolean,
): ListedReader => ({
  withoutSubjects,
  seesThemes: permissions.has('themes.view'),
  seesHiddenThemes: permissions.has('themes.manage'),
})

/** A page, an order with a hyphen before it that turns it, and a part of a name. */
export interface ListedQuery extends ListedReader {
  readonly limit: number
  readonly skip: number
  readonly sort?: string | undefined
  readonly search?: string | undefined
  /** The total is exact up to this number, as in `totalOf`. */
  readonly exactTo?: number
}

interface Listed<Row, Item, Sort extends string> {
  /** What follows `from`, with its conditions. */
  readonly rows: RawBuilder<unknown>
  readonly orders: Readonly<Record<Sort, RawBuilder<unknown>>>
  readonly usual: NoInfer<Sort | `-${Sort}`>
  /** The last sort key. */
  readonly tie: RawBuilder<unknown>
  /** Further columns of a row of `page`, which only those of the page are read for. */
  readonly details?: RawBuilder<unknown>
  readonly toItem: (row: Row) => Item
}

export async function findListed<Row, Item, Sort extends string>(
  tx: TenantTx,
  { limit, skip, sort, exactTo }: ListedQuery,
  { rows, orders, usual, tie, details, toItem }: Listed<Row, Item, Sort>,
): Promise<Page<Item>> {
  const asked = sort ?? usual
  const by = orders[asked.replace('-', '') as Sort]
  const direction = asked.startsWith('-') ? sql`desc` : sql`asc`
  const order = sql`order by ${by} ${direction} nulls last, ${tie}`
  // All rows are sorted, so they are counted as well.
  const page = sql`(select *, count(*) over ()::int as in_all from ${rows} ${order} limit ${limit} offset ${skip}) page`
  const { rows: found } = await sql<Row & { in_all: number }>`
    select page.* ${details ? sql`, ${details}` : sql``} from ${page} ${order}`.execute(tx)
  const { total } = await totalOf({ limit, skip, ...(exactTo && { exactTo }) }, found.length, async () => {
    return found[0]?.in_all ?? countOf(tx, rows)
  })
  return { items: found.map(toItem), total }
}

/** One page of days that are counted already, the first ones first unless another order is asked for. Days without a value come last. */
export function pageOfDays<Day extends { readonly day: string }>(
  days: readonly Day[],
  { limit, skip, sort = 'day' }: Pick<ListedQuery, 'limit' | 'skip' | 'sort'>,
): Page<Day> {
  const field = sort.replace('-', '') as keyof Day
  const turn = sort.startsWith('-') ? -1 : 1
  const compare = (one: Day, other: Day) => {
    const [a, b] = [one[field] ?? null, other[field] ?? null]
    if (a === b) return one.day < other.day ? -1 : 1
    if (a === null || b === null) return a === null ? 1 : -1
    return (a < b ? -1 : 1) * turn
  }
  return { items: days.toSorted(compare).slice(skip, skip + limit), total: days.length }
}
