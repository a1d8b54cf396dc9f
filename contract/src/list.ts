/**
 * The list dialect shared by every table: `limit` and `skip` (or `page` and `size`), `sort`, `filter`, `period`,
 * `search`. Nothing is ignored: an unknown parameter, field, operator or value is an issue that names it,
 * because ignoring a filter would widen the answer. Source: docs/rules/lists.md.
 */
import { z } from 'zod'
import {
  BadToken,
  type Condition,
  dateSpan,
  type Field,
  fieldNamed,
  type Fields,
  formatFilter,
  isDays,
  parseCondition,
  parseFilter,
} from './list-filter.ts'
import { isStorable } from './text.ts'

export interface Sort<F extends string = string> {
  readonly field: F
  readonly direction: 'asc' | 'desc'
}

/** A list's question, parsed. */
export interface ListQuery<F extends string = string, S extends string = string> {
  readonly limit: number
  readonly skip: number
  /** The total is exact up to this number; `exactTotal` by default. */
  readonly exactTo?: number
  /** Never empty: the list's own order by default. */
  readonly sort: readonly Sort<F>[]
  readonly filter: readonly Condition<F>[]
  readonly search?: { readonly field: S; readonly text: string }
}

/** The parameters of a list. */
export interface ListSpec<F extends Fields = Fields, S extends string = string> {
  readonly fields: F
  /** The default order, as written: `-postedDate`. */
  readonly defaultSort: string
  /** Other names for fields, in `sort` and `filter`. */
  readonly aliases?: Readonly<Record<string, keyof F & string>>
  /** Names allowed before the colon of `search`; the first is the default. */
  readonly search?: readonly S[]
  /** The date field for `period`. */
  readonly period?: keyof F & string
  /** The largest page; 200 by default. */
  readonly maxLimit?: number
}

type Raw = Readonly<Record<string, string | number | readonly string[] | undefined>>
const Raw = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]).optional())

export const defaultLimit = 50
/** Totals are exact up to this number; beyond it a list gives a lower bound. Source: docs/rules/lists.md. */
export const exactTotal = 100_000
export const maxSearchLength = 1000

/** Declares a list's fields and keeps their literal types. */
export function listSpec<const F extends Fields, const S extends string = never>(
  spec: ListSpec<F, S>,
): ListSpec<F, S> {
  return spec
}

/** Query-string schema of a list. */
export function listQuery<F extends Fields, S extends string>(spec: ListSpec<F, S>) {
  return Raw.transform((raw, ctx) => issueFrom(ctx, () => parseListQuery(spec, raw))).meta({
    parameters: listParameters(spec),
  })
}

/** Query-string schema of a list's export: the same question without a page. */
export function exportQuery<F extends Fields, S extends string>(spec: ListSpec<F, S>) {
  return Raw.transform((raw, ctx) =>
    issueFrom(ctx, () => {
      for (const name of paging) if (raw[name] !== undefined) throw unknownParameter(name)
      return parseListQuery(spec, raw)
    }),
  ).meta({ parameters: questionParameters(spec) })
}

/** A query parameter in the description of the API, because a list's parameters are not the properties of an object. */
export interface DescribedParameter {
  readonly name: string
  readonly description: string
  readonly schema: { readonly type: 'string' | 'integer'; readonly maximum?: number }
}

/** The parameters of a list in the description of the API. */
export const listParameters = (spec: ListSpec): readonly DescribedParameter[] => [
  ...pageParameters(spec),
  ...questionParameters(spec),
]

const pageParameters = ({ maxLimit = 200 }: ListSpec): DescribedParameter[] => [
  ...['limit', 'size'].map((name) => ({
    name,
    description: `How many rows; ${defaultLimit} by default.`,
    schema: { type: 'integer' as const, maximum: maxLimit },
  })),
  { name: 'skip', description: 'How many rows to skip.', schema: { type: 'integer' } },
  { name: 'page', description: 'Which page of `size` rows.', schema: { type: 'integer' } },
  {
    name: 'exactTo',
    description: 'The highest total that is counted exactly; a lower number is faster. 100,000 by default.',
    schema: { type: 'integer', maximum: exactTotal },
  },
]

