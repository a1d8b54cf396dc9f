/** A list field is in the column of its name, unless the slice names another column. */
import type { Field, Fields } from '@verbatim/contract/list-filter.ts'

/** `deliveryState` is in `delivery_state`. */
type ColumnName<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Tail extends Uncapitalize<Tail>
    ? `${Uncapitalize<Head>}${ColumnName<Tail>}`
    : `${Uncapitalize<Head>}_${ColumnName<Tail>}`
  : S

/** Fields without a column of the same name must have a place; others may. */
export type Elsewhere<F extends Fields, Row, Found> = {
  readonly [K in keyof F & string as ColumnName<K> extends keyof Row ? never : K]: Found
} & { readonly [K in keyof F & string as ColumnName<K> extends keyof Row ? K : never]?: Found }

/** The place of each field: from the slice, or from `named` and the column of its name. */
export function findEach<F extends Fields, Found>(
  fields: F,
  elsewhere: Readonly<Record<string, Found | undefined>>,
  named: (column: string, field: Field) => Found,
): Readonly<Record<keyof F & string, Found>> {
  const found = Object.entries<Field>(fields).map(([name, field]) => [
    name,
    elsewhere[name] ??
      named(
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        field,
      ),
  ])
  return Object.fromEntries(found) as Record<keyof F & string, Found>
}

export const sqlTypes = {
  date: 'timestamptz',
  number: 'numeric',
  uuid: 'uuid',
  text: 'text',
  enum: 'text',
} as const satisfies Record<Field['type'], string>
