/**
 * The list dialect as SQL. A slice names the place of each field of its contract's list; conditions, order, page and exact
 * count follow. Values are always parameters.
 */
import { type Condition, type Fields, noId } from '@verbatim/contract/list-filter.ts'
import type { ListQuery } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { type PlainCondition, plainConditions } from './plain-conditions.ts'
import { type Elsewhere, findEach, sqlTypes } from './named.ts'
import { type Hole, piecesOf } from './tests.ts'

/** The place of a field. `type` is the cast of a value; an array matches if it overlaps. */
export interface Column {
  readonly expression: RawBuilder<unknown>
  readonly type: 'text' | 'uuid' | 'timestamptz' | 'numeric' | 'uuid[]' | 'text[]'
  /** For a field with many values per row in another table: a query for expressions with one of `values`. */
  readonly holdingAny?: (values: RawBuilder<unknown>) => RawBuilder<unknown>
  /** For values that may have become others since the condition was written: those that count today. */
  readonly today?: (values: RawBuilder<unknown>) => RawBuilder<unknown>
}
export type Columns<F extends string = string> = Readonly<Record<F, Column>>

/** A column of a table as a list's field. */
export const column = (name: string, type: Column['type'] = 'text'): Column => ({
  expression: sql.ref(name),
  type,
})

/** The field of what an administrator can switch: `enabled` or `disabled`. */
export const enabledStatus = (alias: string): Column => ({
  expression: sql`case when ${sql.ref(`${alias}.enabled`)} then 'enabled' else 'disabled' end`,
  type: 'text',
})

/** The places of a list's fields: the columns of their names, or those that the slice gives. */
export function columnsIn<Row>() {
  return <F extends Fields>(fields: F, alias: string, elsewhere: Elsewhere<F, Row, Column>) =>
    findEach<F, Column>(fields, elsewhere, (name, { type }) => column(`${alias}.${name}`, sqlTypes[type]))
}

/** One plain condition as SQL. Null counts as empty and is in no set. */
function conditionSql(column: Column, condition: PlainCondition): RawBuilder<boolean> {
  return manySql(column, condition) ?? oneSql(column, condition)
}

/** For a field with any number of values per row. */
function manySql(
  { expression, type, holdingAny, today }: Column,
  { test, values }: PlainCondition,
): RawBuilder<boolean> | undefined {
  const cast = sql.raw(type)
  if (holdingAny && (test === 'in' || test === 'nin')) {
    const holders = holdingAny(sql`${values}::${cast}[]`)
    return sql`${expression} ${sql.raw(test === 'nin' ? 'not in' : 'in')} (${holders})`
  }
  if (type.endsWith('[]')) return arraySql(expression, cast, { test, values })
  return type === 'uuid' && values.includes(noId)
    ? orNoneSql({ expression, ...(today && { today }) }, { test, values })
    : undefined
}

function oneSql({ expression, type, today }: Column, { test, values }: PlainCondition): RawBuilder<boolean> {
  const [first = '', second = ''] = values
  const literal = likeLiteral(first)
  const filled: Record<Hole, RawBuilder<unknown>> = {
    it: expression,
    type: sql.raw(type),
    values: today?.(sql`${values}::${sql.raw(type)}[]`) ?? sql`${values}`,
    first: sql`${first}`,
    second: sql`${second}`,
    containing: sql`${`%${literal}%`}`,
    starting: sql`${`${literal}%`}`,
    ending: sql`${`%${literal}`}`,
  }
  return sql.join(
    piecesOf(test).map((piece) => ('hole' in piece ? filled[piece.hole] : sql.raw(piece.text))),
    sql``,
  )
}

/** If "none" is one of the values. */
function orNoneSql(
  { expression, today }: Pick<Column, 'expression' | 'today'>,
  { test, values }: Pick<PlainCondition, 'test' | 'values'>,
): RawBuilder<boolean> {
  const given = sql`${values}::uuid[]`
  const counted = today?.(given) ?? given
  return test === 'nin'
    ? sql`(${expression} is not null and ${expression} <> all(${counted}))`
    : sql`(${expression} is null or ${expression} = any(${counted}))`
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

const likeLiteral = (text = '') => text.replace(/[\\%_]/g, '\\$&')

/** All conditions of a list's filter as one. True without conditions. */
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

/** Every word of `text`, in any case, occurs in `expressions`: the search of lists with little text. */
export function wordsSql(expressions: readonly RawBuilder<unknown>[], text: string): RawBuilder<boolean> {
  const sought = sql`concat_ws(' ', ${sql.join(expressions)})`
  return allOf(wordsOf(text).map((word) => sql<boolean>`${sought} ilike ${`%${likeLiteral(word)}%`}`))
}

/** The same in a text that is already in lower case, because folding a hundred thousand names is most of the work. */
export function lowerWordsSql(expression: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = wordsOf(text.toLowerCase())
  return allOf(words.map((word) => sql<boolean>`${expression} like ${`%${likeLiteral(word)}%`}`))
}

const wordsOf = (text: string) => text.split(/\s+/u).filter((word) => word !== '')

/** All conditions combined; true without any. */
export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql`) and (`)})`
}

/** The order of a list. Ordered enums sort by rank; `tie` ends it with a unique key. */
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
