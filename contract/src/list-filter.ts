/**
 * The filter half of the list dialect: conditions as text and back.
 *
 * `field[operator]:value` joined by commas. A comma that is not followed by the start of another condition
 * belongs to the value; any comma, bar or backslash of a value may be written with a backslash before it, and
 * `formatFilter` always does. Lists (`in`, `nin`, `between`) separate their values by a bar or a comma.
 * Without `[operator]` the value may start with `is` or `not` (`urgency:not:low`). Source: docs/rules/lists.md.
 */
import { dayMs } from './durations.ts'
import { uuidPattern } from './ids.ts'
import { isStorable } from './text.ts'

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'nin',
  'between',
  'contains',
  'starts',
  'ends',
  'empty',
  'nempty',
] as const
export type Operator = (typeof operators)[number]

/** The type of a field, which decides which operators and values are valid. */
export interface Field {
  readonly type: 'text' | 'uuid' | 'enum' | 'date' | 'number'
  /** The values of an enum, lowest first if they are ordered. */
  readonly values?: readonly string[]
  /** An enum that can be compared: `urgency[gte]:medium`. */
  readonly ordered?: true
  /** Whether rows can be sorted by it. */
  readonly sort?: true
  /** `false` for a field that can only be sorted by. */
  readonly filter?: false
}
export type Fields = Readonly<Record<string, Field>>

/** One condition of a filter, its values checked against the field's type. */
export interface Condition<F extends string = string> {
  readonly field: F
  readonly operator: Operator
  /**
   * One value; any number for `in` and `nin`; none for `empty` and `nempty`; two for `between`, or one for a
   * date: that many days back.
   */
  readonly values: readonly string[]
}

/** An invalid part of a list's query. The message names the token and can be shown. */
export class BadToken extends Error {
  override name = 'BadToken'
  readonly token: string

  constructor(token: string, problem: string) {
    super(problem)
    this.token = token
  }
}

const ofType: Record<Field['type'], readonly Operator[]> = {
  text: ['eq', 'neq', 'in', 'nin', 'contains', 'starts', 'ends', 'empty', 'nempty'],
  uuid: ['eq', 'neq', 'in', 'nin', 'empty', 'nempty'],
  enum: ['eq', 'neq', 'in', 'nin', 'empty', 'nempty'],
  date: ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'between', 'empty', 'nempty'],
  number: ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'between', 'empty', 'nempty'],
}
const comparisons = ['lt', 'lte', 'gt', 'gte', 'between'] as const

/** An ID that no object has; as a condition's value it means "none". */
export const noId = '00000000-0000-0000-0000-000000000000'

/** The valid operators for a field. */
export function operatorsOf(field: Field): readonly Operator[] {
  return field.type === 'enum' && field.ordered ? [...ofType.enum, ...comparisons] : ofType[field.type]
}

/** The fields of a list, and other names for some of them. */
export interface NamedFields {
  readonly fields: Fields
  readonly aliases?: Readonly<Record<string, string>>
}

/** The field that a name means: itself, unless it is another name. */
export function fieldNamed({ aliases = {} }: NamedFields, name: string): string {
  return (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name
}

/**
 * Reads `field[operator]:value,…`.
 * @throws BadToken naming the invalid field, operator or value
 */
export function parseFilter(list: NamedFields, text: string): Condition[] {
  return splitConditions(text).map((part) => {
    const [, name = part, operator, value] = /^([\w.]+)(?:\[([^\]]*)\])?(?::([\s\S]*))?$/.exec(part) ?? []
    return parseCondition(list, name, operator, value ?? '')
  })
}

/**
 * Reads one condition with separate parts, as in `filter[field][operator]=value`.
 * @throws BadToken naming the invalid field, operator or value
 */
export function parseCondition(
  list: NamedFields,
  asked: string,
  operatorText: string | undefined,
  valueText: string,
): Condition {
  const name = fieldNamed(list, asked)
  const field = Object.hasOwn(list.fields, name) ? list.fields[name] : undefined
  if (!field || field.filter === false) throw new BadToken(asked, `Unknown field “${asked}” in filter.`)
  const [operator, text] = operatorText === undefined ? prefixed(valueText) : [operatorText, valueText]
  const known = canonicalOperator(operator)
  if (!known || !operatorsOf(field).includes(known)) {
    throw new BadToken(operator, `Unknown operator “${operator}” for “${asked}” in filter.`)
  }
  return { field: name, operator: known, values: parseValues(name, field, known, text) }
}

/** Writes conditions in the form that `parseFilter` reads. */
export function formatFilter(conditions: readonly Condition[]): string {
  return conditions
    .map(({ field, operator, values }) => `${field}[${operator}]:${values.map(escape).join('|')}`)
    .join(',')
}