function questionParameters({ fields, aliases = {}, search, period }: ListSpec): DescribedParameter[] {
  const schema = { type: 'string' as const }
  const asNamed: readonly (readonly [string, Field | undefined])[] = [
    ...Object.entries(fields),
    ...Object.entries(aliases).map(([name, of]) => [name, fields[of]] as const),
  ]
  const names = (isThere: (field: Field) => boolean) =>
    asNamed.flatMap(([name, field]) => (field && isThere(field) ? [name] : [])).join(', ')
  return [
    {
      name: 'sort',
      description: `Fields separated by commas; a hyphen before a field reverses its order: ${names(({ sort }) => sort === true)}. Or \`sort[field]=DESC\`.`,
      schema,
    },
    {
      name: 'filter',
      description: `Conditions \`field[operator]:value\` separated by commas, several values by |, on: ${names(({ filter }) => filter !== false)}. Or \`filter[field][operator]=value\`.`,
      schema,
    },
    ...(period ? [{ name: 'period', description: `A period for ${period}.`, schema }] : []),
    ...(search
      ? [
          {
            name: 'search',
            description: `Words to search for, optionally after one of: ${search.join(', ')}.`,
            schema,
          },
        ]
      : []),
  ]
}

/** A page of `item`s and their total; beyond `exactTo` `total` may be a lower bound. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), atLeast: z.literal(true).optional() })
}
export interface Page<T> {
  items: T[]
  total: number
  atLeast?: true | undefined
}

/**
 * Reads a list's question from the parameters of an address.
 * @throws BadToken naming the invalid part
 */
export function parseListQuery<F extends Fields, S extends string>(
  spec: ListSpec<F, S>,
  raw: Raw,
): ListQuery<keyof F & string, S> {
  const asked: Asked = { sort: [], filter: [], search: undefined }
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined || paging.includes(name)) continue
    for (const text of typeof value === 'object' ? value : [String(value)])
      readParameter(spec, asked, name, text)
  }
  const { sort, filter, search } = asked
  if (filter.length > maxConditions) throw new BadToken('filter', `More than ${maxConditions} conditions.`)
  const query: ListQuery = {
    ...parsePaging(spec, raw),
    sort: sort.length > 0 ? sort : parseSort(spec, undefined, spec.defaultSort),
    filter,
    ...(search && { search }),
  }
  return query as ListQuery<string, never> as ListQuery<keyof F & string, S>
}

/** Writes a question in the form that `parseListQuery` reads. */
export function formatListQuery(query: Partial<ListQuery>): Record<string, string> {
  const { limit, skip, exactTo, sort, filter, search } = query
  return {
    ...(limit !== undefined && { limit: String(limit) }),
    ...(skip !== undefined && { skip: String(skip) }),
    ...(exactTo !== undefined && { exactTo: String(exactTo) }),
    ...(sort && sort.length > 0 && { sort: formatSort(sort) }),
    ...(filter && filter.length > 0 && { filter: formatFilter(filter) }),
    ...(search && { search: `${search.field}:${search.text}` }),
  }
}

export const formatSort = (sort: readonly Sort[]) =>
  sort.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(',')

const paging = ['limit', 'skip', 'page', 'size', 'exactTo'] as readonly string[]
const maxConditions = 50
const bracketed = /^(filter|sort)\[([^\]]*)\](?:\[([^\]]*)\])?$/

interface Asked {
  sort: Sort[]
  filter: Condition[]
  search: ListQuery['search']
}

function readParameter(spec: ListSpec, asked: Asked, name: string, text: string): void {
  const [, kind = name, field, operator] = bracketed.exec(name) ?? []
  if (kind === 'sort') asked.sort.push(...parseSort(spec, field, text))
  else if (kind === 'filter' && field !== undefined)
    asked.filter.push(parseCondition(spec, field, operator, text))
  else if (kind === 'filter') asked.filter.push(...(text === '' ? [] : parseFilter(spec, text)))
  else if (kind === 'period' && spec.period) asked.filter.push(parsePeriod(spec.period, text))
  else if (kind === 'search' && spec.search) {
    if (asked.search) throw new BadToken('search', '“search” is given twice.')
    asked.search = parseSearch(spec.search, text)
  } else throw unknownParameter(name)
}

