/**
 * The list dialect as SQL. A slice says where each field of its contract's list is found; conditions, order, page
 * and exact count follow. Values are parameters, always.
 */
import {
  type Condition,
  dateSpan,
  type Fields,
  noId,
  type Operator,
  periodSpan,
} from '@verbatim/contract/list-filter.ts'
import { exactTotal, type ListQuery, type ListSpec, type Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from './db.ts'

/** A condition in the few tests that SQL needs: dates are bounds, ordered enums are sets, one value is a set of one. */
export interface PlainCondition<F extends string = string> {
  readonly field: F
  readonly test:
    | 'in'
    | 'nin'
    | 'lt'
    | 'lte'
    | 'gt'
    | 'gte'
    | 'outside'
    | 'contains'
    | 'starts'
    | 'ends'
    | 'empty'
    | 'nempty'
  readonly values: readonly string[]
}

/** Where a field is found. `type` is what a value is cast to; an array holds the field if it overlaps. */
export interface Column {
  readonly expression: RawBuilder<unknown>
  readonly type: 'text' | 'uuid' | 'timestamptz' | 'numeric' | 'uuid[]' | 'text[]'
  /** Of a field that a row has many of in another table: a query for the expressions that have one of `values`. */
  readonly holdingAny?: (values: RawBuilder<unknown>) => RawBuilder<unknown>
}
export type Columns<F extends string = string> = Readonly<Record<F, Column>>

/** A column of a table as a list's field. */
export const column = (name: string, type: Column['type'] = 'text'): Column => ({
  expression: sql.ref(name),
  type,
})

/** The conditions of a filter, made plain. `now` is what periods of N days end with. */
export function plainConditions<F extends string>(
  fields: Fields,
  conditions: readonly Condition<F>[],
  now: Date,
): PlainCondition<F>[] {
  return conditions.flatMap((condition) => {
    const { field, operator, values } = condition
    const { type, values: ranks } = fields[field] ?? {}
    if (type === 'date' && values.length > 0) return dateConditions(condition, now)
    if (ranks && comparisons.has(operator)) return { field, test: 'in', values: ranked(ranks, condition) }
    if (operator === 'eq') return { field, test: 'in', values }
    if (operator === 'neq') return { field, test: 'nin', values }
    if (operator !== 'between') return { field, test: operator, values }
    return [
      { field, test: 'gte', values: values.slice(0, 1) },
      { field, test: 'lte', values: values.slice(1, 2) },
    ]
  })
}

const comparisons: ReadonlySet<Operator> = new Set<Operator>(['lt', 'lte', 'gt', 'gte', 'between'])

function dateConditions<F extends string>(
  { field, operator, values }: Condition<F>,
  now: Date,
): PlainCondition<F>[] {
  const span = operator === 'between' ? periodSpan(values, now) : dateSpan(values[0] ?? '')
  if (!span) throw new Error('A date that was not parsed')
  const [start, end] = [[span.start.toISOString()], [span.end.toISOString()]]
  if (operator === 'lt') return [{ field, test: 'lt', values: start }]
  if (operator === 'lte') return [{ field, test: 'lt', values: end }]
  if (operator === 'gt') return [{ field, test: 'gte', values: end }]
  if (operator === 'gte') return [{ field, test: 'gte', values: start }]
  if (operator === 'neq') return [{ field, test: 'outside', values: [...start, ...end] }]
  return [
    { field, test: 'gte', values: start },
    { field, test: 'lt', values: end },
  ]
}

/** The values of an ordered enum that a comparison means. */
function ranked(ranks: readonly string[], { operator, values }: Condition): string[] {
  const low = ranks.indexOf(values[0] ?? '')
  const high = ranks.indexOf(values[1] ?? '')
  return ranks.filter((_, rank) => {
    if (operator === 'lt') return rank < low
    if (operator === 'lte') return rank <= low
    if (operator === 'gt') return rank > low
    if (operator === 'gte') return rank >= low
    return rank >= low && rank <= high
  })
}

/** One plain condition as SQL. What is null is empty, and is in no set. */
export function conditionSql(column: Column, condition: PlainCondition): RawBuilder<boolean> {
  return manySql(column, condition) ?? oneSql(column, condition)
}

/** Of a field of which a row has many, or perhaps none. */
function manySql(
  { expression, type, holdingAny }: Column,
  { test, values }: PlainCondition,
): RawBuilder<boolean> | undefined {
  const cast = sql.raw(type)
  if (holdingAny && (test === 'in' || test === 'nin')) {
    const holders = holdingAny(sql`${values}::${cast}[]`)
    return sql`${expression} ${sql.raw(test === 'nin' ? 'not in' : 'in')} (${holders})`
  }
  if (type.endsWith('[]')) return arraySql(expression, cast, { test, values })
  return type === 'uuid' && values.includes(noId) ? orNoneSql(expression, { test, values }) : undefined
}

function oneSql({ expression, type }: Column, { test, values }: PlainCondition): RawBuilder<boolean> {
  const cast = sql.raw(type)
  const [value, other] = values
  switch (test) {
    case 'in':
      return sql`${expression} = any(${values}::${cast}[])`
    case 'nin':
      return sql`coalesce(${expression} <> all(${values}::${cast}[]), true)`
    case 'outside':
      return sql`coalesce(not (${expression} >= ${value}::${cast} and ${expression} < ${other}::${cast}), true)`
    case 'contains':
      return sql`${expression} ilike ${`%${likeLiteral(value)}%`}`
    case 'starts':
      return sql`${expression} ilike ${`${likeLiteral(value)}%`}`
    case 'ends':
      return sql`${expression} ilike ${`%${likeLiteral(value)}`}`
    case 'empty':
      return sql`coalesce(${expression}::text, '') = ''`
    case 'nempty':
      return sql`coalesce(${expression}::text, '') <> ''`
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return sql`${expression} ${sql.raw(infix[test])} ${value}::${cast}`
  }
}

/** Where having none is one of the values. */
function orNoneSql(
  expression: RawBuilder<unknown>,
  { test, values }: Pick<PlainCondition, 'test' | 'values'>,
): RawBuilder<boolean> {
  return test === 'nin'
    ? sql`(${expression} is not null and ${expression} <> all(${values}::uuid[]))`
    : sql`(${expression} is null or ${expression} = any(${values}::uuid[]))`
}

function arraySql(
  expression: RawBuilder<unknown>,
  cast: RawBuilder<unknown>,
  { test, values }: Pick<PlainCondition, 'test' | 'values'>,
): RawBuilder<boolean> {
  if (test === 'empty') return sql`${expression} = '{}'`
  if (test === 'nempty') return sql`${expression} <> '{}'`
  const overlaps = sql<boolean>`${expression} && ${values}::${cast}`
  return test === 'nin' ? sql`not (${overlaps})` : overlaps
}

const infix = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const
const likeLiteral = (text = '') => text.replace(/[\\%_]/g, '\\$&')

/** All conditions of a list's filter as one. True where there are none. */
export function filterSql<F extends string>(
  fields: Fields,
  columns: Columns<F>,
  filter: readonly Condition<F>[],
  now: Date,
): RawBuilder<boolean> {
  return allOf(
    plainConditions(fields, filter, now).map((condition) =>
      conditionSql(columns[condition.field], condition),
    ),
  )
}

/** Every word of `text`, in any case, somewhere in `expressions`: the search of lists that are not full of text. */
export function wordsSql(expressions: readonly RawBuilder<unknown>[], text: string): RawBuilder<boolean> {
  const sought = sql`concat_ws(' ', ${sql.join(expressions)})`
  const words = text.split(/\s+/u).filter((word) => word !== '')
  return allOf(words.map((word) => sql<boolean>`${sought} ilike ${`%${likeLiteral(word)}%`}`))
}

/** All of them; true where there are none. */
export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql`) and (`)})`
}

/** The order of a list. Ordered enums sort by rank; `tie` ends it with what no two rows share. */
export function orderSql<F extends string>(
  fields: Fields,
  columns: Columns<F>,
  sort: ListQuery<F>['sort'],
  tie: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = sort.map(({ field, direction }) => {
    const { type, ordered, values } = fields[field] ?? {}
    const { expression } = columns[field]
    const key =
      type === 'enum' && ordered ? sql`array_position(${values}::text[], ${expression})` : expression
    return sql`${key} ${sql.raw(direction)}`
  })
  return sql.join([...keys, tie])
}

/** What `findPage` reads. Every part is SQL of the slice's own; `from` may join. */
export interface Listing<F extends string> {
  readonly spec: ListSpec<Readonly<Record<F, Fields[string]>>, string>
  readonly columns: Columns<F>
  readonly select: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  /** The scope, the search, and whatever else the slice asks of a row. */
  readonly where: RawBuilder<boolean>
  /** Ends the order: the id. */
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
  const total = await totalOf(query, rows.length, async (most) => {
    const counted = await sql<{ n: string }>`
      select count(*) as n from (select from ${from} where ${matching} limit ${most}) counted`.execute(tx)
    return Number(counted.rows[0]?.n)
  })
  return { items: rows, ...total }
}

/** The total of a list of which a page is known; asks only where the page does not tell. */
export async function totalOf(
  { limit, skip, exactTo = exactTotal }: Pick<ListQuery, 'limit' | 'skip' | 'exactTo'>,
  given: number,
  count: (most: number) => Promise<number>,
): Promise<Pick<Page<never>, 'total' | 'atLeast'>> {
  if (given < limit && (given > 0 || skip === 0)) return { total: skip + given }
  const counted = await count(exactTo + 1)
  return counted > exactTo ? { total: Math.max(exactTo, skip + given), atLeast: true } : { total: counted }
}
