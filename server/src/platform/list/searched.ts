/**
 * Lists that database functions answer, because row-level security would not allow their index. A slice names the places of
 * its fields; the functions are generated from them (`functions.ts`).
 */
import type { Field, Fields } from '@verbatim/contract/list-filter.ts'
import { type Elsewhere, findEach, sqlTypes } from './named.ts'

/** How the functions find a field. */
export interface SearchedField {
  readonly expression: string
  /** PL/pgSQL that makes the condition of `test` and `vals` for a `tenant`; null if there is no such test. */
  readonly condition: string
  /** The sort expression, if it differs. */
  readonly sortedBy?: string
  /** Most rows have 0, and an index holds the others: a list in its order consists of two. */
  readonly mostlyZero?: true
  /** Its words are indexed: they are tested first in a search for characters. */
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
  /** The field of time, which ends every order. */
  readonly newest: string
  /** PL/pgSQL that turns `tenant` and `question` into the condition on words, beginning with ` and `; null for none. */
  readonly words: string
  /** An order by a field of few values is read part by part, for its index has each part in order and not the whole. */
  readonly inParts?: true
}

/** A text as SQL writes it. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A field that is tested like any other. */
export const at = (expression: string, type: SqlType = 'text', sortedBy?: string): SearchedField => ({
  expression,
  condition: `public.list_test(${quoted(expression)}, '${type}', test, vals)`,
  ...(sortedBy !== undefined && { sortedBy }),
})

/** A field whose tests are those of a function of `schema/functions/`, which knows an index. */
export const testedBy = (call: string, expression: string): SearchedField => ({
  expression,
  condition: `public.${call}`,
})

/** The same if the function knows only some tests; the others are those of any field. */
export const testedFirstBy = (call: string, expression: string, type: SqlType = 'uuid'): SearchedField => ({
  expression,
  condition: `coalesce(public.${call}, public.list_test(${quoted(expression)}, '${type}', test, vals))`,
})

/** True or false: each is a condition itself, which an index of those rows answers. */
export const flag = (expression: string): SearchedField => ({
  expression,
  condition: `public.list_flag(${quoted(expression)}, test, vals)`,
})

/** A number that most rows have none of. */
export const mostlyZero = (expression: string): SearchedField => ({
  expression,
  condition: `public.list_count(${quoted(expression)}, test, vals)`,
  mostlyZero: true,
})

/** A text whose words are indexed: what holds some characters holds words that do. */
export const inWords = (expression: string): SearchedField => ({
  expression,
  condition: `public.searched_characters(public.list_test(${quoted(expression)}, 'text', test, vals), tenant, condition)`,
  inWords: true,
})

/** The places of a list's fields: in the columns of their names, or as the slice says. */
export function foundIn<Table>() {
  return <F extends Fields>(fields: F, alias: string, elsewhere: Elsewhere<F, Table, SearchedField>) =>
    findEach<F, SearchedField>(fields, elsewhere, (column, field) => named(`${alias}.${column}`, field))
}

function named(expression: string, { type, values }: Field): SearchedField {
  const isFlag = values?.toSorted().join() === 'false,true'
  return isFlag ? flag(expression) : at(expression, sqlTypes[type])
}
