/**
 * The conditions of a list as SQL: one text for the queries and for the search functions. Null counts as empty and is in no
 * set.
 */

export type Test =
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

/** The placeholders in a text: the field, its type, all values, the first two, and patterns of the first. */
export type Hole = 'it' | 'type' | 'values' | 'first' | 'second' | 'containing' | 'starting' | 'ending'

export const tests: Readonly<Record<Test, string>> = {
  in: '{it} = any({values}::{type}[])',
  nin: '({it} is null or {it} <> all({values}::{type}[]))',
  lt: '{it} < {first}::{type}',
  lte: '{it} <= {first}::{type}',
  gt: '{it} > {first}::{type}',
  gte: '{it} >= {first}::{type}',
  outside: '({it} is null or not ({it} >= {first}::{type} and {it} < {second}::{type}))',
  contains: '{it} ilike {containing}',
  starts: '{it} ilike {starting}',
  ends: '{it} ilike {ending}',
  empty: `coalesce({it}::text, '') = ''`,
  nempty: `coalesce({it}::text, '') <> ''`,
}

/** The pieces of a test's text: its fixed parts, and the values between them. */
export function piecesOf(test: Test): readonly ({ readonly text: string } | { readonly hole: Hole })[] {
  return tests[test]
    .split(/(\{\w+\})/)
    .map((piece) => (piece.startsWith('{') ? { hole: piece.slice(1, -1) as Hole } : { text: piece }))
}
