/**
 * Lists that database functions answer, because row-level security would not allow their index. A slice names the places of
 * its fields; the functions are generated from them (`functions.ts`).
 */
import type { Field, Fields } from '@verbatim/contract/list-filter.ts'
import { type Elsewhere, findEach, sqlTypes } from './named.ts'

/** Where the functions find a field. */
interface SearchedField {
  readonly expression: string
  /** PL/pgSQL that returns the condition of `test` and `vals` for a `tenant`; null if the test does not exist. */
  readonly condition: string
  /** The sort expression, if it differs. */
  readonly sortedBy?: string
  /** Most rows have 0, and an index contains the others, so a list in its order consists of two parts. */
  readonly mostlyZero?: true
  /** Its words are indexed, so a search for characters tests them first. */
  readonly inWords?: true
}

type SqlType = (typeof sqlTypes)[Field['type']]

export interface SearchedList {
  /** The prefix of its functions' names. */
  readonly prefix: string
  /** The name of its rows in errors. */
  readonly rows: string
  /** The alias of its table in the functions. */
  readonly alias: string
  readonly fields: Fields
  readonly found: Readonly<Record<string, SearchedField>>
  /** The time field, which is the last key of every order. */
  readonly newest: string
  /** PL/pgSQL that turns `tenant` and `question` into the condition on words, beginning with ` and `; null for none. */
  readonly words: string
  /** An order by a field of few values is read in parts, because its index contains each part in order, but not the whole. */
  readonly inParts?: true
}

/** A text as an SQL literal. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A field with ordinary tests. */
export const at = (expression: string, type: SqlType = 'text', sortedBy?: string): SearchedField => ({
  expression,
  condition: `public.list_test(${quoted(expression)}, '${type}', test, vals)`,
  ...(sortedBy !== undefined && { sortedBy }),
})

/** A field tested by a function of `schema/functions/`, which uses an index. */
export const testedBy = (call: string, expression: string): SearchedField => ({
  expression,
  condition: `public.${call}`,
})

/** The same if the function has only some tests; the others are ordinary. */
export const testedFirstBy = (call: string, expression: string, type: SqlType = 'uuid'): SearchedField => ({
  expression,
  condition: `coalesce(public.${call}, public.list_test(${quoted(expression)}, '${type}', test, vals))`,
})

/** True or false: each is a condition that an index of those rows answers. */
export const flag = (expression: string): SearchedField => ({
  expression,
  condition: `public.list_flag(${quoted(expression)}, test, vals)`,
})

/** A number that is 0 in most rows. */
export const mostlyZero = (expression: string): SearchedField => ({
  expression,
  condition: `public.list_count(${quoted(expression)}, test, vals)`,
  mostlyZero: true,
})

/** A text whose words are indexed: if it contains some characters, so do its words. */
export const inWords = (expression: string): SearchedField => ({
  expression,
  condition: `public.searched_characters(public.list_test(${quoted(expression)}, 'text', test, vals), tenant, condition)`,
  inWords: true,
})

/** The places of a list's fields: the columns of their names, or those that the slice gives. */
export function foundIn<Table>() {
  return <F extends Fields>(fields: F, alias: string, elsewhere: Elsewhere<F, Table, SearchedField>) =>
    findEach<F, SearchedField>(fields, elsewhere, (column, field) => named(`${alias}.${column}`, field))
}

function named(expression: string, { type, values }: Field): SearchedField {
  const isFlag = values?.toSorted().join() === 'false,true'
  return isFlag ? flag(expression) : at(expression, sqlTypes[type])
}
