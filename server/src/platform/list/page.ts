import type { Fields } from '@verbatim/contract/list-filter.ts'
import { exactTotal, type ListQuery, type ListSpec, type Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { countOf } from '#platform/rows.ts'
import { allOf, type Columns, filterSql, orderSql } from './sql.ts'

/** The question of `findPage`. The slice provides every part as SQL; `from` may join. */
export interface Listing<F extends string> {
  readonly spec: ListSpec<Readonly<Record<F, Fields[string]>>, string>
  readonly columns: Columns<F>
  readonly select: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  /** The scope, the search and the slice's other conditions on a row. */
  readonly where: RawBuilder<boolean>
  /** The last sort key: the id. */
  readonly tie: RawBuilder<unknown>
}

/** One page of a list's rows, and its total: exact up to `exactTo`. */
export async function findPage<Row, F extends string = string>(
  tx: TenantTx,
  { spec, columns, select, from, where, tie }: Listing<F>,
  query: Pick<ListQuery<F>, 'filter' | 'sort' | 'limit' | 'skip' | 'exactTo'>,
  now: Date,
): Promise<Page<Row>> {
  const matching = allOf([where, filterSql(spec.fields, columns, query.filter, now)])
  const order = orderSql(spec.fields, columns, query.sort, tie)
  const { rows } = await sql<Row>`
    select ${select} from ${from} where ${matching}
    order by ${order} limit ${query.limit} offset ${query.skip}`.execute(tx)
  const total = await totalOf(query, rows.length, (most) =>
    countOf(tx, sql`(select from ${from} where ${matching} limit ${most}) counted`),
  )
  return { items: rows, ...total }
}

/** The total of a list with a known page; runs a query only if the page does not show it. */
export async function totalOf(
  { limit, skip, exactTo = exactTotal }: Pick<ListQuery, 'limit' | 'skip' | 'exactTo'>,
  given: number,
  count: (most: number) => Promise<number>,
): Promise<Pick<Page<never>, 'total' | 'atLeast'>> {
  if (given < limit && (given > 0 || skip === 0)) return { total: skip + given }
  const counted = await count(exactTo + 1)
  return counted > exactTo ? { total: Math.max(exactTo, skip + given), atLeast: true } : { total: counted }
}