const escape = (value: string) => value.replace(/[\\,|]/g, '\\$&')
const unescape = (text: string) => text.replace(/\\([\\,|])/g, '$1')

const conditionStart = /[\w.]+(?:\[[^\]]*\])?:|[\w.]+\[n?empty\]/y

function splitConditions(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === ',') {
      conditionStart.lastIndex = i + 1
      if (!conditionStart.test(text)) continue
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, text.slice(start)]
}

function splitValues(text: string): string[] {
  const values: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '|' || text[i] === ',') {
      values.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...values, text.slice(start)].map(unescape)
}

/** A value with its own check. */
function prefixed(text: string): [operator: string, value: string] {
  const [, prefix, value] = /^(is not|is|not)[:| ]([\s\S]*)$/.exec(text) ?? []
  return prefix === undefined || value === undefined ? ['eq', text] : [prefix === 'is' ? 'eq' : 'neq', value]
}

function canonicalOperator(text: string): Operator | undefined {
  return text === 'ne' ? 'neq' : operators.find((operator) => operator === text)
}

function parseValues(name: string, field: Field, operator: Operator, text: string): string[] {
  if (operator === 'empty' || operator === 'nempty') {
    if (text !== '' && text !== 'true') throw new BadToken(text, `“${name}” ${operator} takes no value.`)
    return []
  }
  if (operator === 'in' || operator === 'nin') {
    const values = splitValues(text)
    if (values.length > maxValues) throw new BadToken(name, `More than ${maxValues} values for “${name}”.`)
    return values.map((value) => parseValue(name, field, value))
  }
  if (operator === 'between') return parseBetween(name, field, text)
  return [parseValue(name, field, unescape(text))]
}

const maxValues = 500

function parseBetween(name: string, field: Field, text: string): string[] {
  const values = splitValues(text)
  if (field.type === 'date' && values.length === 1 && isDays(text)) return [text]
  if (values.length !== 2) throw new BadToken(text, `“${name}” between takes two values, not “${text}”.`)
  return values.map((value) => parseValue(name, field, value))
}

/** A period of N days back: 1 to 36,500. */
export const isDays = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 36_500

const numberPattern = /^-?\d{1,15}(?:\.\d{1,6})?$/

function parseValue(name: string, field: Field, text: string): string {
  const value = checkValue(field, text)
  if (value === undefined) throw new BadToken(text, `Unknown value “${text}” for “${name}” in filter.`)
  return value
}

/** The value in its comparable form, or undefined if it is not a value of the field. */
function checkValue(field: Field, text: string): string | undefined {
  switch (field.type) {
    case 'text':
      return text !== '' && isStorable(text) ? text : undefined
    case 'uuid':
      return uuidPattern.test(text) ? text.toLowerCase() : undefined
    case 'enum':
      return field.values?.find((value) => value.toLowerCase() === text.toLowerCase())
    case 'number':
      return numberPattern.test(text) ? text : undefined
    case 'date':
      return dateSpan(text) ? text : undefined
  }
}

/** No row is later, and the database takes no year of five digits. Programs write its day where a period has no end. */
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The half-open time span of a date value: a whole UTC day for `2026-01-31`, one millisecond for `2026-01-31T09:00:00Z`
 * (a zone is required). Undefined if it is not a date.
 */
export function dateSpan(text: string): { start: Date; end: Date } | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  if (!isDay && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  const start = isDay ? day : new Date(text)
  const isReal = day.getTime() === day.getTime() && day.toISOString().startsWith(text.slice(0, 10))
  if (!isReal || Number.isNaN(start.getTime()) || start.getUTCFullYear() < 1) return
  if (start.getTime() > lastMoment) return
  return { start, end: new Date(Math.min(start.getTime() + (isDay ? dayMs : 1), lastMoment)) }
}

/**
 * The half-open span of a date condition of `between`: two dates, both included, or N days back: today and the
 * N - 1 days before it, in UTC. Source: docs/rules/lists.md.
 */
export function periodSpan(values: readonly string[], now: Date): { start: Date; end: Date } {
  const [from = '', to] = values
  if (to === undefined) {
    const end = Math.floor(now.getTime() / dayMs) * dayMs + dayMs
    return { start: new Date(end - Number(from) * dayMs), end: new Date(end) }
  }
  const start = dateSpan(from)?.start
  const end = dateSpan(to)?.end
  if (!start || !end) throw new BadToken(`${from}|${to}`, `“${from}|${to}” is not a period.`)
  return { start, end }
}
