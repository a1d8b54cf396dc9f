import { type Condition, type Field, type Operator, operatorsOf } from '@verbatim/contract/list-filter.ts'
import { dateTimeText, utcDayText } from '#dates.ts'
import type { Option, SoughtOptions } from '#options.ts'

/** A field for filtering a list, with its texts. */
export interface FilterField {
  /** The name in the API. */
  readonly key: string
  readonly label: string
  readonly field: Field
  /** The choices; without them the value is typed. */
  readonly options?: readonly Option[]
  /** The same, if there are too many to list. */
  readonly sought?: SoughtOptions
  /** Shown if a link contains it, but not offered, because its values are ids, which users do not type. */
  readonly linkedOnly?: true
}

type FieldWords = string | Omit<FilterField, 'key' | 'field'>

/** Fields of a list for filtering it, in this order, each with its label or with all its texts. */
export function filterFields<F extends Readonly<Record<string, Field>>>(
  fields: F,
  words: { readonly [Key in keyof F]?: FieldWords },
): readonly FilterField[] {
  return Object.entries<FieldWords>(words as Readonly<Record<string, FieldWords>>).map(([key, own]) => ({
    key,
    field: fields[key] as Field,
    ...(typeof own === 'string' ? { label: own } : own),
  }))
}

/** A field without labels; they are made from its name and values. */
export function plainField(key: string, field: Field): FilterField {
  const options = field.values?.map((value) => ({ value, label: yesNo[value] ?? spaced(value) }))
  return { key, label: spaced(key), field, ...(options && { options }) }
}

const yesNo: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

/** `deliveryState` as "Delivery state". */
function spaced(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const operatorWords: Record<Operator, string> = {
  eq: 'is',
  neq: 'is not',
  gt: 'greater than',
  lt: 'less than',
  gte: 'greater than or equal',
  lte: 'less than or equal',
  in: 'any of',
  nin: 'none of',
  between: 'between',
  contains: 'contains',
  starts: 'starts with',
  ends: 'ends with',
  empty: 'is empty',
  nempty: 'not empty',
}

/** The words of an operator on a field. Source: docs/rules/lists.md. */
export function operatorWord({ field }: FilterField, operator: Operator): string {
  return operator === 'eq' && field.type === 'text' ? 'equals' : operatorWords[operator]
}

/**
 * The operators offered for a field. If values are chosen from a list, `is` takes several and becomes `any of`, so
 * the plural operators are not offered separately.
 */
export function operatorsOffered({ field, options, sought }: FilterField): readonly Operator[] {
  const isChosen = options !== undefined || sought !== undefined
  return operatorsOf(field).filter((operator) => {
    if (operator === 'between') return false
    if (operator === 'in' || operator === 'nin') return false
    if (isChosen && field.type === 'uuid') return operator === 'eq' || operator === 'neq'
    return !(isChosen && field.type === 'enum' && (operator === 'empty' || operator === 'nempty'))
  })
}

/** The condition for a choice, with the operator for its number of values. */
export function conditionOf(field: string, operator: Operator, values: readonly string[]): Condition {
  const plural = operator === 'eq' ? 'in' : operator === 'neq' ? 'nin' : operator
  return { field, operator: values.length > 1 ? plural : operator, values }
}

/** The operator used for editing a condition. */
export function singular(operator: Operator): Operator {
  if (operator === 'in') return 'eq'
  return operator === 'nin' ? 'neq' : operator
}

/** A day or a moment as people read it, and anything else as it is. Midnight in UTC is the day alone. */
function dayWords(value: string): string {
  if (/^\d{4}-\d\d-\d\d(T00:00(:00(\.0+)?)?Z)?$/.test(value)) return utcDayText(new Date(value))
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? dateTimeText(value) : value
}

/** How many of a condition's values are named. */
export const mostNamed = 3

/** The words of a condition's values: names instead of IDs, and at most three of them. */
export function valueWords(
  { options, field }: Partial<Pick<FilterField, 'options' | 'field'>>,
  { values }: Condition,
): string {
  const words = (value: string) => (field?.type === 'date' ? dayWords(value) : value)
  const names = values.map(
    (value) => options?.find((option) => option.value === value)?.label ?? words(value),
  )
  return names.length > mostNamed
    ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
    : names.join(', ')
}
