/** The state of a list screen in the address, and its call. Source: docs/rules/lists.md. */
import {
  type Condition,
  formatFilter,
  isDays,
  dateSpan,
  parseFilter,
} from '@verbatim/contract/list-filter.ts'
import { type ListSpec, maxSearchLength, parseListQuery } from '@verbatim/contract/list.ts'
import { z } from 'zod'

/** A list's state. `sort`, `filter` and `search` are written as the API takes them. */
export interface ListState {
  readonly page: number
  readonly size: number
  readonly sort: string
  /** `start|end`, days or instants, both included; a number of days back; or `all`. */
  readonly period: string
  readonly search?: string | undefined
  readonly filter?: string | undefined
  /** Filters in the address that the list does not understand. The list is then empty, because ignoring them would show more. */
  readonly broken?: Readonly<Partial<Record<Narrowing, string>>>
}

const narrowing = ['filter', 'search', 'period'] as const
type Narrowing = (typeof narrowing)[number]

export const defaultPage = 1
const defaultSize = 50
const defaultPeriod = '30'

/** The first address of a list: page 1, size 50, its own order, the last 30 days. */
export function defaultListState(spec: ListSpec): ListState {
  return {
    page: defaultPage,
    size: Math.min(defaultSize, spec.maxLimit ?? 200),
    sort: spec.defaultSort,
    period: spec.period ? defaultPeriod : 'all',
  }
}

/** Schema of a list screen's address. A bad value falls back to its default; `readListState` keeps bad filters. */
export function listState(spec: ListSpec) {
  const initial = defaultListState(spec)
  const read = (name: string, text: string) => parses(spec, { [name]: text })
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).catch(initial.page),
    size: z.coerce
      .number()
      .int()
      .min(1)
      .max(spec.maxLimit ?? 200)
      .catch(initial.size),
    sort: z
      .string()
      .min(1)
      .refine((text) => read('sort', text))
      .catch(initial.sort),
    period: z.coerce
      .string()
      .refine((text) => isPeriod(spec, text))
      .catch(initial.period),
    search: z.coerce
      .string()
      .min(1)
      .max(maxSearchLength)
      .refine((text) => text.isWellFormed() && !text.includes('\u0000'))
      .optional()
      .catch(undefined),
    filter: z
      .string()
      .min(1)
      .refine((text) => read('filter', text))
      .optional()
      .catch(undefined),
  })
}

/**
 * Reads any list's address without knowing its fields. A value that cannot be a page, order, period, search or filter is
 * dropped; `readListState` checks whether the list knows the named fields.
 */
export const RoughListState = z.object({
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  size: z.coerce.number().int().min(1).optional().catch(undefined),
  sort: z.string().min(1).optional().catch(undefined),
  period: z.coerce.string().min(1).optional().catch(undefined),
  search: z.coerce.string().min(1).optional().catch(undefined),
  filter: z.string().min(1).optional().catch(undefined),
})
export type RoughListState = z.infer<typeof RoughListState>

/** The state of an address; unknown parts get the list's defaults, or are broken. */
export function readListState(spec: ListSpec, address: RoughListState): ListState {
  const state = listState(spec).parse(address)
  const broken = narrowing.flatMap((name) => {
    const text = address[name]
    return text !== undefined && text !== state[name] ? [[name, text] as const] : []
  })
  return broken.length > 0 ? { ...state, broken: Object.fromEntries(broken) } : state
}

/** The list's part of an address, which may contain more. */
export function pickListState(address: RoughListState): RoughListState {
  const { page, size, sort, period, search, filter } = address
  const state = { page, size, sort, period, search, filter }
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}

/** The state without its defaults, so that the default list has a short address. Broken parts stay until they are replaced. */
export function toAddress(
  spec: ListSpec,
  { broken, ...state }: ListState,
): Omit<Partial<ListState>, 'broken'> {
  const initial: Record<string, unknown> = { ...defaultListState(spec) }
  const said = Object.entries(state).filter(([name, value]) => value !== undefined && value !== initial[name])
  return { ...broken, ...Object.fromEntries(said) }
}

/** The state without this broken part, or without any. */
export function withoutBroken({ broken = {}, ...state }: ListState, name?: string): ListState {
  const rest = Object.entries(broken).filter(([other]) => name !== undefined && other !== name)
  return rest.length > 0 ? { ...state, broken: Object.fromEntries(rest) } : state
}

/** The same in the API's form. The search text goes to the list's first search field unless another is named. */
export function toListCall(
  spec: ListSpec,
  state: ListState,
  searchField: string | undefined = spec.search?.[0],
): Record<string, string | number> {
  const { page, size } = state
  return { limit: size, skip: (page - 1) * size, ...toExportCall(spec, state, searchField) }
}

/** The question without its page, for an export. */
export function toExportCall(
  spec: ListSpec,
  { sort, period, filter, search }: ListState,
  searchField: string | undefined = spec.search?.[0],
): Record<string, string> {
  return {
    sort,
    ...(spec.period && period !== 'all' && { period }),
    ...(filter && { filter }),
    ...(search && searchField && { search: `${searchField}:${search}` }),
  }
}

/** The conditions of a state's filter; none if it cannot be read. */
export function conditionsOf(spec: ListSpec, state: Pick<ListState, 'filter'>): readonly Condition[] {
  if (!state.filter) return []
  try {
    return parseFilter(spec, state.filter)
  } catch {
    return []
  }
}

/** The state with other conditions, on its first page. */
export function withConditions(state: ListState, conditions: readonly Condition[]): ListState {
  const filter = conditions.length > 0 ? formatFilter(conditions) : undefined
  return { ...state, page: defaultPage, filter }
}

const isPeriod = (spec: ListSpec, text: string) =>
  spec.period === undefined
    ? text === 'all'
    : text === 'all' || isDays(text) || (text.split('|').length === 2 && text.split('|').every(dateSpan))

function parses(spec: ListSpec, raw: Record<string, string>): boolean {
  try {
    parseListQuery(spec, raw)
    return true
  } catch {
    return false
  }
}