const unknownParameter = (name: string) => new BadToken(name, `Unknown parameter “${name}”.`)

function issueFrom<T>(ctx: z.RefinementCtx, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof BadToken)) throw error
    ctx.addIssue({ code: 'custom', message: error.message, input: error.token })
    return z.NEVER
  }
}

/** Pages count from 1; `skip` from 0. */
function parsePaging(spec: ListSpec, raw: Raw): Pick<ListQuery, 'limit' | 'skip' | 'exactTo'> {
  if (raw['page'] !== undefined && raw['skip'] !== undefined)
    throw new BadToken('page', '“page” and “skip” cannot both be given.')
  if (raw['size'] !== undefined && raw['limit'] !== undefined)
    throw new BadToken('size', '“size” and “limit” cannot both be given.')
  const sizeName = raw['size'] === undefined ? 'limit' : 'size'
  const limit =
    whole(raw, sizeName, { from: 1, to: spec.maxLimit ?? 200 }) ??
    Math.min(defaultLimit, spec.maxLimit ?? 200)
  const page = whole(raw, 'page', { from: 1, to: 1_000_000 })
  const skip = whole(raw, 'skip', { from: 0, to: 100_000_000 }) ?? 0
  const exactTo = whole(raw, 'exactTo', { from: 1, to: exactTotal })
  return {
    limit,
    skip: page === undefined ? skip : (page - 1) * limit,
    ...(exactTo !== undefined && { exactTo }),
  }
}

function whole(raw: Raw, name: string, { from, to }: { from: number; to: number }): number | undefined {
  const value = raw[name]
  if (value === undefined) return
  const text = String(value)
  if (!/^\d{1,9}$/.test(text) || Number(text) < from || Number(text) > to)
    throw new BadToken(text, `“${name}” must be a whole number from ${from} to ${to}, not “${text}”.`)
  return Number(text)
}

/** `-field,other`, or `sort[field]=DESC` if `bracketedField` is given. */
function parseSort(spec: ListSpec, bracketedField: string | undefined, text: string): Sort[] {
  if (bracketedField !== undefined) {
    const direction = text.toLowerCase()
    if (direction !== 'asc' && direction !== 'desc')
      throw new BadToken(text, `Unknown direction “${text}” in sort.`)
    return [{ field: sortField(spec, bracketedField), direction }]
  }
  if (text === '') return []
  return text.split(',').map((part) => ({
    field: sortField(spec, part.replace(/^-/, '')),
    direction: part.startsWith('-') ? 'desc' : 'asc',
  }))
}

function sortField(spec: ListSpec, name: string): string {
  const field = fieldNamed(spec, name)
  if (!Object.hasOwn(spec.fields, field) || !spec.fields[field]?.sort)
    throw new BadToken(name, `Unknown field “${name}” in sort.`)
  return field
}

/** `start|end`, both included, or a number of days back. */
function parsePeriod(field: string, text: string): Condition {
  const values = text.split('|')
  const isPeriod = values.length === 1 ? isDays(text) : values.length === 2 && values.every(dateSpan)
  if (!isPeriod) throw new BadToken(text, `“period” must be start|end or a number of days, not “${text}”.`)
  return { field, operator: 'between', values }
}

function parseSearch(fields: readonly string[], text: string): ListQuery['search'] {
  if (text === '') return
  const [, named, rest] = /^(\w+):([\s\S]*)$/.exec(text) ?? []
  const field = named ?? fields[0] ?? ''
  const sought = named === undefined ? text : (rest ?? '')
  if (!fields.includes(field)) throw new BadToken(field, `Unknown field “${field}” in search.`)
  if (sought.length > maxSearchLength)
    throw new BadToken('search', `“search” is longer than ${maxSearchLength} characters.`)
  if (!isStorable(sought)) throw new BadToken('search', '“search” contains a character that is not allowed.')
  return sought.trim() === '' ? undefined : { field, text: sought }
}
